"""What a run is judged by."""

from __future__ import annotations

import math

import pytest

from seismograd.repair.objective import (
    Direction,
    NoObjective,
    Origin,
    find_objective,
    last_judge,
)
from seismograd.runs.trial import TrialResult
from seismograd.traces.events import Epoch, Evaluation, Setting
from seismograd.traces.history import RunHistory
from tests.traces.symptoms.made_histories import history

KERAS = {"accuracy": 0.9, "loss": 0.3, "val_accuracy": 0.8, "val_loss": 0.5}


def run(output: str = "", told: RunHistory | None = None) -> TrialResult:
    return TrialResult(told or RunHistory(), has_failed=False, output=output)


def of_epochs(*metrics: dict[str, float]) -> RunHistory:
    found = RunHistory()
    for one in metrics:
        found.take(Epoch(metrics=one))
    return found


@pytest.mark.parametrize(
    ("output", "name", "direction", "value"),
    [
        ("epoch 1 loss 0.9 val acc 0.4\nepoch 2 loss 0.5 val acc 0.7\n", "val acc", "max", 0.7),
        ("epoch 1 loss 0.9\nepoch 2 loss 0.5\nTest accuracy: 0.81\n", "Test accuracy", "max", 0.81),
        ("step 1 train_loss=1.5 val_loss=1.7\nstep 2 train_loss=1.1 val_loss=1.2\n", "val_loss",
         "min", 1.2),
        ("[1] rmse: 3.2\n[2] rmse: 2.5\n", "rmse", "min", 2.5),
        ("1 loss 0.9 test tip error 1.5\n2 loss 0.8 test tip error 1.2\n", "test tip error", "min",
         1.2),
        ("1 train mae 3.2 heldout mae 4\n2 train mae 2.5 heldout mae 3.5\n", "heldout mae", "min",
         3.5),
        ("1 val_recall 0.1 val_balanced_acc 0.5\n2 val_recall 1 val_balanced_acc 0.4\n",
         "val_balanced_acc", "max", 0.4),
        ("1 accuracy 0.9 recall 0.1 f1 0.2\n2 accuracy 0.9 recall 1.0 f1 0.3\n", "f1", "max", 0.3),
        ("1 val loss 0.9 val precision 0.1\n2 val loss 0.8 val precision 0.2\n", "val loss", "min",
         0.8),
        ("noisy input mse: 0.9\ndenoised mse: 0.2\n", "denoised mse", "min", 0.2),
        ("mse: 0.2\nbaseline mse: 0.9\n", "mse", "min", 0.2),
        ("1 acc 0.4 best acc 0.5\n2 acc 0.3 best acc 0.5\n", "acc", "max", 0.3),
        ("Test score: 2.5\nTest accuracy: 0.4\n", "Test accuracy", "max", 0.4),
        ("1 score 0.1 loss 3\n2 score 0.2 loss 2\n", "score", "max", 0.2),
        ("1 recall@5 0.1 loss 3\n2 recall@5 0.2 loss 2\n", "recall@5", "max", 0.2),
        ("epoch 1 train acc 0.9 test loss 0.8\nepoch 2 train acc 0.95 test loss 0.7\n",
         "test loss", "min", 0.7),
        ("1  loss=0.9  test_bacc=0.5\n2  loss=0.5  test_bacc=0.6\n", "test_bacc", "max", 0.6),
        ("1 loss 0.9 valAcc 0.5\n2 loss 0.5 valAcc 0.6\n", "valAcc", "max", 0.6),
        ("1 loss 0.9 devf1 0.5\n2 loss 0.5 devf1 0.6\n", "devf1", "max", 0.6),
        ("1 loss 0.9 nrmse_holdout 0.5\n2 loss 0.5 nrmse_holdout 0.4\n", "nrmse_holdout", "min",
         0.4),
        ("1 mse 0.9 eval smape 12\n2 mse 0.5 eval smape 11\n", "eval smape", "min", 11),
        ("loss 0.4\ninput SNR (dB): 2.5\noutput SNR (dB): 11\n", "output SNR dB", "max", 11),
        ("1 test nelbo 27 test loss 0.5\n2 test nelbo 25 test loss 0.6\n", "test nelbo", "min", 25),
        ("1 pace 9 loss 0.9\n2 pace 7 loss 0.5\n", "loss", "min", 0.5),
        ("1 map 0.9 acc 0.5\n2 map 0.3 acc 0.6\n", "acc", "max", 0.6),
        ("1 loss train 0.9 val 0.8\n2 loss train 0.5 val 0.7\n", "val loss", "min", 0.7),
    ],
)  # fmt: skip
def test_an_objective_is_found_in_what_a_script_prints(
    output: str, name: str, direction: str, value: float
) -> None:
    result = run(output)
    found = find_objective(result)
    assert (found.name, found.direction, found.origin) == (name, direction, Origin.PRINTED)
    assert found.value(result) == value


def test_validation_comes_before_training() -> None:
    found = find_objective(run(told=of_epochs(KERAS)))
    assert (found.name, found.origin) == ("val_accuracy", Origin.EPOCH)


def test_the_search_looks_at_validation_data_and_the_last_judge_at_test_data() -> None:
    result = run("1 test acc 0.5 val acc 0.6\n2 test acc 0.6 val acc 0.7\n")
    objective = find_objective(result)
    assert objective.name == "val acc"
    assert last_judge(result, objective).name == "test acc"
    named = find_objective(result, "val acc:max")
    assert last_judge(result, named) == named


def test_another_number_of_the_test_data_is_no_judge() -> None:
    result = run("1 val acc 0.6\n2 val acc 0.7\ntest loss 0.3\n")
    objective = find_objective(result)
    assert last_judge(result, objective) == objective


def test_a_metric_of_an_evaluation_comes_before_its_loss() -> None:
    told = RunHistory()
    told.take(Evaluation(loss=0.4, metrics={"accuracy": 0.8}))
    assert find_objective(run(told=told)).name == "accuracy"


def test_a_metric_is_none_of_the_loss_whatever_it_is_called() -> None:
    compiled = Setting(name="keras.compile", value={"loss": "mse", "metrics": ["angle_loss"]})
    told = of_epochs({"loss": 0.3, "val_loss": 0.2, "val_angle_loss": 0.4})
    assert find_objective(run(told=told)).is_loss
    told.take(compiled)
    found = find_objective(run(told=told))
    assert (found.name, found.is_loss) == ("val_angle_loss", False)
    assert not find_objective(run(told=told), "val_angle_loss").is_loss
    assert find_objective(run(told=told), "val_loss").is_loss


def test_metrics_that_are_no_names_say_nothing() -> None:
    told = of_epochs({"val_loss": 0.2})
    for value in (None, [], {"metrics": None}, {"metrics": [{"type": "MSE"}]}, {"metrics": "acc"}):
        told.take(Setting(name="keras.compile", value=value))
    assert find_objective(run(told=told)).is_loss


def test_the_training_loss_is_the_last_resort() -> None:
    found = find_objective(run(told=history()))
    assert (found.name, found.direction, found.is_loss) == ("training loss", Direction.MIN, True)


def test_a_crashed_run_has_nothing_to_offer() -> None:
    with pytest.raises(NoObjective, match="print one number per epoch"):
        find_objective(run())


def test_the_user_names_another() -> None:
    result = run("epoch 1 f1: 0.2 bonus: 3.5\nepoch 2 f1: 0.3 bonus: 4.1\n")
    found = find_objective(result, "bonus:min")
    assert (found.name, found.direction, found.is_named) == ("bonus", Direction.MIN, True)
    assert find_objective(result, "F1").name == "f1"


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        ("bonus", "write bonus:max or bonus:min"),
        ("f1:up", "write f1:max or f1:min"),
        ("f1:", "write f1:max or f1:min"),
        (":max", "write NAME:max or NAME:min"),
        ("", "write NAME:max or NAME:min"),
        ("mse:min", "it reports: f1"),
    ],
)
def test_a_wish_that_cannot_be_met_says_what_to_do(wanted: str, said: str) -> None:
    with pytest.raises(NoObjective, match=said):
        find_objective(run("epoch 1 f1: 0.2 bonus: 3.5\nepoch 2 f1: 0.3 bonus: 4.1\n"), wanted)


def test_a_value_that_is_not_finite_is_none() -> None:
    result = run("epoch 1 val_loss nan\nepoch 2 val_loss nan\n", history([math.nan] * 100))
    found = find_objective(result)
    assert found.value(result) is None
    assert found.error(None) == math.inf
    assert found.gain(None, 1.0) == math.inf
    assert found.gain(None, None) == 0.0
