"""Values as programs print them: numbers, lists, tensors, shapes, dtypes, texts, dictionaries."""

from __future__ import annotations

import ast
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

MOST_CHARACTERS = 2_000
_NUMBER = r"[-+]?(?:\d[\d_]{0,18}(?:\.\d{0,20})?|\.\d{1,20})(?:e[-+]?\d{1,3})?"
_WHOLE = re.compile(_NUMBER, re.I)
_START = re.compile(
    rf"(?<![\w.])(?:(?P<shape>torch\.Size\(|TensorShape\()|"
    rf"(?P<wrapped>(?:(?:torch|np|numpy|jnp|tf)\.)?(?:tensor|array|Tensor|float(?:16|32|64)|"
    rf"u?int(?:8|16|32|64)|bool_?)\()|"
    rf"(?P<dtype>(?:torch\.|np\.|numpy\.|tf\.)(?:bfloat16|(?:float|u?int|complex)\d{{1,3}}|bool|"
    rf"half|long)\b)|"
    rf"(?P<number>{_NUMBER})(?P<more>\.\.\.|…)?(?![\w%]|\s?%|\.\w)|(?P<truth>True|False)\b|"
    rf"(?P<open>[\[({{])|(?P<quote>[\"']))",
    re.I,
)
_PAIRS = {"(": ")", "[": "]", "{": "}"}
_SPACED = re.compile(r"(?<=[\d.\]])\s+(?=[-\d.\[])")
_DEVICE = re.compile(r",\s*(?:dtype|device|grad_fn|requires_grad|shape)=.*$", re.S)
_NOUGHT = 1e-6


class Kind(StrEnum):
    NUMBER = "number"
    NUMBERS = "numbers"
    SHAPE = "shape"
    DTYPE = "dtype"
    TRUTH = "truth"
    TEXT = "text"
    MAPPING = "mapping"


Value = float | bool | str | tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Printed:
    """A value in a text."""

    kind: Kind
    value: Value
    """Of a mapping, the values."""
    room: float = _NOUGHT
    """How far from it a number may be that is printed like this."""
    keys: tuple[str, ...] = ()
    """Of a mapping."""
    start: int = 0
    end: int = 0

    @property
    def is_number(self) -> bool:
        return self.kind is Kind.NUMBER


def printed_in(text: str) -> Iterator[Printed]:
    """All values of a text, in their order; none lies within another."""
    text, position = text[:MOST_CHARACTERS], 0
    while found := _START.search(text, position):
        one = _read(text, found)
        position = one.end if one else found.end()
        if one:
            yield one


def _read(text: str, found: re.Match[str]) -> Printed | None:
    start, end = found.span()
    if found["number"]:
        value = _number(found["number"])
        room = _room(found["number"], cut=bool(found["more"]))
        return None if value is None else Printed(Kind.NUMBER, value, room, (), start, end)
    if found["truth"]:
        return Printed(Kind.TRUTH, found["truth"].lower() == "true", 0, (), start, end)
    if found["dtype"]:
        return Printed(Kind.DTYPE, found["dtype"].rpartition(".")[2], 0, (), start, end)
    if found["quote"]:
        return _quoted(text, start)
    return _bracketed(text, found)


def _quoted(text: str, start: int) -> Printed | None:
    end = text.find(text[start], start + 1)
    before = text[start - 1] if start else " "
    if end < 0 or before.isalnum():
        return None
    return Printed(Kind.TEXT, text[start + 1 : end], 0, (), start, end + 1)


def _bracketed(text: str, found: re.Match[str]) -> Printed | None:
    opened = found.end() - 1
    end = closing_bracket(text, opened)
    if end is None:
        return None
    inner = text[opened:end]
    if found["wrapped"]:
        inner = _DEVICE.sub("", inner[1:-1].strip())
    elif found["shape"]:
        inner = inner[1:-1]
    room = max((_room(one[0]) for one in _WHOLE.finditer(inner)), default=0.0)
    value = _evaluated(inner)
    return _of_value(value, room, bool(found["shape"]), found.start(), end)


def closing_bracket(text: str, opened: int) -> int | None:
    """Where the bracket that opens at a position is closed again."""
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


def _evaluated(text: str) -> object:
    """Also what numpy prints, without commas."""
    text = re.sub(r"(?:tensor|array|np\.\w+)\(([^()]*)\)", r"\1", text)
    for form in (text, _SPACED.sub(", ", text)):
        try:
            return ast.literal_eval(form)
        except (ValueError, SyntaxError, RecursionError, MemoryError, TypeError):
            continue
    return None


def _of_value(value: object, room: float, is_shape: bool, start: int, end: int) -> Printed | None:
    if isinstance(value, bool):
        return Printed(Kind.TRUTH, value, 0, (), start, end)
    if isinstance(value, int | float):
        return Printed(Kind.NUMBER, float(value), room, (), start, end)
    if isinstance(value, dict):
        keys = tuple(value)
        numbers = _all_numbers(list(value.values()))
        if numbers is None or not all(isinstance(key, str) for key in keys):
            return None
        return Printed(Kind.MAPPING, numbers, room, keys, start, end)
    if isinstance(value, list | tuple) and value:
        numbers = _all_numbers(list(value))
        kind = Kind.SHAPE if is_shape or isinstance(value, tuple) else Kind.NUMBERS
        return None if numbers is None else Printed(kind, numbers, room, (), start, end)
    return None


def _all_numbers(values: list[object]) -> tuple[object, ...] | None:
    found: list[object] = []
    for value in values:
        if isinstance(value, list | tuple):
            inner = _all_numbers(list(value))
            if inner is None:
                return None
            found.append(inner)
        elif isinstance(value, int | float):
            found.append(value)
        else:
            return None
    return tuple(found) if found else None


def _number(text: str) -> float | None:
    try:
        value = float(text.replace("_", ""))
    except ValueError:
        return None
    return value if math.isfinite(value) else None


def _room(text: str, *, cut: bool = False) -> float:
    """One unit of the last digit that is shown; a whole number is meant as it stands."""
    digits, _, exponent = text.lower().partition("e")
    _, point, decimals = digits.partition(".")
    scale = 10.0 ** int(exponent or 0)
    value = abs(float(digits.replace("_", ""))) * scale
    if not point:
        return _NOUGHT * max(1.0, value)
    if not decimals.strip("0") and len(decimals) < 2 and not cut:
        return max(_NOUGHT, 1e-3 * value)
    unit = 10.0 ** -len(decimals) * scale
    return unit if len(decimals) > 1 else unit / 2
