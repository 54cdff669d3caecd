"""Trainings that follow each other in one run: pre-training and fine-tuning, folds, ensembles."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from itertools import pairwise
from statistics import median

from seismograd.traces.history import RunHistory
from seismograd.traces.symptom import Symptom
from seismograd.traces.windows import beginning, ending, finite

GOES_ON = 1.2
"""The loss at first over that of the stage before: up to it, a second optimiser goes on with it."""
MOST = 12
"""A run with more of them does something else: a search, or an optimiser for each task."""


def stages_of(history: RunHistory) -> list[RunHistory]:
    """The run by optimiser, or as it is: optimisers that take turns train one thing together."""
    numbers = [one.optimiser for one in history.optimisers]
    spans = sorted(
        history.optimiser_spans[one] for one in numbers if one in history.optimiser_spans
    )
    take_turns = any(later[0] <= earlier[1] for earlier, later in pairwise(spans))
    if not 2 <= len(numbers) <= MOST or len(spans) < len(numbers) or take_turns:
        return [history]
    starts = [0, *(first for first, _ in spans[1:])]
    return _joined(history, [*starts, max(history.step_count, spans[-1][1] + 1)])


def found_in_stages(
    stages: Sequence[RunHistory], find: Callable[[RunHistory], Iterable[Symptom]]
) -> list[Symptom]:
    """All symptoms of a run; of several stages one of each name.

    Where one line makes all of them, as for folds and sweeps, most of them must show it.
    """
    if len(stages) == 1:
        return [*find(stages[0])]
    found = [{one.name: one for one in find(stage)} for stage in stages]
    fewest = len(stages) / 2 if len({_line(stage) for stage in stages}) == 1 else 0
    first = {name: one for stage in reversed(found) for name, one in stage.items()}
    return [one for name, one in first.items() if sum(name in each for each in found) > fewest]


def _line(stage: RunHistory) -> Hashable:
    return stage.optimisers[-1].built or stage.optimisers[-1].called


def _joined(history: RunHistory, borders: list[int]) -> list[RunHistory]:
    """Between the borders, but those that go on where the one before ended are one."""
    stages = [history.between(0, borders[1])]
    start = 0
    for first, end in pairwise(borders[1:]):
        stage = history.between(first, end)
        start = start if _goes_on(stages[-1], stage) else first
        if start < first:
            stages.pop()
        stages.append(history.between(start, end))
    return stages


def _goes_on(before: RunHistory, stage: RunHistory) -> bool:
    earlier, losses = (finite(point.value for point in one.data_losses) for one in (before, stage))
    if not earlier or not losses or _line(before) == _line(stage):
        return False  # the same line again: another fold, another try
    return median(beginning(losses)) <= GOES_ON * median(ending(earlier))
