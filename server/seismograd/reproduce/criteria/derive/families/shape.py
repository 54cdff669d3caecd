"""An output of another shape than it should have."""

from __future__ import annotations

from collections.abc import Iterator

from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.criteria.derive.contrast import Kind
from seismograd.reproduce.criteria.derive.evidence import cue
from seismograd.reproduce.criteria.derive.reading import Reading

_CUES = (cue(r"\b(?:shapes?|sizes?|dimensions?|dims?|ndim)\b", 1.0),)
_BASE = 0.8
_WITHOUT_THE_WORD = 0.7
_OTHER = 0.85


def read(reading: Reading) -> list[Fingerprint]:
    return list(_fingerprints(reading))


def _fingerprints(reading: Reading) -> Iterator[Fingerprint]:
    named = reading.weigh(_CUES)
    confidence = _BASE * (1.0 if named else _WITHOUT_THE_WORD)
    for contrast in reading.contrasts:
        if contrast.kind is Kind.SHAPE:
            actual, expected = (_sizes(q.value) for q in (contrast.actual, contrast.expected))
            seen = (f"the shape is {actual}", f'measured("shape", "==", {actual})')
            wrong = (f"the shape is not {expected}", f'measured("shape", "!=", {expected})')
            yield reading.fingerprint("shape", confidence, seen, said=named.clauses)
            yield reading.fingerprint("shape", confidence * _OTHER, wrong, said=named.clauses)


def _sizes(value: object) -> list[int]:
    return list(value) if isinstance(value, tuple) else []
