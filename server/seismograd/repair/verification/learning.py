"""Whether a finished training knows more than a trivial predictor: a constant answer, a guess."""

from __future__ import annotations

from seismograd.traces.guessing_evaluation import evaluation_is_guess
from seismograd.traces.history import RunHistory
from seismograd.traces.symptoms import find_symptoms

NOT_LEARNING = frozenset({"loss-flat", "no-better-than-guessing", "constant-output"})
"""Symptoms of a training that ends where it could have begun."""


def has_learned(history: RunHistory) -> bool:
    """A better number is no repair where it comes from a better constant."""
    names = {symptom.name for symptom in find_symptoms(history)}
    return not names & NOT_LEARNING and not evaluation_is_guess(history)
