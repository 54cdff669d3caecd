"""Values that are no numbers any more. Families fill `nan_count`, or the loss tells by itself."""

from __future__ import annotations

from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.criteria.derive.evidence import cue
from seismograd.reproduce.criteria.derive.reading import Reading

_CUES = (
    cue(r"\bnans?\b|\bnot a number\b"),
    cue(
        r"\b(?:is|are|becomes?|goes to|turns? (?:in)?to|returns?|gives?|=|to) [+-]?inf(?:inity)?\b",
        0.8,
    ),
    cue(r"(?<![\w.])[+-]inf\b|\binfs\b|\b(?:loss|value|output|gradient)s?:? inf\b", 0.8),
    cue(r"\binfinite (?:loss|value|gradient|weight|output)s?\b|\bnon-?finite\b", 0.8),
    cue(r"\b(?:not|n't|never) (?:all )?finite\b|\binvalid value encountered\b", 0.8),
    cue(r"\boverflow(?:s|ed|ing)?\b|\bunderflow(?:s|ed|ing)?\b", 0.4),
    cue(
        r"\bdivision by (?:zero|0)\b|\bdivid\w+ by (?:zero|0)\b|\blog\(0\)|\blog of (?:zero|0)\b",
        0.5,
    ),
)
_COUNT = ("values that are NaN or infinite come out", 'measured("nan_count", ">", 0)')
_LOSS = ("the loss becomes NaN or infinite", "loss_is_nan()")
_BASE = 0.85
_OTHER = 0.7


def read(reading: Reading) -> list[Fingerprint]:
    evidence = reading.weigh(_CUES)
    if not evidence:
        return []
    first, second = (_LOSS, _COUNT) if evidence.mentions(r"\bloss") else (_COUNT, _LOSS)
    confidence = _BASE * evidence.score
    return [
        reading.fingerprint("nan", confidence, first, said=evidence.clauses),
        reading.fingerprint("nan", confidence * _OTHER, second, said=evidence.clauses),
    ]
