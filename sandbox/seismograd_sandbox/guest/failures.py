"""An exception as data: its frames, and the tensors in those frames that are the project's."""

from __future__ import annotations

import linecache
import traceback
from collections.abc import Iterator
from types import FrameType, TracebackType
from typing import Any

from .arrays import describe_array, is_array
from .places import Places
from .shortening import shortened

MAX_FRAMES = 100
MAX_TENSORS = 24
MAX_LINKS = 8
"""Exceptions that caused one another, at most."""


def describe_failure(error: BaseException, places: Places) -> dict[str, Any]:
    fields = _describe(error, places, with_tensors=True)
    chain = list(_chain(error))[:MAX_LINKS]
    if chain:
        fields["because"] = [
            {**_describe(earlier, places, with_tensors=False), "how": how} for how, earlier in chain
        ]
    return fields


def _describe(error: BaseException, places: Places, *, with_tensors: bool) -> dict[str, Any]:
    return {
        "type": _name(type(error)),
        "message": shortened(_message(error)),
        "notes": [shortened(str(note)) for note in getattr(error, "__notes__", ())] or None,
        "frames": list(_frames(error.__traceback__, places, with_tensors)),
    }


def _name(kind: type) -> str:
    module = kind.__module__
    return kind.__qualname__ if module == "builtins" else f"{module}.{kind.__qualname__}"


def _message(error: BaseException) -> str:
    try:
        return str(error)
    except Exception as trouble:
        return f"<no message: {type(trouble).__name__}>"


def _chain(error: BaseException) -> Iterator[tuple[str, BaseException]]:
    seen = {id(error)}
    current: BaseException | None = error
    while current is not None:
        cause, context = current.__cause__, current.__context__
        how = "cause" if cause is not None else "context"
        current = cause if cause is not None else None if current.__suppress_context__ else context
        if current is None or id(current) in seen:
            return
        seen.add(id(current))
        yield how, current


def _frames(
    trace: TracebackType | None, places: Places, with_tensors: bool
) -> Iterator[dict[str, Any]]:
    """Outermost first; of very deep stacks the two ends, which say where it began and broke."""
    entries = [
        (frame, line)
        for frame, line in traceback.walk_tb(trace)
        if not places.is_ours(frame.f_code.co_filename)
    ]
    if len(entries) > MAX_FRAMES:
        entries = entries[: MAX_FRAMES // 2] + entries[-MAX_FRAMES // 2 :]
    for frame, line in entries:
        yield _frame(frame, line, places, with_tensors)


def _frame(frame: FrameType, line: int, places: Places, with_tensors: bool) -> dict[str, Any]:
    filename = frame.f_code.co_filename
    in_project = places.in_project(filename) is not None
    fields = {
        "file": places.file(filename),
        "line": line,
        "function": getattr(frame.f_code, "co_qualname", frame.f_code.co_name),
        "text": shortened(linecache.getline(filename, line, frame.f_globals).strip()),
        "in_project": in_project,
    }
    if in_project and with_tensors:
        fields["tensors"] = _tensors(frame)
    return fields


def _tensors(frame: FrameType) -> list[dict[str, Any]]:
    """The arrays among a frame's variables, and one level inside of what holds them."""
    found: list[dict[str, Any]] = []
    for name, value in list(frame.f_locals.items()):
        for path, array in _arrays_in(name, value):
            if len(found) >= MAX_TENSORS:
                return found
            found.append({"name": path, **describe_array(array)})
    return found


def _arrays_in(name: str, value: Any) -> Iterator[tuple[str, Any]]:
    if is_array(value):
        yield name, value
    elif type(value) in (list, tuple):
        yield from ((f"{name}[{i}]", item) for i, item in enumerate(value[:8]) if is_array(item))
    elif type(value) is dict:
        items = list(value.items())[:16]
        yield from ((f"{name}[{key!r}]", item) for key, item in items if is_array(item))
