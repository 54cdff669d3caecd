"""Whether a training visibly fails, and where: only then it is asked what no symptom asks."""

from __future__ import annotations

import math
from collections.abc import Sequence
from enum import StrEnum
from statistics import median

from seismograd.localise.trial_losses import evaluation_loss
from seismograd.traces.guessing_evaluation import evaluation_is_guess
from seismograd.traces.history import RunHistory
from seismograd.traces.moving_targets import learns_from_copy
from seismograd.traces.stages import stages_of
from seismograd.traces.symptom import Symptom
from seismograd.traces.windows import beginning, ending, finite

FAILING = frozenset(
    {"loss-flat", "no-better-than-guessing", "loss-diverges", "loss-oscillates", "diverged-to-nan"}
)
WEAK = 0.6
"""Of the loss at first: a training that got below it has learned something."""
WORSE = 2.0
"""The loss of the evaluation over that of the training."""
FEWEST_STEPS = 50
"""Demonstrations of a few steps learn nothing, and need not."""
ROOM = 0.02
"""Of the loss at first: a training that ends below it has little left to gain."""
NOTHING_LEFT = 0.05
"""A loss that begins there, and is positive, has little way to go: an earlier training did it."""


class Trouble(StrEnum):
    NONE = "none"
    TRAINING = "training"
    """The loss is flat, no better than a guess, NaN, or hardly lower than at first."""
    EVALUATION = "evaluation"
    """The training works; its evaluation does not."""


def trouble_of(history: RunHistory, symptoms: Sequence[Symptom]) -> Trouble:
    """Of several trainings, the last one counts: it gives what the run is made for."""
    history = stages_of(history)[-1]
    if not _can_be_judged(history):
        return Trouble.NONE
    losses = [point.value for point in history.data_losses]
    if is_grave(symptoms) or _is_weak(losses):
        return Trouble.TRAINING
    last = median(ending(finite(losses))) if finite(losses) else math.inf
    worse = evaluation_loss(history)
    is_worse = math.isfinite(worse) and last > 0 and worse > WORSE * last
    return Trouble.EVALUATION if is_worse or evaluation_is_guess(history) else Trouble.NONE


def is_too_short_to_tell(history: RunHistory) -> bool:
    """Whether a training with little learned ends before anybody could say that it fails."""
    history = stages_of(history)[-1]
    is_short = history.step_count < FEWEST_STEPS and has_telling_losses(history)
    return is_short and _is_weak([point.value for point in history.data_losses])


def has_room(history: RunHistory) -> bool:
    """Whether a training that works could be better."""
    history = stages_of(history)[-1]
    losses = [point.value for point in history.data_losses]
    if not _can_be_judged(history) or not losses or len(finite(losses)) < len(losses):
        return False
    first, last = median(beginning(losses)), median(ending(losses))
    return first > 0 and last > ROOM * first


def _can_be_judged(history: RunHistory) -> bool:
    return history.step_count >= FEWEST_STEPS and has_telling_losses(history)


def has_telling_losses(history: RunHistory) -> bool:
    """Networks that are trained against each other have losses that say nothing of failure."""
    return len(history.optimisers) <= 1 and not learns_from_copy(history)


def is_grave(symptoms: Sequence[Symptom]) -> bool:
    return bool(failing_symptoms(symptoms))


def failing_symptoms(symptoms: Sequence[Symptom]) -> list[Symptom]:
    """Those of a training that does not learn."""
    return [one for one in symptoms if one.name in FAILING]


def _is_weak(losses: Sequence[float]) -> bool:
    known = finite(losses)
    if not known:
        return False
    first, last = median(beginning(known)), median(ending(known))
    return len(known) < len(losses) or (first > NOTHING_LEFT and last > WEAK * first)
