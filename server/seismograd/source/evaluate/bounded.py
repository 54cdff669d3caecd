"""Python's own operations on constants, kept to a size that does no harm.

Whatever makes a constant from others goes through `compute`: the operands are measured, the size of
the result is predicted where an operation can make much of little, and the result is measured too.
"""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Callable, Iterable
from pathlib import PurePath
from typing import Any

MAX_TEXT = 10_000
MAX_BITS = 2048
"""Bits of an operand; far more than any number that a program about deep learning needs."""
MAX_RESULT_BITS = 8 * MAX_BITS
"""Bits of a result: fewer than the number of digits that Python refuses to write as text."""
MAX_EXPONENT = 256
MAX_BASE = 10_000
MAX_CELLS = 60_000
"""Characters, items and words of numbers in all operands of one operation."""
MAX_DEPTH = 40
_BITS_PER_CELL = 64
_DIGIT = re.compile(r"\d")
_WIDE = re.compile(r"\d{4}")
_NESTED_FIELD = re.compile(r"[{][^{}]*[{]")
_WIDEST_FIELD = 999
_MOST_DIGITS = 4
_SIZED = (str, bytes, list, tuple)
_FIXED_SIZE = frozenset({bool, complex, float, slice, type(None)})


class TooLarge(Exception):
    """An operand or the result is larger than what is worked out."""


def compute(function: Callable[..., Any], *arguments: Any, **named: Any) -> Any:
    """What a harmless function gives; raises `TooLarge`, and what the function raises."""
    if not all(map(fits, (*arguments, *named.values()))):
        raise TooLarge
    is_small = _IS_SMALL.get(function)
    if is_small is not None and not is_small(*arguments, **named):
        raise TooLarge
    result = function(*arguments, **named)
    if not fits(result, MAX_RESULT_BITS):
        raise TooLarge
    return result


def fits(thing: object, most_bits: int = MAX_BITS) -> bool:
    """Whether a constant is small enough to work with."""
    kind = type(thing)
    if kind is int:
        return thing.bit_length() <= most_bits  # type: ignore[attr-defined, no-any-return]
    if kind is str or kind is bytes:
        return len(thing) <= MAX_TEXT  # type: ignore[arg-type]
    if kind in _FIXED_SIZE:
        return True
    try:
        size_of(thing)
    except TooLarge:
        return False
    return True


def size_of(thing: object) -> int:
    """How many characters, items and words of numbers a constant holds; raises `TooLarge`."""
    size = _cells(thing, 0, MAX_CELLS)
    if size > MAX_CELLS:
        raise TooLarge
    return size


def _cells(thing: object, depth: int, left: int) -> int:
    """The size of a constant; counting ends soon after nothing is left."""
    if isinstance(thing, str | bytes):
        return 1 + len(thing) if len(thing) <= MAX_TEXT else MAX_CELLS + 1
    if isinstance(thing, int):
        bits = thing.bit_length()
        return 1 + bits // _BITS_PER_CELL if bits <= MAX_RESULT_BITS else MAX_CELLS + 1
    if isinstance(thing, dict):
        return _cells_of_all((*thing.keys(), *thing.values()), depth, left)
    if isinstance(thing, list | tuple | set | frozenset):
        return _cells_of_all(thing, depth, left)
    if isinstance(thing, PurePath):
        return _cells(str(thing), depth, left)
    return 1 if type(thing) in _FIXED_SIZE else MAX_CELLS + 1


def _cells_of_all(items: Iterable[object], depth: int, left: int) -> int:
    size = 1
    for item in items:
        if size > left or depth > MAX_DEPTH:
            return MAX_CELLS + 1
        size += _cells(item, depth + 1, left - size)
    return size


# -- whether a result is sure to be small ----------------------------------------------------


def _power(base: object, exponent: object) -> bool:
    return _is_at_most(base, MAX_BASE) and _is_at_most(exponent, MAX_EXPONENT)


def _is_at_most(side: object, limit: int) -> bool:
    return isinstance(side, int | float) and abs(side) <= limit


def _shift(number: object, places: object) -> bool:
    return isinstance(places, int) and 0 <= places <= MAX_EXPONENT


def _product(left: object, right: object) -> bool:
    if isinstance(left, _SIZED) == isinstance(right, _SIZED):
        return True
    return _length(left) * _length(right) <= MAX_TEXT


def _length(side: object) -> int:
    if isinstance(side, _SIZED):
        return len(side)
    return abs(side) if isinstance(side, int) else 1


def _interpolation(template: object, values: object) -> bool:
    if not isinstance(template, str | bytes):
        return True
    text = template.decode("latin-1") if isinstance(template, bytes) else template
    return "*" not in text and _template(text, values)


def _format(template: str, *values: object, **named: object) -> bool:
    # Fields can name what belongs to this process: `{0.__init__.__globals__}`.
    strange = "__" in template or _NESTED_FIELD.search(template)
    return not strange and _template(template, (values, named))


def _template(template: str, values: object) -> bool:
    """A value may be named again and again, and be written in a field of up to three digits."""
    widest = _WIDEST_FIELD if _DIGIT.search(template) else 0
    fields = template.count("%") + template.count("{")
    return not _WIDE.search(template) and fields * (size_of(values) + widest) <= MAX_CELLS


def _field(thing: object, specification: str = "") -> bool:
    return len(_DIGIT.findall(specification)) <= _MOST_DIGITS


def _rounding(number: object, ndigits: object = None) -> bool:
    return ndigits is None or _is_at_most(ndigits, MAX_EXPONENT)


def _multiplied(numbers: Iterable[object], start: object = 1) -> bool:
    factors = [*numbers, start]
    if not all(isinstance(factor, int | float | complex) for factor in factors):
        return False
    return sum(factor.bit_length() for factor in factors if isinstance(factor, int)) <= MAX_BITS


def _replacement(text: str, old: str, new: str, *count: object) -> bool:
    return len(text) + (len(text) + 1) * len(new) <= MAX_CELLS


def _joined(separator: str, parts: list[object]) -> bool:
    return size_of(parts) + len(separator) * len(parts) <= MAX_CELLS


_IS_SMALL: dict[Callable[..., Any], Callable[..., bool]] = {
    operator.pow: _power,
    pow: _power,
    operator.lshift: _shift,
    operator.mul: _product,
    operator.mod: _interpolation,
    round: _rounding,
    math.prod: _multiplied,
    format: _field,
    str.format: _format,
    str.replace: _replacement,
    str.join: _joined,
}
