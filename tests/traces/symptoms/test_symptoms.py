"""Each symptom is found where it is, and in no healthy run."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from seismograd.faults import Severity
from seismograd.traces.curve import Point
from seismograd.traces.events import (
    Alarm,
    ArrayFacts,
    Broadcast,
    ComparedPairs,
    Derivative,
    DiscardedGradients,
    End,
    Epoch,
    Evaluation,
    KeptGradients,
    Layer,
    Layers,
    LayerSample,
    LeftOutWeight,
    LeftOutWeights,
    Losses,
    LossFunction,
    MaximisedLoss,
    Memory,
    Mirrored,
    MissingGradients,
    Network,
    NetworkCheck,
    NetworkCopy,
    Optimiser,
    Overlap,
    PairLoss,
    Parameters,
    Place,
    Reading,
    Restored,
    ScheduleEnd,
    Scheduler,
    Scores,
    Statistics,
    Step,
    UnchangedParameter,
)
from seismograd.traces.history import Repetition, RunHistory
from seismograd.traces.printed_metrics import printed_metrics
from seismograd.traces.symptoms import all_detectors, find_symptoms
from seismograd.traces.tallies.kept import EvenlySpread
from tests.traces.symptoms.made_histories import (
    LINE,
    STEPS,
    data,
    falling,
    history,
    layer,
    loader,
    sample,
    spread,
    steady,
)

RELU = layer(1, "ReLU", parameters=0, trainable=0)
TANH = layer(1, "Tanh", parameters=0, trainable=0)
LINEAR = layer(0, "Linear", input_shape=(32, 20), initial={"weight": spread(0.2)})
HEAD = layer(2, "Linear")
CUT = Place(file="train.py", line=49)


def rates(course: Callable[[float], float]) -> RunHistory:
    found = history()
    found.take(Scheduler(scheduler=0, type="StepLR", built=LINE))
    for number in range(0, STEPS, 2):
        found.take(Step(step=number, optimiser=0, lr=(course(number / STEPS),)))
    return found


def epochs(*rows: dict[str, float]) -> RunHistory:
    return history(more=[Epoch(epoch=at, metrics=row) for at, row in enumerate(rows)])


def with_gradients(first: float, last: float) -> RunHistory:
    layers = [layer(number, "Linear") for number in range(4)]
    sizes = [first, first * 2, last / 2, last]
    samples = [sample(at, grad=spread(size), weight=spread(0.1)) for at, size in enumerate(sizes)]
    return history(layers=layers, samples=samples)


def decayed(gradient: float) -> RunHistory:
    groups = ({"lr": 0.001, "weight_decay": 0.5},)
    decaying = Optimiser(optimiser=0, type="Adam", built=LINE, groups=groups)
    samples = [sample(0, weight=spread(0.2), grad=spread(gradient))]
    return history(layers=[LINEAR], samples=samples, optimisers=0, more=[decaying])


def test_a_product_of_a_column_and_a_row_is_reported_on_its_line() -> None:
    told = Broadcast(column=(32, 1), other=(32,), place=LINE)
    (found,) = [one for one in find_symptoms(history(more=[told])) if one.name == "broadcast-loss"]
    assert found.place == LINE
    assert "32 x 32" in found.message


def test_decay_that_is_no_part_of_the_gradient_is_left_out() -> None:
    found = decayed(0.01)
    found.optimisers[0] = replace(found.optimisers[0], type="AdamW")
    assert "penalty-outweighs-data" not in names(found)


def range_of(kind: str, low: float, high: float) -> RunHistory:
    loss = LossFunction(loss_function=1, type="MSELoss", called=LINE, target_range=(low, high))
    return history(layers=[layer(0, kind, parameters=0)], more=[loss])


def memory(*sizes: int) -> RunHistory:
    peaks = [Memory(t=5.0 + at, rss_peak_bytes=size) for at, size in enumerate(sizes)]
    return history(more=peaks)


def evaluated(mode: str) -> RunHistory:
    dropout = layer(3, "Dropout", parameters=0)
    seen = [Evaluation(loss=0.5, batches=4, mode=mode, grad_enabled=False) for _ in range(3)]
    return history(layers=[dropout], more=seen)


def used_afterwards(times: float, mode_dependent: tuple[str, ...] = ("Dropout",)) -> RunHistory:
    """Evaluated rightly, and then called in training mode once the training was over."""
    network = Network(network=0, mode_dependent=mode_dependent)
    use = Evaluation(network=0, mode="train", grad_enabled=False, after_training=True, times=times)
    rightly = [Evaluation(network=0, mode="eval", grad_enabled=False) for _ in range(5)]
    return history(layers=[layer(3, "Dropout", parameters=0)], more=[network, *rightly, use])


def test_dropout_with_a_rate_of_zero_has_no_mode() -> None:
    network = Network(network=0, mode_dependent=())
    dropout = replace(layer(3, "Dropout", parameters=0), network=0)
    seen = [Evaluation(loss=0.5, batches=4, mode="train", grad_enabled=False) for _ in range(3)]
    told = names(history(layers=[dropout], more=[network, *seen]))
    assert "evaluation-in-training-mode" not in told
    network = replace(network, mode_dependent=("Dropout",))
    told = names(history(layers=[dropout], more=[network, *seen]))
    assert "evaluation-in-training-mode" in told


def test_use_in_training_mode_is_reported_unless_answers_at_random_are_wanted() -> None:
    assert "evaluation-in-training-mode" in names(used_afterwards(1.0))
    assert "evaluation-in-training-mode" not in names(used_afterwards(30.0))
    assert "evaluation-in-training-mode" not in names(used_afterwards(1.0, ()))


@pytest.mark.parametrize(("loss", "is_told"), [(None, False), (0.5, True)])
def test_a_generator_at_work_may_stay_in_training_mode(loss: float | None, is_told: bool) -> None:
    made = [Evaluation(loss=loss, batches=1, mode="train", grad_enabled=False) for _ in range(3)]
    found = history(layers=[layer(3, "Dropout", parameters=0)], more=made, optimisers=2)
    assert ("evaluation-in-training-mode" in names(found)) is is_told


def trained_in(mode: str) -> RunHistory:
    return history(layers=[layer(3, "Dropout")], samples=[sample(3)], mode=mode)


def guesses(last: float) -> RunHistory:
    return history(falling(last=last) if last < 1 else steady(last), more=[loader(), data()])


def copied(spread_by: float = 1.73, **facts: Any) -> RunHistory:
    """Of two networks with a layer of weights that are drawn evenly, unless told otherwise."""
    weight = Statistics(n=288, std=1.0, min=-spread_by, max=spread_by)
    made = layer(0, "Linear", initial={"weight": weight})
    two = [replace(made, layer=one, network=one) for one in (0, 1)]
    usual = {"looks": 40, "beside": 40, "same_input": 0, "last": 950, "steps": 1000}
    told = NetworkCopy(network=1, trained=0, place=LINE, **{**usual, **facts})
    return history(layers=two, more=[told])


def discarding(discarded: int) -> RunHistory:
    return history(more=[DiscardedGradients(steps=20, passes=100, discarded=discarded)])


def repeated(change: float, **facts: Any) -> RunHistory:
    run = history(more=[replace(loader(), workers=2)])
    again = [point._replace(value=point.value * (1 + change * (point.step > 9)))
             for point in run.losses]  # fmt: skip
    run.repetition = Repetition(again, **facts)
    return run


def moved_by(stride: int, **facts: Any) -> RunHistory:
    """Batches that begin so many examples after one another."""
    found = {"pairs": 12, "moved": 10, "forward": 5, "stride": stride, "rows": 32}
    given = {"batch_size": 32, **facts}
    return history(more=[replace(loader(), **given), replace(data(), overlapping=found)])


def copying(last: float) -> RunHistory:
    """The copy of the input has a squared error of 0.3, of targets with a variance of 1."""
    target = ArrayFacts(shape=(32, 1), dtype="float32", mean=0.0, std=1.0)
    seen = replace(data(), targets=(target,), labels={}, copied={"squared": 0.3, "absolute": 0.5})
    run = history(falling(last=last), more=[loader(), seen])
    run.loss_functions[:] = [LossFunction(loss_function=0, type="MSELoss")]
    return run


def mirrored(target: str, followed: int = 0, **sides: float) -> RunHistory:
    """Of 20 pictures that came again, 12 were mirrored; `sides` are of the evaluation."""
    found = Mirrored(target=target, turn="width", again=20, turned=12, followed=followed)
    there = replace(data(), loader=1, sided=sides)
    return history(more=[loader(), replace(data(), mirrored=found), there])


def unchanged(is_changing: bool) -> RunHistory:
    found = history(layers=[LINEAR])
    for number in range(5):
        moved = spread(0.2 + 0.01 * number * is_changing)
        part = sample(0, weight=moved, grad=spread(0.01))
        found.take(Layers(step=number, mode="train", layers=(part,)))
    return found


OWN = layer(3, "Spring", parameters=2, trainable=2)


def ended(one: Layer, **facts: Any) -> RunHistory:
    """A weight of the layer is what it was, and others are not."""
    usual: dict[str, Any] = {"trainable": True, "optimised": True, "had_gradient": False, "n": 2}
    told = UnchangedParameter(layer=one.layer, name="own", **{**usual, **facts})
    return history(layers=[LINEAR, one], more=[Parameters(compared=4, unchanged=(told,))])


def drawn(largest: float) -> RunHistory:
    weight = Statistics(n=256, mean=0.0, std=1.0, min=-largest, max=largest)
    own = layer(3, "Match", parameters=258, trainable=2, initial={"own": weight})
    return ended(own, n=256, trainable=False, optimised=False, tracked=True)


def updates(ratio: float) -> RunHistory:
    return history(step=Step(update_ratio=ratio, grad_norm=0.5, lr=(0.001,)))


def flat(
    norm: float, *more: Parameters, first: int = 0, last: int = STEPS, loss: float = 0.7
) -> RunHistory:
    """A run whose gradients are of that size."""
    found = history([], more=[Losses(first=0, values=tuple(steady(loss, STEPS))), *more])
    for number in range(first, last, 5):
        found.take(Step(step=number, grad_norm=norm, loss=loss, update_ratio=0.0))
    found.take(End(t=20.0, outcome="finished", steps=STEPS, seconds=20.0))
    return found


def ungraded(*, steps: int = 100, **tensors: Statistics) -> RunHistory:
    """No gradient ever reaches what the second optimiser has."""
    second = Optimiser(optimiser=1, type="SGD", called=LINE, layers=(2,))
    more = [second, MissingGradients(optimiser=1, steps=steps, cut=CUT)]
    parts = [sample(2, weight=spread(0.1), **tensors)]
    return history(layers=[LINEAR, HEAD], samples=parts, more=more)


def strange(ratio: float) -> RunHistory:
    """The optimiser of a run has no parameter of its network."""
    found = history(step=Step(update_ratio=ratio))
    found.optimisers[0] = replace(found.optimisers[0], unknown_parameters=4)
    return found


def frozen_layer(largest: float) -> RunHistory:
    """Its weights have a deviation of one and ends that are so far from zero."""
    weight = Statistics(n=640, mean=0.0, std=1.0, min=-largest, max=largest)
    return history(layers=[layer(0, "Linear", trainable=0, initial={"weight": weight}), HEAD])


def derived(zero: int) -> RunHistory:
    """Of a second derivative, in four looks."""
    first = Derivative(order=1, looks=4, zero=0, place=LINE)
    return history(more=[first, Derivative(order=2, looks=4, zero=zero, place=LINE)])


def compared(near: float, far: float | None, left: float) -> RunHistory:
    """Pairs that are pulled together, others that are pushed apart, and what is left at the end."""
    pushed = (0.0, 0.0) if far is None else (64.0, far)
    first, last = ((64.0, near * by, *pushed, 0.5, by) for by in (1.0, left))
    if far is None:
        last = (64.0, 0.01, *pushed, 0.01, left)
    seen = ComparedPairs(
        passes=500,
        first=(first,) * 16,
        last=(last,) * 16,
        both_learn=True,
        alone=True,
        place=LINE,
    )
    return history(more=[seen])


def turned_around(maximize: bool) -> RunHistory:
    found = history(more=[MaximisedLoss(passes=8, place=LINE)])
    groups = ({"lr": 0.001, "maximize": maximize},)
    found.optimisers[0] = replace(found.optimisers[0], layers=(0,), groups=groups)
    return found


def warmed_up(course: Callable[[float], float]) -> RunHistory:
    found = RunHistory()
    found.take(Optimiser(optimiser=0, type="Adam", built=LINE))
    for number in range(0, STEPS, 5):
        found.take(Step(step=number, optimiser=0, lr=(course(number / STEPS),)))
    found.take(End(outcome="finished", steps=STEPS))
    return found


def scheduled(kind: str, **end: Any) -> RunHistory:
    made = Scheduler(scheduler=0, type=kind, built=LINE, called=Place("train.py", 60))
    return history(more=(made, ScheduleEnd(scheduler=0, **end)))


def clipped(norm: float) -> RunHistory:
    return history(step=Step(update_ratio=1e-3, grad_norm=norm, clipped_to=1.0))


def scaled(skipped: bool) -> RunHistory:
    return history(step=Step(update_ratio=1e-3, scale=1024.0, skipped=skipped))


def swinging(by: float) -> list[float]:
    return [1.0 + by * (1 if (at // 10) % 2 else -1) for at in range(STEPS)]


def constant_targets(std: float) -> RunHistory:
    target = ArrayFacts(shape=(32,), dtype="int64", mean=1.0, std=std)
    return history(more=[loader(), replace(data(), targets=(target,))])


def initial(std: float) -> RunHistory:
    return history(layers=[replace(LINEAR, initial={"weight": spread(std)})])


def test_zeros_that_a_layer_soon_leaves_are_no_constant_weights() -> None:
    zeros = replace(LINEAR, initial={"weight": spread(0.0)})
    assert "constant-weights" in names(
        history(layers=[zeros], samples=[sample(0, weight=spread(0.0))])
    )
    assert "constant-weights" not in names(
        history(layers=[zeros], samples=[sample(0, weight=spread(0.1))])
    )


def forward(function: Layer, **facts: float) -> RunHistory:
    part = sample(1, activation=spread(0.5, **facts))
    return history(layers=[LINEAR, function, HEAD], samples=[part])


def answers(std: float) -> RunHistory:
    return history(layers=[HEAD], samples=[sample(2, activation=spread(std, mean=1.0))])


def passes(mode: str) -> RunHistory:
    seen = [Evaluation(loss=1.4, batches=25, mode=mode, grad_enabled=mode == "train")]
    found = history([], optimisers=0, more=seen)
    assert found.end is not None
    return found


def alarmed(kind: str | None) -> RunHistory:
    alarms = [Alarm(alarm=kind, step=40, layer=0, place=LINE)] if kind else []
    return history(layers=[LINEAR], more=alarms)


def checked(check: str, result: bool) -> RunHistory:
    return history(more=[NetworkCheck(check=check, result=result, place=LINE)])


def checked_weak(check: str, left: float) -> RunHistory:
    """A check that failed, in a training that ends with a part of its first loss."""
    failed = NetworkCheck(check=check, result=False, place=LINE)
    return history(falling(last=1.4 * left), more=[failed])


def evaluated_on(std: float) -> RunHistory:
    return history(more=[loader(), data(), replace(data(std=std), loader=1)])


def scaled_by_itself(distance: float, evaluated: float) -> RunHistory:
    """Training data that was standardised, and an evaluation on other data."""
    whole = data(std=1.0)
    known = replace(whole.inputs[0], shape=(400, 4), unlike_standard=1e-7)
    sets = [
        replace(whole, inputs=(replace(known, unlike_standard=at),), loader=number, examples=400)
        for number, at in ((0, 1e-7), (1, distance))
    ]
    last = Evaluation(loss=evaluated, batches=4, mode="eval", grad_enabled=False)
    return history(more=[loader(), *sets, last])


def test_sets_that_were_each_scaled_by_their_own_numbers() -> None:
    assert "different-scales" in names(scaled_by_itself(1e-6, 50.0))
    assert "different-scales" not in names(scaled_by_itself(0.04, 50.0))
    assert "different-scales" not in names(scaled_by_itself(1e-6, 0.1))


def waited(seconds: float) -> RunHistory:
    return history(more=[Epoch(epoch=at, seconds=10.0, waited=seconds) for at in range(5)])


def left_after(steps: int) -> RunHistory:
    fixed = replace(loader(), shuffle=False, length=40)
    passes = [Epoch(epoch=at, seconds=1.0) for at in range(STEPS // steps)]
    return history(more=[fixed, data(), *passes])


def contradicted(examples: int, *, categorical: bool = False) -> RunHistory:
    told = {"examples": examples, "of": 400}
    return history(more=[loader(), replace(data(), contradicted=told, categorical=categorical)])


def labelled(changes: int) -> RunHistory:
    batches = {"label_batches": 32, "one_label_batches": 31, "label_changes": changes}
    return history(more=[replace(loader(), shuffle=False), replace(data(), **batches)])


def formula(*reduced: int) -> RunHistory:
    loss = LossFunction(loss_function=1, type="MeanBackward0", answers=(32, 1), reduced=reduced)
    return history(more=[loss])


NORM = layer(1, "LayerNorm", parameters=2, trainable=2)


def normalised(given: float, made: float) -> RunHistory:
    samples = [sample(0, activation=spread(given)), sample(1, activation=spread(made))]
    return history(layers=[LINEAR, NORM], samples=samples)


def frozen(trainable: int) -> RunHistory:
    return history(more=[Network(network=0, type="Model", parameters=40, trainable=trainable)])


def penalised(last: float) -> RunHistory:
    """A penalty of 5 at first that falls with the loss; `last` of the data loss is left."""
    falling = [(5 * (1 - at / 30), 1 - (1 - last) * at / 30) for at in range(31)]
    penalties = tuple(penalty for penalty, _ in falling)
    values = tuple(sum(pair) for pair in falling)
    return history(more=[Losses(first=0, values=values, penalties=penalties)])


def shrinking(left: float, decay: float = 0.0) -> RunHistory:
    """A layer whose weights end at that share of their size."""
    found = history(layers=[LINEAR])
    groups = ({"lr": 0.001, "weight_decay": decay},)
    found.optimisers[:] = [Optimiser(optimiser=0, type="AdamW", built=LINE, groups=groups)]
    for step, share in ((201, 1.0), (202, (1 + left) / 2), (203, left)):
        part = sample(0, weight=spread(0.2 * share))
        found.take(Layers(step=step, mode="train", layers=(part,)))
    return found


def accurate(accuracy: float) -> RunHistory:
    """Four epochs over 800 examples in batches of 16, with an accuracy after each."""
    epochs = [Epoch(epoch=at, metrics={"val_accuracy": accuracy}) for at in range(4)]
    seen = data(800, labels={"0": 400, "1": 400})
    step = Step(update_ratio=3e-3, grad_norm=0.5, lr=(0.001,), batch=16)
    return history(falling(first=0.7, last=0.0), step=step, more=[loader(), seen, *epochs])


def factors(grad: float) -> RunHistory:
    own = layer(0, "FactorizationMachine")
    return history(layers=[own], samples=[sample(0, weight=spread(0.0), grad=spread(grad))])


def gradients_kept(kept: int) -> RunHistory:
    return history(more=[KeptGradients(optimiser=0, steps=4, kept=kept, place=LINE)])


def given_to(**fields: Any) -> RunHistory:
    """A run with one loss function, which was given something."""
    found = history()
    found.loss_functions[:] = [LossFunction(loss_function=0, built=LINE, **fields)]
    return found


def scale_checked(loss: str, result: bool) -> RunHistory:
    found = given_to(type=loss)
    found.take(NetworkCheck(check="scale-matters", result=result, place=LINE))
    return found


def beside_the_network(check: str, result: bool) -> RunHistory:
    """What one number of each example tells of the target, and what the network does."""
    found = given_to(type="CrossEntropyLoss")
    found.take(NetworkCheck(check=check, result=result, shares=(0.9, 0.1)))
    return found


def classes(ignored: float) -> RunHistory:
    return given_to(
        type="CrossEntropyLoss", function="cross_entropy", input_shape=(32, 4), label_each=True,
        ignore_index=0, ignored=(ignored,),
    )  # fmt: skip


def read_as(function: str, reading: Reading) -> RunHistory:
    found = given_to(
        type="Loss", function=function, input_shape=(32, 4), target_shape=(32,),
    )  # fmt: skip
    found.take(reading)
    return found


def thresholded(threshold: float) -> RunHistory:
    reading = Reading(function="threshold", place=LINE, threshold=threshold, share=0.1)
    return read_as("binary_cross_entropy_with_logits", reading)


def collapsed(terms: bool) -> RunHistory:
    check = NetworkCheck(check="uses-input", result=False, place=LINE, terms=terms)
    return history([*falling(100), *steady(0.2, 100)], more=[check])


def printed(values: Sequence[float], passes: Sequence[tuple[float, ...]]) -> RunHistory:
    found = history(more=[Reading(function="correct", place=LINE, passes=tuple(passes))])
    lines = "\n".join(f"epoch {at} accuracy {value:.3f}" for at, value in enumerate(values))
    found.printed = printed_metrics(lines)
    return found


def scored(name: str, values: Sequence[float], compared: str = "numbers") -> RunHistory:
    """What is printed, and the sums of three evaluations of one batch."""
    rows = SUMS if compared == "numbers" else COUNTS
    made = tuple((float(at), 100.0, *row) for at, row in enumerate(rows))
    found = history(more=[Scores(place=LINE, compared=compared, columns=1, rows=made)])
    lines = "\n".join(f"epoch {at} {name} {value:.4f}" for at, value in enumerate(values))
    found.printed = printed_metrics(lines)
    return found


SUMS = [
    (100.0, 5.0, size, square, 10.0, 120.0, 15.0, 100.0, 90.0, 80.0, 70.0, 60.0)
    for size, square in ((81.0, 91.23), (55.0, 40.56), (40.0, 21.13))
]
"""Errors, their absolute values and squares, targets and outputs, by evaluation."""
COUNTS = [
    (100.0, *(both, 10.0, 4.0, 86.0 - both, 60.0, 70.0) * 2, 0.9) for both in (21.0, 31.0, 43.0)
]
PADDED = [(80.0, 100.0, 60.0, 60.0), (84.0, 100.0, 60.0, 60.0), (90.0, 100.0, 60.0, 60.0)]


GOOD = {"loss": 1.0, "val_loss": 1.1}


def biased(size: float) -> RunHistory:
    """Biases of a hidden layer; those of the last one may be what they like."""
    biases = [{"bias": spread(0.0, mean, n=64)} for mean in (size, -5.0)]
    layers = [replace(LINEAR, initial=biases[0]), RELU, replace(HEAD, initial=biases[1])]
    return history(layers=layers)


def ending(bias: float, activation: str | None) -> RunHistory:
    """Biases of the last layer, and the function that it holds."""
    last = replace(HEAD, initial={"bias": spread(0.0, bias, n=4)}, activation=activation)
    return history(layers=[LINEAR, RELU, last])


def left_out(steps: int, **facts: Any) -> RunHistory:
    weight = LeftOutWeight(type="Own", name="scale", n=1, steps=steps, place=LINE, **facts)
    return history(more=[LeftOutWeights(weights=(weight,))])


def test_the_last_layer_may_not_begin_at_the_flat_end_of_its_function() -> None:
    assert "biases-far-from-zero" in names(ending(-99.0, "sigmoid"))
    assert "biases-far-from-zero" not in names(ending(-4.6, "sigmoid")), "how rare a class is"
    assert "biases-far-from-zero" not in names(ending(-99.0, None)), "the mean of the targets"


def mostly_zero(share: float, answer: float) -> RunHistory:
    """An absolute error that ends where the most frequent target has it."""
    told = replace(data(), commonest={"value": 0.0, "share": share, "distance": 1.7})
    last = sample(3, activation=spread(0.05, answer))
    run = history(steady(1.7), layers=[replace(HEAD, layer=3)], samples=[last], more=[told])
    run.loss_functions[:] = [LossFunction(loss_function=0, type="L1Loss")]
    return run


def test_a_median_is_told_where_it_is_the_value_of_most_targets() -> None:
    assert "median-learned" not in names(mostly_zero(0.45, 0.01))


def test_a_last_bias_may_be_a_logarithm_but_not_a_mean_that_e_is_raised_to() -> None:
    def counting(bias: float, log_input: bool) -> RunHistory:
        loss = LossFunction(type="PoissonNLLLoss", log_input=log_input, target_range=(0.0, 90.0))
        last = replace(HEAD, initial={"bias": replace(spread(0.0, bias, n=1), min=bias)})
        return history(layers=[LINEAR, RELU, last], more=[loss])

    assert "biases-far-from-zero" in names(counting(60.0, True))
    assert "biases-far-from-zero" not in names(counting(4.1, True)), "the logarithm of the mean"
    assert "biases-far-from-zero" not in names(counting(60.0, False)), "the mean itself"


def test_a_parameter_in_no_optimiser_is_told_where_it_is_new_or_as_it_was_drawn() -> None:
    drawn_evenly = replace(spread(1.0, 0.0, n=500), min=-(3**0.5), max=3**0.5)
    assert "left-out-weights" in names(left_out(50, registered=True, added=True))
    assert "left-out-weights" in names(left_out(50, registered=True, first=drawn_evenly))
    assert "left-out-weights" not in names(left_out(50, registered=True)), "it may be loaded"
    assert "left-out-weights" in names(left_out(50, registered=False, free=True))


def shut(low: float, high: float) -> RunHistory:
    """Biases of the gates of a recurrent layer."""
    gates = Statistics(n=64, mean=0.0, std=1.0, min=low, max=high)
    return history(layers=[replace(LINEAR, type="LSTM", initial={"bias_ih_l0": gates})])


def by_heart(before: float, last: float) -> RunHistory:
    """A training that ends near zero, with the losses of its evaluations."""
    told = [Evaluation(loss=before), Evaluation(loss=before), Evaluation(loss=last)]
    return history([max(1.4 * 0.9**at, 0.001) for at in range(100)], more=told)


@pytest.mark.parametrize(
    ("kept_back", "shared", "is_told"), [(0.002, 0, False), (0.9, 0, True), (0.002, 90, True)]
)
def test_what_holds_for_data_that_was_kept_back_is_not_learned_by_heart(
    kept_back: float, shared: int, is_told: bool
) -> None:
    sets = [replace(data(), loader=None, role=role) for role in ("train", "validation")]
    overlaps = [Overlap(first="train", second="validation", shared=shared, of=90)] * bool(shared)
    epochs = [Epoch(epoch=at, metrics={"loss": 0.001, "val_loss": kept_back}) for at in (0, 1)]
    found = history(
        [max(1.4 * 0.9**at, 0.001) for at in range(100)],
        more=[*sets, *overlaps, *epochs, Evaluation(loss=0.8)],
    )
    assert ("never-validated" in names(found)) is is_told


@pytest.mark.parametrize(("epochs", "is_told"), [(0, True), (1, False), (2, True)])
def test_nothing_is_learned_by_heart_that_was_seen_once(epochs: int, is_told: bool) -> None:
    losses = [max(1.4 * 0.9**at, 0.001) for at in range(100)]
    told = [*(Epoch(epoch=at) for at in range(epochs)), Evaluation(loss=0.8)]
    assert ("never-validated" in names(history(losses, more=told))) is is_told


def through(units: int) -> RunHistory:
    wide = replace(LINEAR, input_shape=(8, 16), output_shape=(8, 16))
    few = replace(HEAD, output_shape=(8, units))
    out = replace(LINEAR, layer=7, output_shape=(8, 16))
    return history([1.4 - 0.01 * at for at in range(60)], layers=[wide, few, out])


@pytest.mark.parametrize(("low", "high", "count"), [(-4.0, 0.2, 1), (-4.0, 4.0, 0), (-0.2, 1.0, 0)])
def test_gates_that_begin_shut_are_told(low: float, high: float, count: int) -> None:
    assert (
        sum(one.name == "biases-far-from-zero" for one in find_symptoms(shut(low, high))) == count
    )


def renumbered(share: float) -> RunHistory:
    passes = ((6.0, 60.0),)
    told = Reading(function="correct", output_shape=(60, 4), passes=passes, renumbered=share)
    return history(more=[told])


def convolved(kernel: int) -> RunHistory:
    """From 3 to 8 channels."""
    weight = {"weight": spread(0.1, n=3 * 8 * kernel * kernel)}
    shapes = {"input_shape": (4, 3, 9, 9), "output_shape": (4, 8, 9, 9)}
    return history(layers=[replace(LINEAR, type="Conv2d", initial=weight, **shapes)])


FOUND: dict[str, tuple[RunHistory, RunHistory]] = {
    "attention-entropy": (
        checked_weak("attention-is-spread", 0.8),
        checked_weak("attention-is-spread", 0.1),
    ),
    "attention-on-padding": (
        checked("padding-is-hidden", False),
        checked("padding-is-hidden", True),
    ),
    "turned-mask": (checked("content-is-seen", False), checked("content-is-seen", True)),
    "residual-imbalance": (
        checked_weak("streams-are-kept", 0.8),
        checked_weak("streams-are-kept", 0.1),
    ),
    "biases-far-from-zero": (biased(-3.0), biased(0.1)),
    "left-out-weights": (left_out(50, registered=False), left_out(5, registered=False)),
    "learned-by-heart": (by_heart(0.8, 0.8), by_heart(0.8, 0.1)),
    "narrow-layer": (through(2), through(8)),
    "never-validated": (by_heart(0.0005, 0.8), by_heart(0.8, 0.8)),
    "broadcast-loss": (formula(32, 32), formula(32, 1)),
    "clipping-always": (clipped(60.0), clipped(2.0)),
    "constant-inputs": (
        history(more=[loader(), data(std=0.0)]),
        history(more=[loader(), data()]),
    ),
    "constant-labels": (constant_targets(0.0), constant_targets(0.7)),
    "constant-output": (answers(0.0), answers(0.3)),
    "constant-weights": (initial(0.0), initial(0.2)),
    "contradicting-labels": (contradicted(90), contradicted(7)),
    "dead-units": (forward(RELU, dead=0.95), forward(RELU, dead=0.3)),
    "different-scales": (evaluated_on(0.01), evaluated_on(0.6)),
    "diverged-to-nan": (
        history(
            [1.4, *(2.0**at for at in range(30)), *[math.nan] * 20],
            more=[Alarm(alarm="nan-loss", step=31, place=LINE)],
        ),
        history(),
    ),
    "erased-signal": (normalised(given=1.0, made=0.0), normalised(given=0.0, made=0.0)),
    "evaluation-in-training-mode": (evaluated("train"), evaluated("eval")),
    "exploding-gradients": (
        history(step=Step(update_ratio=1e-3, grad_norm=1e6)),
        history(step=Step(update_ratio=1e-3, grad_norm=30.0)),
    ),
    "few-negatives": (
        history(more=[PairLoss(size=2, looks=16, place=LINE)]),
        history(more=[PairLoss(size=32, looks=16, place=LINE)]),
    ),
    "first-nan-activation": (alarmed("nan-activation"), alarmed(None)),
    "future-seen": (checked("future-is-hidden", False), checked("future-is-hidden", True)),
    "gradient-cut": (checked("gradient-passes", False), checked("gradient-passes", True)),
    "growing-memory": (memory(10, 14, 18, 22, 26), memory(10, 14, 18, 19, 19)),
    "kept-gradients": (gradients_kept(4), gradients_kept(0)),
    "ignored-class": (classes(0.2), classes(0.0)),
    "input-ignored": (collapsed(True), collapsed(False)),
    "labels-outside-loss": (
        given_to(function="binary_cross_entropy_with_logits", target_range=(-1.0, 1.0)),
        given_to(function="binary_cross_entropy_with_logits", target_range=(0.0, 1.0)),
    ),
    "loss-against-metric": (
        epochs(*({"loss": 0.9 - 0.1 * at, "dice": 0.9 - 0.1 * at} for at in range(5))),
        epochs(*({"loss": 0.9 - 0.1 * at, "mae": 0.9 - 0.1 * at} for at in range(5))),
    ),
    "miscounted-metric": (printed([0.8, 0.84, 0.9], PADDED), printed([0.5, 0.6, 0.75], PADDED)),
    "wrong-formula": (
        scored("rmse", (0.9123, 0.4056, 0.2113)),
        scored("mse", (0.9123, 0.4056, 0.2113)),
    ),
    "mirrored-inputs": (mirrored("numbers", width=0.9), mirrored("numbers", width=-0.1)),
    "perhaps-mirrored-inputs": (mirrored("number"), mirrored("number", width=-0.1)),
    "misread-output": (thresholded(0.5), thresholded(0.0)),
    "probabilities-as-scores": (
        given_to(function="cross_entropy", made_by="softmax"),
        given_to(function="cross_entropy", made_by="log_softmax"),
    ),
    "scores-as-probabilities": (
        given_to(function="nll_loss", input_range=(-3.0, 2.0)),
        given_to(function="nll_loss", input_range=(-3.0, -0.1)),
    ),
    "several-labels": (
        given_to(function="cross_entropy", row_sums=(0.0, 3.0, 0.0)),
        given_to(function="cross_entropy", row_sums=(1.0, 1.0, 0.25)),
    ),
    "swapped-arguments": (
        given_to(function="binary_cross_entropy", swapped=True),
        given_to(function="kl_div", swapped=True),
    ),
    "leakage": (
        history(more=[loader(), data(), Overlap(first=0, second=1, shared=90, of=100)]),
        history(more=[loader(), data(), Overlap(first=1, second=2, shared=90, of=100)]),
    ),
    "discarded-gradients": (discarding(80), discarding(20)),
    "learning-rate-gone": (
        rates(lambda share: 0.1 * 0.8 ** (share * 100)),
        rates(lambda share: 0.1 * (1 - share)),
    ),
    "loader-bound-time": (waited(8.0), waited(2.0)),
    "linear-network": (checked("bends", False), checked("bends", True)),
    "loss-diverges": (history([*steady(1.0, 100), *steady(9.0, 100)]), history()),
    "loss-flat": (history(steady(1.4)), history()),
    "loss-oscillates": (history(swinging(0.5)), history(swinging(0.05))),
    "loss-scale-overflow": (scaled(True), scaled(False)),
    "mixed-examples": (
        checked("independent-examples", False),
        checked("independent-examples", True),
    ),
    "no-better-than-copying": (copying(0.4), copying(0.2)),
    "no-better-than-guessing": (guesses(1.39), guesses(0.2)),
    "no-updates": (passes("train"), passes("eval")),
    "non-deterministic": (repeated(0.01), repeated(1e-4)),
    "nothing-to-train": (frozen(0), frozen(10)),
    "order-without-effect": (checked("order-matters", False), checked("order-matters", True)),
    "output-range": (range_of("Sigmoid", 0.0, 30.0), range_of("Sigmoid", 0.0, 1.0)),
    "overfitting": (
        epochs(*({"loss": 1 - 0.15 * at, "val_loss": 1 + 0.2 * abs(at - 2)} for at in range(7))),
        epochs(*({"loss": 1 - 0.1 * at, "val_loss": 1.1 - 0.1 * at} for at in range(7))),
    ),
    "overlapping-batches": (moved_by(1), moved_by(32)),
    "penalty-in-loss": (penalised(1.0), penalised(0.3)),
    "penalty-outweighs-data": (decayed(0.01), decayed(0.5)),
    "pointwise-convolutions": (convolved(1), convolved(3)),
    "renumbered-labels": (renumbered(0.95), renumbered(0.3)),
    "repeated-data": (left_after(4), left_after(40)),
    "saturated-units": (forward(TANH, saturated=0.8), forward(TANH, saturated=0.1)),
    "lost-amplitude": (
        beside_the_network("amplitude-is-used", False),
        beside_the_network("amplitude-is-used", True),
    ),
    "lost-positions": (
        beside_the_network("positions-are-kept", False),
        beside_the_network("positions-are-kept", True),
    ),
    "scale-without-effect": (scale_checked("MSELoss", False), scale_checked("MSELoss", True)),
    "shrinking-weights": (shrinking(0.05), shrinking(0.7)),
    "decayed-weights": (shrinking(0.05, decay=0.5), shrinking(0.05)),
    "stuck-at-zero": (factors(0.0), factors(0.1)),
    "sorted-data": (labelled(changes=3), labelled(changes=30)),
    "stuck-metric": (
        epochs(*({"loss": 1 - 0.15 * at, "accuracy": 0.1} for at in range(6))),
        epochs(*({"loss": 1 - 0.15 * at, "accuracy": 0.1 * at} for at in range(6))),
    ),
    "symmetric-weights": (
        history(layers=[replace(LINEAR, equal_rows=("weight",))]),
        history(layers=[replace(LINEAR, equal_rows=("bias",))]),
    ),
    "foreign-parameters": (strange(0.0), strange(1e-3)),
    "never-updated-copy": (copied(), copied(same_input=3)),
    "frozen-first-weights": (frozen_layer(1.73), frozen_layer(3.2)),
    "flat-network": (checked("curves", False), checked("curves", True)),
    "zero-gradients": (flat(0.0), flat(1e-12)),
    "zero-derivative": (derived(4), derived(3)),
    "reshaped-axes": (checked_weak("groups-are-kept", 0.8), checked_weak("groups-are-kept", 0.1)),
    "turned-pairs": (compared(1.2, 1.0, 1.0), compared(1.0, 1.2, 1.0)),
    "collapsed-embeddings": (compared(1.0, None, 0.1), compared(1.0, None, 0.9)),
    "turned-direction": (checked("direction-is-right", False), checked("direction-is-right", True)),
    "maximised-loss": (turned_around(False), turned_around(True)),
    "turned-quantiles": (checked("levels-are-kept", False), checked("levels-are-kept", True)),
    "median-learned": (mostly_zero(0.81, 0.01), mostly_zero(0.81, 0.6)),
    "endless-fall": (
        history([100 - 1e-2 * step**3 for step in range(STEPS)]),
        history([100 - 8e4 * (1 - 0.97**step) for step in range(STEPS)]),
    ),
    "endless-warm-up": (
        warmed_up(lambda share: 1e-6 + 1e-3 * share),
        warmed_up(lambda share: 1e-6 * 1000**share),
    ),
    "rate-as-factor": (
        scheduled("LambdaLR", meant=2e-3, largest=2e-3),
        scheduled("LambdaLR", meant=1.0, largest=2e-3),
    ),
    "hardly-any-updates": (history([2.3] * 24), history([3 - 0.1 * at for at in range(24)])),
    "target-is-input": (checked("target-differs", False), checked("target-differs", True)),
    "too-few-updates": (history([3 - 0.1 * at for at in range(24)]), history()),
    "training-in-evaluation-mode": (trained_in("eval"), trained_in("train")),
    "unlike-evaluation": (accurate(0.52), accurate(0.9)),
    "unchanged-layers": (unchanged(False), unchanged(True)),
    "unreached-weights": (ended(OWN, has_effect=True), ended(OWN, has_effect=False)),
    "unscaled-inputs": (
        history(more=[loader(), data(mean=120.0, std=70.0, min=0.0, max=255.0)]),
        history(more=[loader(), data()]),
    ),
    "updates-too-large": (updates(0.4), updates(1e-2)),
    "updates-too-small": (updates(1e-7), updates(1e-4)),
    "vanishing-gradients": (with_gradients(1e-8, 1e-3), with_gradients(1e-4, 1e-3)),
    "weights-too-large": (initial(5.0), initial(0.5)),
    "weights-too-small": (initial(1e-5), initial(0.05)),
}
"""A run that has the symptom, and one that looks alike and has not."""


def names(found: RunHistory) -> set[str]:
    return {symptom.name for symptom in find_symptoms(found)}


@pytest.mark.parametrize("name", FOUND)
def test_it_is_found(name: str) -> None:
    assert name in names(FOUND[name][0])


@pytest.mark.parametrize("name", FOUND)
def test_it_is_not_found_where_it_is_not(name: str) -> None:
    assert name not in names(FOUND[name][1])


def test_a_healthy_run_has_none() -> None:
    samples = [
        sample(0, weight=spread(0.2), grad=spread(0.01), activation=spread(0.7)),
        sample(1, activation=spread(0.5, dead=0.1)),
        sample(2, weight=spread(0.1), grad=spread(0.02), activation=spread(0.9)),
    ]
    healthy = history(layers=[LINEAR, RELU, HEAD], samples=samples, more=[loader(), data()])
    assert names(healthy) - {"unchanged-layers"} == set()


def leaking(**facts: Any) -> set[str]:
    overlap = Overlap(first=0, second=1, shared=30, of=100)
    return names(history(more=[loader(), replace(data(), **facts), overlap]))


def test_a_loader_that_is_made_anew_in_every_epoch_is_no_other_set() -> None:
    overlap = Overlap(first=0, second=1, shared=30, of=100)
    again = replace(loader(), loader=1)
    for other, is_leak in ((again, False), (replace(again, length=7), True)):
        found = names(history(more=[loader(), other, data(), overlap]))
        assert ("leakage" in found) is is_leak


def test_ids_that_repeat_by_chance_are_no_leak() -> None:
    assert "leakage" not in leaking(categorical=True, repeated=0.3)
    assert "leakage" in leaking(categorical=True, repeated=0.02)
    assert "leakage" in leaking(repeated=0.3), "examples that were copied before the split"


def test_ids_that_are_equal_by_chance_may_have_several_labels() -> None:
    assert "contradicting-labels" not in names(contradicted(90, categorical=True))


def test_rows_that_may_be_steps_of_a_sequence_are_no_examples_that_come_again() -> None:
    for batch_size in (None, 8):
        found = names(moved_by(1, batch_size=batch_size))
        assert "overlapping-batches" not in found


def test_a_loss_that_may_belong_to_another_output_is_not_compared() -> None:
    def two(shape: tuple[int, ...], **facts: Any) -> set[str]:
        one = LossFunction(type="MSELoss", input_shape=shape, target_range=(0.0, 30.0), **facts)
        last = layer(0, "Sigmoid", output_shape=(32, 2))
        return names(history(layers=[last], more=[one]))

    assert "output-range" in two((32, 2), input_range=(0.2, 0.8))
    assert "output-range" in two((16, 2))
    assert "output-range" not in two((32, 1))
    assert "output-range" not in two((32, 2), input_range=(-4.0, 9.0))


@pytest.mark.parametrize(
    ("kind", "low", "is_found"),
    [
        ("Softplus", -1.0, True),
        ("HardSigmoid", -1.0, True),
        ("hard_sigmoid", -1.0, True),
        ("Tanh", -1.0, False),
        ("PReLU", -1.0, False),
        ("LogSoftmax", -1.0, False),
    ],
)
def test_functions_are_told_apart_by_their_whole_names(
    kind: str, low: float, is_found: bool
) -> None:
    assert ("output-range" in names(range_of(kind, low, 0.5))) == is_found


def test_a_loss_of_the_project_may_do_something_else_with_its_targets() -> None:
    def defined(**facts: Any) -> list[Severity]:
        known = {"input_shape": (32, 2), "target_shape": (32, 2), "target_dtype": "float32"}
        loss = LossFunction(type="angles", defined=LINE, target_range=(-1.0, 1.0),
                            **{**known, **facts})  # fmt: skip
        last = layer(0, "Softplus", output_shape=(32, 2))
        found = find_symptoms(history(layers=[last], more=[loss]))
        return [one.severity for one in found if one.name == "output-range"]

    assert defined() == [Severity.WARNING]
    assert defined(target_dtype="int64") == []
    assert defined(target_shape=(32,)) == []


def broken_down(found: RunHistory) -> RunHistory:
    """The same run, whose loss is NaN after a few steps."""
    points = [one._replace(value=math.nan) if one.step > 2 else one for one in found.losses]
    kept: EvenlySpread[Point] = EvenlySpread(len(points) + 1)
    for point in points:
        kept.offer(point)
    return replace(found, _losses=kept)


@pytest.mark.parametrize("name", sorted({*FOUND} - {"non-deterministic"}))
def test_a_loss_that_is_nan_is_compared_with_nothing(name: str) -> None:
    messages = [one.message for one in find_symptoms(broken_down(FOUND[name][0]))]
    assert not [told for told in messages if re.search(r"\b(nan|inf)\b", told)]


def test_weights_that_are_nan_have_not_shrunk() -> None:
    assert "shrinking-weights" not in names(shrinking(math.nan))


def test_every_detector_is_tried_here() -> None:
    told = {type(one).__name__ for one in all_detectors()}
    seen = {
        type(detector).__name__
        for ill, _ in FOUND.values()
        for detector in all_detectors()
        if any(detector.find(ill))
    }
    assert told == seen


def test_a_detector_names_all_of_its_symptoms() -> None:
    for detector in all_detectors():
        found = {one.name for ill, _ in FOUND.values() for one in detector.find(ill)}
        assert found <= {*detector.symptom_names}, detector.name


def test_a_layer_that_normalises_erases_nothing() -> None:
    assert "erased-signal" not in names(normalised(given=1.0, made=1.0))


def test_nothing_is_said_of_an_empty_run() -> None:
    assert find_symptoms(RunHistory()) == []


def test_losses_that_play_against_each_other_are_left_alone() -> None:
    assert "loss-flat" not in names(history(steady(1.4), optimisers=2))


def test_the_gravest_comes_first() -> None:
    found = find_symptoms(FOUND["diverged-to-nan"][0])
    assert found[0].name == "diverged-to-nan"
    assert found[0].place == LINE


@pytest.mark.parametrize(
    ("axis", "shape", "is_wrong"),
    [(0, (50, 4), True), (1, (50, 4), False), (None, (50, 4), True), (None, (1, 4), False)],
)
def test_the_axis_of_the_classes(axis: int | None, shape: tuple[int, int], is_wrong: bool) -> None:
    reading = Reading(function="argmax", place=LINE, axis=axis, shape=shape, output_shape=shape)
    assert ("misread-output" in names(read_as("cross_entropy", reading))) is is_wrong


@pytest.mark.parametrize(("factor", "is_wrong"), [(0.02, True), (1.0, False), (100.0, False)])
def test_an_accuracy_that_is_divided_by_something_else(factor: float, is_wrong: bool) -> None:
    passes = [(50.0, 100.0), (70.0, 100.0), (90.0, 100.0)]
    values = [factor * right / whole for right, whole in passes]
    assert ("miscounted-metric" in names(printed(values, passes))) is is_wrong


@pytest.mark.parametrize(
    ("name", "both_to_value", "is_wrong"),
    [
        ("precision", lambda both: both / (both + 10), False),
        ("precision", lambda both: both / (both + 4), True),
        ("val recall", lambda both: 100 * both / (both + 4), False),
        ("val recall", lambda both: 100 * both / (both + 10), True),
        ("F1", lambda both: 2 * both / (2 * both + 14), False),
        ("F1", lambda both: both / (2 * both + 14), True),
        ("best F1", lambda both: both / (2 * both + 14), False),
        ("iou", lambda both: both / (both + 14), False),
        ("iou", lambda both: both / (2 * both + 14), True),
        ("dice", lambda both: both / (both + 14), True),
        ("dice", lambda both: 0.9 * both / (both + 14), False),
        ("auc", lambda both: (both / (both + 4) + (86 - both) / (96 - both)) / 2, True),
    ],
)
def test_a_name_stands_for_a_formula(
    name: str, both_to_value: Callable[[float], float], is_wrong: bool
) -> None:
    found = names(scored(name, [both_to_value(both) for both in (21.0, 31.0, 43.0)], "yes-no"))
    assert ("wrong-formula" in found) is is_wrong


@pytest.mark.parametrize(
    ("name", "values", "is_wrong"),
    [
        ("rmse", [0.9123**0.5, 0.4056**0.5, 0.2113**0.5], False),
        ("rmse", [0.81, 0.55, 0.40], False),  # the mean of absolute errors, but with two digits
        ("rmse", [0.9123, 0.9123, 0.9123], False),
        ("mae", [0.81, 0.55, 0.4], False),
        ("mae", [81.0, 55.0, 40.0], False),  # six digits in all
        ("mse", [91.23, 40.56, 21.13], True),
        ("r2", [1 - one / 97.75 for one in (91.23, 40.56, 21.13)], True),
        ("r2", [1 - one / 119.0 for one in (91.23, 40.56, 21.13)], False),
    ],
)
def test_formulas_of_numbers(name: str, values: list[float], is_wrong: bool) -> None:
    assert ("wrong-formula" in names(scored(name, values))) is is_wrong


@pytest.mark.parametrize(
    ("rows", "is_wrong"),
    [
        ([(0.0, 100.0, 90.0, 0.0)], True),
        ([(0.0, 100.0, 0.0, 90.0)], True),
        ([(90.0, 100.0, 90.0, 0.0)], False),
        ([(2.0, 100.0, 3.0, 2.0)], False),
    ],
)
def test_the_wrong_end_of_a_ranking(rows: list[tuple[float, ...]], is_wrong: bool) -> None:
    reading = Reading(
        function="ranked", place=LINE, threshold=5.0, shape=(100, 200), passes=tuple(rows)
    )
    assert ("misread-output" in names(history(more=[reading]))) is is_wrong


@pytest.mark.parametrize(
    ("function", "is_wrong"), [("largest-score", True), ("own-nearest", True), ("correct", False)]
)
def test_what_is_compared_with_labels(function: str, is_wrong: bool) -> None:
    reading = Reading(function=function, place=LINE, shape=(100,), share=1.0)
    assert ("misread-output" in names(read_as("cross_entropy", reading))) is is_wrong


@pytest.mark.parametrize(
    ("loss", "is_wrong"), [("BinaryCrossentropy", True), ("MeanSquaredError", False)]
)
def test_an_output_is_cut_off_to_the_numbers_of_classes(loss: str, is_wrong: bool) -> None:
    found = given_to(type=loss)
    found.take(Reading(function="class-number", place=LINE, metric="iou"))
    assert ("misread-output" in names(found)) is is_wrong


def test_a_metric_of_keras_reads_scores_as_probabilities() -> None:
    fields = {"type": "BinaryCrossentropy", "from_logits": True, "input_range": (-2.0, 2.0)}
    found = given_to(**fields)
    found.take(Reading(function="threshold", metric="accuracy", threshold=0.5, place=LINE))
    assert "misread-output" in names(found)


@pytest.mark.parametrize(("step", "is_told"), [(8, False), (4, True)], ids=["at the end", "before"])
def test_weights_that_are_put_back_at_the_end_are_not_overfitted(step: int, is_told: bool) -> None:
    overfitted, _ = FOUND["overfitting"]
    found = replace(overfitted, restored=[])
    found.take(Losses(first=0, values=(1.0, 0.8, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1)))
    found.take(Restored(step=step))
    assert ("overfitting" in names(found)) is is_told


@pytest.mark.parametrize(("loss", "is_told"), [("MSELoss", True), ("BCEWithLogitsLoss", False)])
def test_classes_may_well_not_depend_on_the_scale(loss: str, is_told: bool) -> None:
    assert ("scale-without-effect" in names(scale_checked(loss, False))) is is_told


def test_targets_that_are_the_inputs_are_told_where_they_are_compared() -> None:
    found = given_to(type="CrossEntropyLoss", called=replace(LINE, line=40))
    found.take(NetworkCheck(check="target-differs", result=False, place=LINE))
    (told,) = [one for one in find_symptoms(found) if one.name == "target-is-input"]
    assert told.place == replace(LINE, line=40)


@pytest.mark.parametrize(
    ("check", "name"),
    [
        ("attention-chooses", "attention-entropy"),
        ("attention-adds-up", "attention-entropy"),
        ("branches-are-heard", "residual-imbalance"),
    ],
)
def test_other_signs_of_the_same(check: str, name: str) -> None:
    assert name in names(checked_weak(check, 0.8))


@pytest.mark.parametrize("check", ["axes-are-kept", "classes-are-kept"])
def test_a_reshape_that_is_never_meant_is_told_of_a_good_training(check: str) -> None:
    assert "reshaped-axes" in names(checked_weak(check, 0.1))
    assert "reshaped-axes" not in names(checked(check, True))


def test_a_few_steps_say_nothing_of_attention() -> None:
    failed = NetworkCheck(check="attention-is-spread", result=False, place=LINE)
    assert "attention-entropy" not in names(history([1.4] * 20, more=[failed]))


def test_a_gradient_may_be_cut_between_steps() -> None:
    assert "gradient-cut" in names(checked("gradient-over-positions", False))


def test_a_loss_that_still_falls_may_yet_learn_to_use_its_input() -> None:
    check = NetworkCheck(check="uses-input", result=False, place=LINE, terms=True)
    losses = [3 - 0.01 * at for at in range(200)]
    assert "input-ignored" not in names(history(losses, more=[check]))


@pytest.mark.parametrize(("ratio", "is_seen"), [(1e-7, True), (0.4, False)])
def test_of_few_measured_steps_only_tiny_ones_say_something(ratio: float, is_seen: bool) -> None:
    few = history(steady(1.4, 20), step=Step(update_ratio=ratio, lr=(0.001,)))
    names = {one.name for one in find_symptoms(few)}
    assert bool(names & {"updates-too-small", "updates-too-large"}) == is_seen


@pytest.mark.parametrize(
    ("sets_seed", "reason"),
    [(False, "The script sets no seed."), (True, "2 workers"), (None, "2 workers")],
)
def test_a_training_that_comes_out_differently_is_told_with_a_reason(
    sets_seed: bool | None, reason: str
) -> None:
    found = find_symptoms(repeated(0.01, sets_seed=sets_seed))
    (symptom,) = (one for one in found if one.name == "non-deterministic")
    assert symptom.step == 10
    assert reason in symptom.message


def test_a_layer_that_its_model_does_not_know_is_told() -> None:
    facts = {"optimised": False, "had_gradient": True}
    assert "unchanged-layers" in names(ended(OWN, tracked=False, **facts))
    assert "unchanged-layers" in names(ended(OWN, **facts)), "of PyTorch"
    assert "unchanged-layers" not in names(ended(OWN, tracked=True, **facts)), "may be loaded"
    assert "unchanged-layers" not in names(ended(OWN, tracked=False, optimised=False))
    assert "unchanged-layers" not in names(ended(OWN, tracked=False, **facts, n=1)), "in parts"


def test_a_single_weight_that_is_left_as_it_was_drawn_is_told() -> None:
    assert "frozen-first-weights" in names(drawn(math.sqrt(3) * 1.05))
    assert "frozen-first-weights" not in names(drawn(math.sqrt(3) * 1.3))


def test_a_weight_that_derivatives_of_the_answer_do_not_have_is_no_fault() -> None:
    found = ended(OWN, has_effect=True)
    found.take(Derivative(order=1, looks=6, zero=0, place=LINE))
    assert "unreached-weights" not in names(found)


def test_a_weight_with_a_gradient_of_zero_is_unreached() -> None:
    def stepped(norm: float) -> set[str]:
        found = ended(OWN, has_effect=True, had_gradient=True)
        grad = {"own": Statistics(n=2, norm=norm)}
        for number in range(3):
            part = LayerSample(layer=3, grad=grad)
            found.take(Layers(step=number, mode="train", layers=(part,)))
        return names(found)

    assert "unreached-weights" in stepped(0.0)
    assert "unreached-weights" not in stepped(1e-9), "a step may be lost in rounding"


def test_a_copy_that_gives_targets_is_told_at_the_step_it_should_follow() -> None:
    found = copied()
    found.optimisers[0] = replace(found.optimisers[0], layers=(0,), called=Place("loop.py", 9))
    (told,) = [one for one in find_symptoms(found) if one.name == "never-updated-copy"]
    assert told.place == Place("loop.py", 9)


@pytest.mark.parametrize(
    "facts",
    [{"beside": 12}, {"looks": 8, "beside": 8}, {"last": 400}, {"steps": 150, "last": 150}],
)
def test_copies_that_are_asked_now_and_then_or_not_for_long_are_no_fault(
    facts: dict[str, int],
) -> None:
    assert "never-updated-copy" not in names(copied(**facts))


def test_a_copy_of_what_was_trained_before_is_no_fault() -> None:
    assert "never-updated-copy" in names(copied(1.73))
    assert "never-updated-copy" not in names(copied(3.2))


def test_nothing_is_said_of_a_copy_where_the_run_was_cut_short() -> None:
    found = copied()
    found.take(End(t=20.0, outcome="interrupted", steps=1000, seconds=20.0))
    assert "never-updated-copy" not in names(found)


def test_an_optimiser_whose_layers_get_no_gradient_is_told_with_the_line_that_cuts() -> None:
    used = {"activation": spread(0.5)}
    (found,) = (one for one in find_symptoms(ungraded(**used)) if one.name == "unreached-weights")
    assert found.place == CUT
    assert "SGD makes 100 steps" in found.message
    assert "unreached-weights" not in names(ungraded()), "never called: strangers"
    assert "unreached-weights" not in names(ungraded(**used, grad=spread(0.1))), "of another one"
    assert "unreached-weights" not in names(ungraded(steps=3, **used))


def test_gradients_of_zero_are_told_of_runs_that_begin_with_them_and_have_a_loss() -> None:
    assert "zero-gradients" not in names(flat(0.0, first=10)), "all may be learned"
    assert "zero-gradients" not in names(flat(0.0, loss=0.0))


@pytest.mark.parametrize(("saturated", "is_told"), [(1.0, False), (0.2, True)])
def test_an_output_at_its_flat_ends_has_no_gradient_either(saturated: float, is_told: bool) -> None:
    part = sample(1, activation=spread(0.5, saturated=saturated))
    still = Step(grad_norm=0.0, loss=0.7, update_ratio=0.0)
    found = history(steady(0.7), step=still, layers=[LINEAR, TANH], samples=[part])
    assert ("zero-gradients" in names(found)) is is_told


def test_of_few_measured_steps_gradients_of_zero_are_told_where_nothing_has_changed() -> None:
    same = UnchangedParameter(layer=0, name="weight", optimised=True, had_gradient=True)
    whole, half = (Parameters(compared=count, unchanged=(same,)) for count in (1, 2))
    assert "zero-gradients" in names(flat(0.0, whole, last=10))
    assert "zero-gradients" not in names(flat(0.0, half, last=10))
    assert "zero-gradients" not in names(flat(0.0, whole, last=5))
    assert "zero-gradients" not in names(flat(0.0, last=10))


@pytest.mark.parametrize(
    ("end", "is_told"),
    [
        ({"reached": 8, "length": 752, "share": 0.004, "largest": 0.004}, True),
        ({"reached": 8, "length": 752, "share": 0.9, "largest": 0.9}, False),
        ({"reached": 750, "length": 752, "share": 0.004, "largest": 1.0}, False),
        ({"reached": 400, "length": 752, "share": 0.2, "largest": 0.2}, False),
    ],
)
def test_cycles_that_hardly_begin(end: dict[str, Any], is_told: bool) -> None:
    found = find_symptoms(scheduled("OneCycleLR", meant=0.05, **end))
    places = [one.place for one in found if one.name == "endless-warm-up"]
    assert places == ([Place("train.py", 60)] if is_told else [])


def test_a_factor_that_comes_to_one_is_no_rate() -> None:
    found = find_symptoms(scheduled("LambdaLR", meant=2e-3, largest=1.0))
    assert "rate-as-factor" not in {one.name for one in found}
