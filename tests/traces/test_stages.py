"""Trainings that follow each other are judged each by itself; those that take turns are not."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from seismograd.localise.trouble import Trouble, trouble_of
from seismograd.traces.events import End, Evaluation, Losses, Optimiser, Place, Step
from seismograd.traces.history import RunHistory
from seismograd.traces.stages import MOST, stages_of
from seismograd.traces.symptoms import find_symptoms

STEPS = 200
FALLING = [2.0 * 0.98**at + 0.1 for at in range(STEPS)]
FLAT = [1.5 + 0.01 * (at % 3) for at in range(STEPS)]


def run(stages: Sequence[Sequence[float]], one_line: bool = False) -> RunHistory:
    history = RunHistory()
    first = 0
    for number, losses in enumerate(stages):
        line = Place(file="train.py", line=1 if one_line else 10 * number + 1)
        history.take(Optimiser(t=first, optimiser=number, type="Adam", built=line))
        history.take(Step(t=first, step=first, optimiser=number, lr=(0.001,)))
        history.take(Losses(t=first, first=first, values=tuple(losses)))
        first += len(losses)
        history.take(Step(t=first - 1, step=first - 1, optimiser=number, lr=(0.001,)))
        history.take(Evaluation(t=first - 0.5, loss=losses[-1]))
    history.take(End(t=first, outcome="finished", steps=first))
    return history


def names(history: RunHistory) -> set[str]:
    return {one.name for one in find_symptoms(history)}


def test_each_stage_has_its_own_losses_optimiser_and_evaluations() -> None:
    first, second = stages_of(run([FALLING, FLAT]))
    assert [point.value for point in first.losses] == FALLING
    assert [point.value for point in second.losses] == FLAT
    assert [one.optimiser for one in (*first.optimisers, *second.optimisers)] == [0, 1]
    assert [one.loss for one in first.evaluations] == [FALLING[-1]]
    assert [one.loss for one in second.evaluations] == [FLAT[-1]]
    assert (first.step_count, second.step_count) == (STEPS, STEPS)


@pytest.mark.parametrize(("stages", "is_flat"), [([FALLING, FLAT], True), ([FALLING] * 2, False)])
def test_a_stage_that_learns_nothing_is_seen(stages: list[list[float]], is_flat: bool) -> None:
    assert ("loss-flat" in names(run(stages))) is is_flat


def test_the_last_stage_says_whether_the_run_is_in_trouble() -> None:
    for stages, trouble in (
        ([FALLING, FLAT], Trouble.TRAINING),
        ([FALLING, FALLING], Trouble.NONE),
    ):
        history = run(stages)
        assert trouble_of(history, find_symptoms(history)) is trouble


def test_most_stages_of_one_line_must_show_it() -> None:
    assert "loss-flat" not in names(run([FALLING, FLAT, FALLING], one_line=True))
    assert "loss-flat" in names(run([FLAT, FLAT, FALLING], one_line=True))


def test_an_optimiser_that_goes_on_with_the_training_is_no_stage_of_its_own() -> None:
    polished = [FALLING[-1]] * STEPS
    assert len(stages_of(run([FALLING, polished]))) == 1
    assert "loss-flat" not in names(run([FALLING, polished]))
    first, second = stages_of(run([FALLING, polished, FALLING]))
    assert (first.step_count, second.step_count) == (2 * STEPS, STEPS)


def test_optimisers_that_take_turns_are_no_stages() -> None:
    history = run([FLAT, FLAT])
    history.take(Step(t=900, step=2 * STEPS, optimiser=0))
    assert stages_of(history) == [history]
    assert "loss-flat" not in names(history)


def test_turns_are_seen_in_losses_between_sampled_steps() -> None:
    history = run([FALLING, FLAT])
    history.take(Losses(first=2 * STEPS, values=(1.0, 1.0), optimisers=(1, 0)))
    assert stages_of(history) == [history]


def test_an_optimiser_for_each_of_many_tasks_makes_no_stages() -> None:
    history = run([FALLING] * (MOST + 1))
    assert stages_of(history) == [history]
