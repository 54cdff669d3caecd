"""What scripts print as measured, read with some patience for how people write values."""

from __future__ import annotations

import ast
import json
import re

from seismograd.reproduce.observation import MEASURED

MOST_MEASUREMENTS = 200
LONGEST_VALUE = 1_000_000
_LINE = re.compile(rf"\s*{MEASURED}:?[ \t]++([^\s:=]++)(?:[ \t]*+[:=][ \t]*+|[ \t]++)(\S.*)")
_WRAPPED = re.compile(
    r"(?:torch\.|np\.|numpy\.)?(?:tensor|Size|array|float\d+|int\d+|bool_?)\((.*)\)"
)
_KIND = re.compile(r", ?(?:dtype|device|grad_fn|requires_grad)=.*$")
_WORD = re.compile(r"[A-Za-z_][\w.]*")
_NAMES = {"nan": float("nan"), "inf": float("inf"), "-inf": float("-inf")}


def measurements(stdout: str) -> dict[str, object]:
    """By name; the last word counts."""
    found: dict[str, object] = {}
    for line in stdout.splitlines():
        told = _LINE.fullmatch(line[:LONGEST_VALUE])
        if told is None or len(found) >= MOST_MEASUREMENTS:
            continue
        try:
            found[told[1]] = _value(told[2].strip())
        except (ValueError, SyntaxError, TypeError, RecursionError, MemoryError):
            continue
    return found


def _value(text: str) -> object:
    """JSON is what was asked for; Python's own way of writing it will do. Raises `ValueError`."""
    try:
        return json.loads(text)
    except ValueError:
        pass
    if text.lower() in _NAMES:
        return _NAMES[text.lower()]
    if (wrapped := _WRAPPED.fullmatch(text)) is not None:
        return _value(_KIND.sub("", wrapped[1]))
    if _WORD.fullmatch(text) and text not in ("True", "False", "None"):
        return text
    value: object = ast.literal_eval(text)
    return list(value) if isinstance(value, tuple | set) else value
