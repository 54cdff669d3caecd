"""Whether a finished training knows more than a trivial predictor: a constant answer, a guess."""

from __future__ import annotations

import math

from seismograd.repair.objective import Direction, Objective
from seismograd.traces.guessing_evaluation import evaluation_is_guess
from seismograd.traces.history import RunHistory
from seismograd.traces.metric_names import OF_CONSTANTS, words_of
from seismograd.traces.symptoms import find_symptoms

NOT_LEARNING = frozenset({"loss-flat", "no-better-than-guessing", "constant-output"})
"""Symptoms of a training that ends where it could have begun."""
ABOVE = 0.2
"""How far a metric has to be above what constant answers have of it."""
HARDLY_ABOVE = 0.1
OF_THE_FOUND = frozenset({"f1", "iou", "miou", "dice", "jaccard"})
"""Zero where nothing of what is looked for is found."""


def is_above_constants(objective: Objective, value: float | None) -> bool:
    """Whether the number alone shows that no constant answer has reached it."""
    if objective.direction is Direction.MIN:
        return False
    of_constants = [OF_CONSTANTS[word] for word in words_of(objective.name) & OF_CONSTANTS.keys()]
    return value is not None and any(one + ABOVE < value <= 1.0 for one in of_constants)


def is_as_of_constants(objective: Objective, value: float | None) -> bool:
    """Whether constant answers have nearly the same: nobody calls that healthy."""
    if objective.direction is Direction.MIN or value is None:
        return False
    levels = {**OF_CONSTANTS, **dict.fromkeys(OF_THE_FOUND, 0.0)}
    words = words_of(objective.name) & levels.keys()
    return any(value <= levels[word] + HARDLY_ABOVE for word in words)


def has_learned(history: RunHistory) -> bool:
    """A better number is no repair where it comes from a better constant. Networks that are full
    of NaN give one, too: the first class, which may be a frequent one."""
    names = {symptom.name for symptom in find_symptoms(history)}
    is_broken = any(not math.isfinite(point.value) for point in history.losses[-1:])
    return not is_broken and not names & NOT_LEARNING and not evaluation_is_guess(history)
