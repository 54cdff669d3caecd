"""Data that is learned by heart is found by holding some of it back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from seismograd.faults import Severity
from seismograd.localise.confirmation import needs_experiments
from seismograd.localise.diagnosis import diagnose
from seismograd.localise.experiments import Trial, TrialResult
from seismograd.localise.interventions.unseen_examples import EVERY, UnseenExamples
from seismograd.localise.source_lines import SourceLines
from seismograd.traces.events import Alteration, Epoch, KeptGradients, Loader, Optimiser
from seismograd.traces.history import RunHistory
from seismograd_sandbox.guest.alterations import hold_back
from tests.localise.test_investigation import ROOT, SOURCE, investigated
from tests.traces.symptoms.made_histories import LINE, STEPS, data, falling, history

LEARNED = falling(last=0.001)


def run(passes: int = 20, sets: int = 1, examples: int = 400) -> RunHistory:
    optimiser = Optimiser(optimiser=0, type="Adam", built=LINE, layers=(0,), groups=({"lr": 0.01},))
    epochs = [Epoch(epoch=at) for at in range(passes)]
    told = [replace(data(), loader=number, examples=examples) for number in range(sets)]
    return history(LEARNED, optimisers=0, more=[optimiser, *epochs, *told])


def keras_run(
    passes: int = 20, metric: str = "loss", length: int | None = None, on_torch: bool = True
) -> RunHistory:
    """As Keras tells it: an optimiser without layers, and data by its role."""
    optimiser = Optimiser(optimiser=0, type="Adam", built=LINE, groups=({"lr": 0.01},))
    epochs = [Epoch(epoch=at, metrics={metric: 0.1}) for at in range(passes)]
    told = replace(data(), loader=None, role="train", examples=400)
    kept = [KeptGradients(optimiser=0, steps=32, kept=0)] if on_torch else []
    loaders = [] if length is None else [Loader(loader=0, length=length)]
    more = [optimiser, *epochs, told, *kept, *loaders]
    return history(LEARNED, optimisers=0, more=more)


def laboratory(
    unseen: float, shown: float = 12.0, others: float = 0.0
) -> tuple[list[str], Callable[[Trial], TrialResult]]:
    asked: list[str] = []

    def answer(trial: Trial) -> TrialResult:
        asked.extend(trial.alter)
        is_held = "hold-back" in trial.alter
        losses = [
            unseen if is_held and at % EVERY == 0 and at > STEPS // 4 else one
            for at, one in enumerate(LEARNED)
        ]
        told = [
            Alteration(alteration=word, applied=9, measured={"shown": shown, "others": others})
            for word in trial.alter
        ]
        return TrialResult(history(losses, more=told), has_failed=False)

    return asked, answer


@pytest.mark.parametrize(("unseen", "is_by_heart"), [(2.0, True), (0.002, False)])
def test_a_run_that_sees_no_other_data_is_asked(unseen: float, is_by_heart: bool) -> None:
    asked, answer = laboratory(unseen)
    found = investigated(run(), answer)
    assert "hold-back" in asked
    named = [one.finding for one in found.causes if one.finding.name == "no-validation"]
    assert bool(named) is is_by_heart
    assert all(one.severity is Severity.WARNING for one in named)
    assert not any(one.confirmed for one in found.causes)


def test_without_held_back_steps_nothing_is_said() -> None:
    _, answer = laboratory(2.0, shown=1.0)
    found = investigated(run(), answer)
    assert "no-validation" not in [one.finding.name for one in found.causes]


@pytest.mark.parametrize("other", [run(sets=2), run(passes=2), run(examples=10)])
def test_other_runs_are_not_asked(other: RunHistory) -> None:
    assert not UnseenExamples().suits(other)
    assert UnseenExamples().suits(run())


@pytest.mark.parametrize(("unseen", "others"), [(2.0, 0.0), (2.0, 30.0), (0.002, 0.0)])
def test_keras_is_asked_and_may_look_at_other_data_by_itself(unseen: float, others: float) -> None:
    asked, answer = laboratory(unseen, others=others)
    found = investigated(keras_run(), answer)
    assert "hold-back" in asked
    named = [one for one in found.causes if one.finding.name == "no-validation"]
    assert bool(named) is (unseen > 1.0 and not others)


def test_loops_with_an_optimiser_of_keras_are_counted_by_their_loader() -> None:
    assert UnseenExamples().suits(keras_run(passes=0, length=STEPS // 20))
    assert not UnseenExamples().suits(keras_run(passes=0, length=STEPS // 5))
    assert not UnseenExamples().suits(keras_run(passes=0))


def test_keras_is_not_asked_where_it_validates_or_cannot_be_altered() -> None:
    assert not UnseenExamples().suits(keras_run(metric="val_loss"))
    assert not UnseenExamples().suits(keras_run(on_torch=False))


def test_there_is_something_to_try_though_nothing_is_left_to_learn() -> None:
    lines = SourceLines(ROOT, run(), None, lambda file: SOURCE)
    assert needs_experiments(diagnose(run(), [], lines))


def test_the_guest_shows_held_back_examples_in_the_steps_that_are_read() -> None:
    assert hold_back.EVERY == EVERY
