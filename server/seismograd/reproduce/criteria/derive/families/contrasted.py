"""A number, a shape or a dtype that is another than it should be, where the report gives both."""

from __future__ import annotations

from collections.abc import Iterator

from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.criteria.derive.contrast import Contrast, Kind
from seismograd.reproduce.criteria.derive.reading import Reading
from seismograd.reproduce.criteria.measurements import NEAR

_NAMES = {Kind.NUMBER: "value", Kind.SHAPE: "shape", Kind.DTYPE: "dtype"}
_BASE = {Kind.NUMBER: 0.65, Kind.SHAPE: 0.8, Kind.DTYPE: 0.8}
"""Reports are full of numbers, and most of them are said by the way."""
_OTHER = 0.85
"""That the expected value does not come is less than that the wrong one comes again."""
Fact = tuple[str, str]


def read(reading: Reading) -> Iterator[Fingerprint]:
    for one in reading.contrasts:
        for confidence, fact in _facts(one):
            yield reading.fingerprint(_NAMES[one.kind], confidence, fact)


def _facts(one: Contrast) -> Iterator[tuple[float, Fact]]:
    name, base = _NAMES[one.kind], _BASE[one.kind]
    actual, expected = _literal(one.actual.value), _literal(one.expected.value)
    is_number = one.kind is Kind.NUMBER
    same, other = ("~", "!~") if is_number else ("==", "!=")
    room = f", within={NEAR}" if is_number else ""
    about = "about " if is_number else ""
    told = f"the {name} is {about}{actual}", f'measured("{name}", "{same}", {actual}{room})'
    missed = f"the {name} is not {expected}", f'measured("{name}", "{other}", {expected}{room})'
    yield base, told
    yield base * _OTHER, missed


def _literal(value: float | str | tuple[int, ...]) -> str:
    if isinstance(value, tuple):
        return str(list(value))
    return f'"{value}"' if isinstance(value, str) else repr(value)
