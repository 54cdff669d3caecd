"""Tensors inside of tuples, lists and dictionaries: collected, and put back changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

MAX_DEPTH = 3


def tensors_in(value: Any, is_wanted: Callable[[Any], bool], depth: int = MAX_DEPTH) -> list[Any]:
    return list(_walk(value, is_wanted, depth))


def with_tensors(
    value: Any, is_wanted: Callable[[Any], bool], new: Sequence[Any], depth: int = MAX_DEPTH
) -> Any:
    """The same structure with other tensors, in the order of `tensors_in`."""
    return _rebuilt(value, is_wanted, iter(new), depth)


def _walk(value: Any, is_wanted: Callable[[Any], bool], depth: int) -> Iterator[Any]:
    if is_wanted(value):
        yield value
    elif depth > 0 and isinstance(value, (list, tuple)):
        for item in value:
            yield from _walk(item, is_wanted, depth - 1)
    elif depth > 0 and type(value) is dict:
        for item in value.values():
            yield from _walk(item, is_wanted, depth - 1)


def _rebuilt(value: Any, is_wanted: Callable[[Any], bool], new: Iterator[Any], depth: int) -> Any:
    if is_wanted(value):
        return next(new)
    if depth > 0 and type(value) in (list, tuple):
        return type(value)(_rebuilt(item, is_wanted, new, depth - 1) for item in value)
    if depth > 0 and isinstance(value, (list, tuple)):
        parts = [_rebuilt(item, is_wanted, new, depth - 1) for item in value]
        return type(value)(*parts) if hasattr(value, "_fields") else type(value)(parts)
    if depth > 0 and type(value) is dict:
        return {key: _rebuilt(item, is_wanted, new, depth - 1) for key, item in value.items()}
    return value
