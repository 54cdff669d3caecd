"""Weights of classes or examples that make no difference."""

from __future__ import annotations

from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.criteria.derive.evidence import cue
from seismograd.reproduce.criteria.derive.reading import Reading

_WEIGHTS = (
    r"\b(?:class|classes|sample|example|instance|label|token|pos|loss|target|pixel)"
    r"[-_ ]weight(?:s|ing)?\b"
)
_NOT = r"(?:\b(?:not|never)\b|n't)"
_DEAF = (
    r"(?P<bad>\bignored\b|\bno (?:effect|influence|impact|difference)\b|"
    r"\bwithout (?:any )?effect\b|"
    r"\b(?:does|do|did) nothing\b|\bunused\b|\bdropped\b|\bdiscarded\b|"
    rf"{_NOT} (?:\w+ )?(?:used|applied|passed|considered|respected|taken|change|affect|"
    r"matter|have|do|work|reach)\w*)"
)
_SAME = r"\b(?:same|identical|equal)\b"
_CUES = (
    cue(rf"{_WEIGHTS}.{{0,80}}{_DEAF}"),
    cue(rf"\b(?:ignor\w+|drops?|forgets?|discards?)\b.{{0,25}}{_WEIGHTS}"),
    cue(
        rf"{_SAME}.{{0,60}}\b(?:any|every|all|whatever|with and without|with or without)\b"
        rf".{{0,30}}{_WEIGHTS}"
    ),
    cue(rf"{_WEIGHTS}.{{0,80}}{_SAME} (?:loss|result|value|number|output)", 0.8),
)
_BASE = 0.88


def read(reading: Reading) -> list[Fingerprint]:
    fact = (
        "the result is the same with quite other weights",
        'measured("difference_by_weights", "==", 0.0)',
    )
    return reading.by_sentences("weighting", _BASE, _CUES, fact)
