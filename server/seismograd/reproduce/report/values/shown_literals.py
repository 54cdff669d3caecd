"""Values as programs print them: numbers, lists, tensors, shapes, dtypes, texts, dictionaries."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeGuard

MOST_CHARACTERS = 2_000
_NUMBER = r"[-+]?(?:\d[\d_]{0,18}(?:\.\d{0,20})?|\.\d{1,20})(?:e[-+]?\d{1,3})?"
_ANY_NUMBER = re.compile(_NUMBER, re.I)
_START = re.compile(
    rf"(?<![\w.])(?:(?P<shape>torch\.Size\(|TensorShape\()|"
    rf"(?P<wrapped>(?:\w{{1,12}}\.)?(?:tensor|array|(?:float|u?int|bool)\d{{0,2}}_?)\()|"
    rf"(?P<dtype>(?:torch|np|numpy|tf)\.(?:bfloat16|(?:float|u?int|complex)\d{{1,3}}|bool)\b)|"
    rf"(?P<number>{_NUMBER})(?P<cut>\.\.\.|…)?(?![\w%]|\s?%|\.\w)|(?P<truth>True|False)\b|"
    rf"(?P<open>[\[({{])|(?P<quote>(?<!\w)[\"']))",
    re.I,
)
_PAIRS = {"(": ")", "[": "]", "{": "}"}
_SPACED = re.compile(r"(?<=[\d.\]])\s+(?=[-\d.\[])")
_ATTRIBUTES = re.compile(r",\s*(?:dtype|device|grad_fn|requires_grad|shape)=.*$", re.S)
_WRAPPED = re.compile(r"(?:tensor|array|np\.\w+)\(([^()]*)\)")
_ROUNDING = 1e-6
_LARGEST = 1e300


class Kind(StrEnum):
    NUMBER = "number"
    NUMBERS = "numbers"
    """Also those of a dictionary."""
    SHAPE = "shape"
    DTYPE = "dtype"
    TRUTH = "truth"
    TEXT = "text"


Value = float | bool | str | tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Printed:
    """A value in a text."""

    kind: Kind
    value: Value
    room: float = 0.0
    """How far from it a number may be that is printed like this."""
    start: int = 0
    end: int = 0


def printed_in(text: str) -> Iterator[Printed]:
    """All values of a text, in their order; none lies within another."""
    text, position = text[:MOST_CHARACTERS], 0
    while found := _START.search(text, position):
        end = _end(text, found)
        one = _read(found, text[found.end() - 1 : end]) if end else None
        position = end if one and end else found.end()
        if one and end:
            yield replace(one, start=found.start(), end=end)


def _end(text: str, found: re.Match[str]) -> int | None:
    if found["quote"]:
        return text.find(found["quote"], found.end()) + 1 or None
    if found["number"] or found["truth"] or found["dtype"]:
        return found.end()
    return _closing_bracket(text, found.end() - 1)


def _closing_bracket(text: str, opened: int) -> int | None:
    waiting: list[str] = []
    for position in range(opened, len(text)):
        character = text[position]
        if character in _PAIRS:
            waiting.append(_PAIRS[character])
        elif waiting and character == waiting[-1]:
            waiting.pop()
            if not waiting:
                return position + 1
    return None


def _read(found: re.Match[str], inner: str) -> Printed | None:
    """`inner` is what brackets or quotes enclose, with them."""
    if found["number"]:
        value = float(found["number"].replace("_", ""))
        room = _room(found["number"], is_cut=bool(found["cut"]))
        return Printed(Kind.NUMBER, value, room) if _is_number(value) else None
    if found["truth"]:
        return Printed(Kind.TRUTH, found["truth"].lower() == "true")
    if found["dtype"]:
        return Printed(Kind.DTYPE, found["dtype"].rpartition(".")[2])
    if found["quote"]:
        return Printed(Kind.TEXT, inner[1:-1])
    if found["wrapped"]:
        inner = _ATTRIBUTES.sub("", inner[1:-1].strip())
    elif found["shape"]:
        inner = inner[1:-1]
    room = max((_room(one[0]) for one in _ANY_NUMBER.finditer(inner)), default=0.0)
    return _of_value(_evaluated(inner), room, is_shape=bool(found["shape"]))


def _evaluated(text: str) -> object:
    """Also what numpy prints, without commas."""
    text = _WRAPPED.sub(r"\1", text)
    for form in (text, _SPACED.sub(", ", text)):
        try:
            return ast.literal_eval(form)
        except (ValueError, SyntaxError, RecursionError, MemoryError, TypeError):
            continue
    return None


def _of_value(value: object, room: float, *, is_shape: bool) -> Printed | None:
    if isinstance(value, bool):
        return Printed(Kind.TRUTH, value)
    if _is_number(value):
        return Printed(Kind.NUMBER, float(value), room)
    is_shape = is_shape or isinstance(value, tuple)
    values = list(value.values()) if isinstance(value, dict) else value
    numbers = _all_numbers(values) if isinstance(values, list | tuple) else None
    return Printed(Kind.SHAPE if is_shape else Kind.NUMBERS, numbers, room) if numbers else None


def _all_numbers(values: Sequence[object]) -> tuple[object, ...] | None:
    """None where something is no number, or nothing is there."""
    found = [_all_numbers(one) if isinstance(one, list | tuple) else one for one in values]
    are_numbers = all(isinstance(one, tuple) or _is_number(one) for one in found)
    return tuple(found) if found and are_numbers else None


def _is_number(value: object) -> TypeGuard[int | float]:
    return isinstance(value, int | float) and abs(value) < _LARGEST


def _room(text: str, *, is_cut: bool = False) -> float:
    """One unit of the last digit that is shown; a whole number is meant as it stands."""
    digits, _, exponent = text.lower().partition("e")
    _, point, decimals = digits.partition(".")
    scale = float(f"1e{exponent or 0}")
    value = abs(float(digits.replace("_", ""))) * scale
    if not point:
        return _ROUNDING * max(1.0, value)
    if not decimals.strip("0") and len(decimals) < 2 and not is_cut:
        return max(_ROUNDING, 1e-3 * value)
    unit = 10.0 ** -len(decimals) * scale
    return unit if len(decimals) > 1 else unit / 2
