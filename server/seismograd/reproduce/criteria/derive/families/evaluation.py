"""Evaluation that behaves like training, or training that goes on as evaluation."""

from __future__ import annotations

from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.criteria.derive.evidence import cue
from seismograd.reproduce.criteria.derive.reading import Reading
from seismograd.reproduce.criteria.derive.thresholds import REPETITION

_EVALUATION = (
    r"(?:\beval\b|\bevaluat\w+|\binference\b|\bpredict\w*|\btest[- ]time|\bvalidation\b|"
    r"\bgenerat\w+)"
)
_RANDOM = (
    r"\b(?:dropout|batch ?norm\w*|droppath|stochastic depth|running (?:mean|stat\w*)|"
    r"augmentation)\b"
)
_CALLS = (
    cue(rf"{_RANDOM}.{{0,80}}{_EVALUATION}", 0.85),
    cue(rf"{_EVALUATION}.{{0,80}}{_RANDOM}", 0.85),
    cue(
        r"\b(?:differ\w*|random|stochastic|noisy|chang\w+|inconsistent)\b.{0,60}"
        r"\b(?:eval(?:uation)? mode|model\.eval|\.eval\(\)|in eval|at inference|"
        r"during inference)"
    ),
    cue(
        r"\beval(?:uation)?(?: mode|\(\))?.{0,60}"
        r"\b(?:differ\w*|random|stochastic|noisy|no effect|ignored|not propagated|"
        r"n't propagate)"
    ),
    cue(
        r"\b(?:same|identical) input.{0,60}\b(?:differ\w*|two|random)\b.{0,40}"
        r"\b(?:outputs?|results?|predictions?)",
        0.6,
    ),
    cue(r"\b(?:differ\w*)\b.{0,60}\b(?:each|every) (?:call|time|forward)\b", 0.5),
)
_LEFT = (
    cue(
        r"\b(?:stays?|left|remains?|stuck|leaves?|kept|still)\b.{0,40}"
        r"\b(?:in )?eval(?:uation)?(?: mode|\b)"
    ),
    cue(
        r"\b(?:not|never|n't) (?:\w+ )?(?:set|put|switched|switch|go|goes|returned?|restored?|"
        r"put) back\b.{0,40}\btrain(?:ing)?\b"
    ),
    cue(
        r"\bafter (?:the )?(?:first )?(?:validation|evaluation)\b.{0,60}"
        r"\b(?:dropout|batch ?norm\w*)\b.{0,40}\b(?:off|disabled|inactive|no longer|never)"
    ),
)
_BASE = 0.8


def read(reading: Reading) -> list[Fingerprint]:
    twice = (
        "two calls in evaluation mode with the same input differ",
        f'measured("difference_between_calls", ">", {REPETITION})',
    )
    mode = (
        "the model is not in training mode where it trains",
        'measured("training", "==", False)',
    )
    left = reading.by_words("evaluation", _BASE, _LEFT, mode)
    return left or reading.by_words("evaluation", _BASE, _CALLS, twice)
