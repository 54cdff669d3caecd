"""One number for how badly a run does on other data, from what it tells or prints."""

from __future__ import annotations

import math

import pytest

from seismograd.localise.evaluation_error import evaluation_error
from seismograd.traces.events import Epoch, Evaluation
from seismograd.traces.printed_metrics import printed_metrics
from tests.traces.symptoms.made_histories import history


def error_of(printed: str, *evaluations: Evaluation) -> float:
    run = history(more=evaluations)
    run.printed = printed_metrics(printed)
    return evaluation_error(run)


def lines(form: str, *values: float) -> str:
    return "\n".join(f"epoch {at} {form % value}" for at, value in enumerate(values))


def test_the_loss_of_the_last_evaluation_comes_first() -> None:
    printed = lines("val acc %.2f", 0.5, 0.9)
    assert error_of(printed, Evaluation(loss=2.0), Evaluation(loss=0.5)) == 0.5


def test_keras_tells_the_loss_of_its_evaluation_with_the_epoch() -> None:
    told = [Epoch(metrics={"loss": 0.1, "val_loss": error}) for error in (0.9, 0.4)]
    assert evaluation_error(history(more=told)) == 0.4
    assert evaluation_error(history(more=[Epoch(metrics={"loss": 0.1})])) == math.inf


@pytest.mark.parametrize(
    ("printed", "expected"),
    [
        (lines("val accuracy %.2f", 0.5, 0.9), 0.1),
        (lines("test acc %.0f%%", 50, 90), 0.1),
        (lines("valid rmse %.2f", 3.0, 1.5), 1.5),
        (lines("val %.2f", 0.5, 0.9), 0.1),
        (lines("val %.2f", 0.9, 0.5), math.inf),
        (lines("val skill %.2f", 3.0, 7.0), math.inf),
        (lines("train accuracy %.2f", 0.5, 0.9), math.inf),
        ("", math.inf),
    ],
)
def test_else_what_is_printed_of_other_data_where_its_sense_is_clear(
    printed: str, expected: float
) -> None:
    assert error_of(printed) == pytest.approx(expected)
