"""Settings as plain values: numbers, texts and names, never objects of a framework."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...shortening import shortened

MAX_TEXT = 200
MAX_ITEMS = 50
MAX_DEPTH = 4


def plain(value: Any, depth: int = MAX_DEPTH) -> Any:
    """The value itself where it is plain, otherwise the name of what it is."""
    if value is None or isinstance(value, (bool, int, float)):
        return value
    if isinstance(value, str):
        return shortened(value, MAX_TEXT)
    if depth and isinstance(value, Mapping):
        items = list(value.items())[:MAX_ITEMS]
        return {str(plain(key, 0)): plain(item, depth - 1) for key, item in items}
    if depth and isinstance(value, (list, tuple)):
        return [plain(item, depth - 1) for item in value[:MAX_ITEMS]]
    if hasattr(value, "item") and getattr(value, "shape", None) == ():
        return value.item()
    name = getattr(value, "__name__", None)
    return name if isinstance(name, str) else type(value).__name__


def plain_values(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Those settings that say something: what is not set is left out."""
    return {name: plain(value) for name, value in settings.items() if value is not None}


def numbers(logs: Any) -> dict[str, float]:
    """The metrics among logs, whatever kind of number they are."""
    found: dict[str, float] = {}
    for name, value in dict(logs or {}).items():
        try:
            found[str(name)] = float(value)
        except (TypeError, ValueError, RuntimeError):
            continue
    return found
