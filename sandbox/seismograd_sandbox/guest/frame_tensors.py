"""The tensors and arrays among the variables of a frame."""

from __future__ import annotations

import time
from collections.abc import Iterator
from types import FrameType
from typing import Any

from .arrays import describe_array, is_array
from .shortening import shortened

MAX_TENSORS = 24
MAX_ITEMS = 16
MAX_NAME = 100
MEASURING_S = 5.0
"""For all frames of a failure together; after that only shapes are told."""


class FrameTensors:
    """Measures a tensor once, however many frames it went through."""

    def __init__(self, *, measured: bool = True) -> None:
        self._until = time.perf_counter() + (MEASURING_S if measured else 0.0)
        self._described: dict[int, tuple[Any, dict[str, Any]]] = {}

    def of(self, frame: FrameType) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = []
        for name, value in list(frame.f_locals.items()):
            for path, array in _arrays_in(str(name), value):
                if len(found) >= MAX_TENSORS:
                    return found
                found.append({"name": shortened(path, MAX_NAME), **self._describe(array)})
        return found

    def _describe(self, array: Any) -> dict[str, Any]:
        if id(array) not in self._described:
            measured = time.perf_counter() < self._until
            # The array is kept with its description: an id is only good as long as its owner.
            self._described[id(array)] = (array, _describe_safely(array, measured))
        return self._described[id(array)][1]


def _describe_safely(array: Any, measured: bool) -> dict[str, Any]:
    try:
        return describe_array(array, measured=measured)
    except Exception as error:
        return {"unmeasured": type(error).__name__}


def _arrays_in(name: str, value: Any) -> Iterator[tuple[str, Any]]:
    """The variable itself, and one level inside of what holds arrays."""
    if _is_array(value):
        yield name, value
        return
    for path, item in _items(name, value):
        if _is_array(item):
            yield path, item


def _items(name: str, value: Any) -> Iterator[tuple[str, Any]]:
    if type(value) in (list, tuple):
        yield from ((f"{name}[{at}]", item) for at, item in enumerate(value[:MAX_ITEMS]))
    elif type(value) is dict:
        items = list(value.items())[:MAX_ITEMS]
        simple = ((key, item) for key, item in items if isinstance(key, (str, int)))
        yield from ((f"{name}[{key!r}]", item) for key, item in simple)
    elif name == "self":
        yield from _attributes(value)


def _attributes(value: Any) -> Iterator[tuple[str, Any]]:
    """Of the object whose method this is; a module of torch keeps its tensors in dictionaries."""
    own = getattr(value, "__dict__", None)
    if type(own) is not dict:
        return
    for holder in (own, own.get("_parameters"), own.get("_buffers")):
        if isinstance(holder, dict):
            yield from ((f"self.{name}", item) for name, item in list(holder.items()))


def _is_array(value: Any) -> bool:
    try:
        return is_array(value)
    except Exception:  # an object may lie about its class, or refuse to name it
        return False
