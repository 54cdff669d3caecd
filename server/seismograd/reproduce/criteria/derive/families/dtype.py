"""A result of another dtype than it should have."""

from __future__ import annotations

from collections.abc import Iterator

from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.criteria.derive.contrast import Kind
from seismograd.reproduce.criteria.derive.reading import Reading

_BASE = 0.8
_OTHER = 0.85


def read(reading: Reading) -> list[Fingerprint]:
    return list(_fingerprints(reading))


def _fingerprints(reading: Reading) -> Iterator[Fingerprint]:
    for contrast in reading.contrasts:
        if contrast.kind is Kind.DTYPE:
            actual, expected = contrast.actual.value, contrast.expected.value
            seen = (f"the dtype is {actual}", f'measured("dtype", "==", "{actual}")')
            wrong = (f"the dtype is not {expected}", f'measured("dtype", "!=", "{expected}")')
            yield reading.fingerprint("dtype", _BASE, seen)
            yield reading.fingerprint("dtype", _BASE * _OTHER, wrong)
