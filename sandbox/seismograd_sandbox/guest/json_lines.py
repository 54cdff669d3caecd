"""An event as a line of JSON, whatever values a probe or a script put into it."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any


def encode(event: Mapping[str, Any]) -> bytes:
    """Raises for what has no end, such as a list that holds itself."""
    try:
        text = _strict(event)
    except (ValueError, TypeError):
        text = _strict(_plain(event))
    return text.encode("ascii") + b"\n"


def _simple(value: Any) -> Any:
    """A number of NumPy or a tensor of one element as a number, anything else as its text."""
    item = getattr(value, "item", None)
    return item() if callable(item) else str(value)


_strict = json.JSONEncoder(
    separators=(",", ":"), allow_nan=False, ensure_ascii=True, default=_simple
).encode


def _plain(value: Any) -> Any:
    """The same with strings for the numbers and names that JSON does not have."""
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    if value is None or isinstance(value, (str, int)):
        return value
    number = value if isinstance(value, float) else _simple(value)
    if isinstance(number, float) and not math.isfinite(number):
        return "nan" if math.isnan(number) else "inf" if number > 0 else "-inf"
    return number
