"""An exception as data: its frames, and the tensors in those frames that are the project's."""

from __future__ import annotations

import linecache
import traceback
from collections import deque
from collections.abc import Iterator
from itertools import islice
from types import FrameType, TracebackType
from typing import Any

from .frame_modules import BuiltAt, describe_module, innermost_of_each_owner
from .frame_tensors import FrameTensors
from .places import Places
from .shortening import shortened
from .thrown_in import was_thrown_in

MAX_FRAMES = 100
MAX_LINKS = 8
"""Exceptions that caused one another, and members of a group, at most."""
MAX_INNER_FRAMES = 32
"""Calls of the framework below the project's last line whose tensors are told; torch takes four
for a layer, and four for each container around it."""
MAX_BASES = 20
MAX_SOURCE = 400
"""Characters of a line of source, of a note."""


def _not_watched(instance: Any) -> None:
    return None


def describe_failure(
    error: BaseException, places: Places, built_at: BuiltAt = _not_watched
) -> dict[str, Any]:
    """Never raises: whatever the script raised, something can be said about it."""
    try:
        return _describe_all(error, places, built_at)
    except Exception as trouble:
        return {
            "type": type_name(type(error)),
            "bases": base_names(type(error)),
            "message": _message(error),
            "frames": [],
            "undescribed": type(trouble).__name__,
        }


def type_name(kind: type) -> str:
    module = kind.__module__
    return kind.__qualname__ if module == "builtins" else f"{module}.{kind.__qualname__}"


def base_names(kind: type) -> list[str] | None:
    """What `except` catches it by, nearest first; those of all exceptions are left out."""
    every = (Exception, BaseException, object)
    names = (type_name(base) for base in kind.__mro__[1:] if base not in every)
    return list(islice(names, MAX_BASES)) or None


def _describe_all(error: BaseException, places: Places, built_at: BuiltAt) -> dict[str, Any]:
    contents = _Contents(FrameTensors(measured=not _is_about_memory(error)), built_at)
    fields = _describe(error, places, contents)
    members = getattr(error, "exceptions", None)
    if isinstance(members, tuple):  # an exception group, of Python 3.11 or of its backport
        raised = [member for member in members if isinstance(member, BaseException)]
        fields["group"] = [_describe(member, places) for member in raised[:MAX_LINKS]]
    chain = islice(_chain(error), MAX_LINKS)
    fields["because"] = [{**_describe(link, places), "how": how} for how, link in chain] or None
    return fields


def _describe(
    error: BaseException, places: Places, contents: _Contents | None = None
) -> dict[str, Any]:
    frames, left_out = _both_ends(error.__traceback__, places)
    described = [_frame(frame, line, places) for frame, line in frames]
    if contents is not None:
        contents.add(frames, described)
    if described and was_thrown_in(error.__traceback__):
        described[-1]["thrown_in"] = True
    return {
        "type": type_name(type(error)),
        "bases": base_names(type(error)),
        "message": shortened(_message(error)),
        "notes": _notes(error),
        "place": _place_of_syntax(error, places),
        "frames": described,
        "frames_left_out": left_out or None,
    }


def _is_about_memory(error: BaseException) -> bool:
    """Then nothing may be computed about tensors: that would need more of what there is none."""
    return isinstance(error, MemoryError) or "OutOfMemory" in type(error).__name__


def _message(error: BaseException) -> str:
    try:
        return str(error)
    except Exception as trouble:
        return f"<no message: {type(trouble).__name__}>"


def _notes(error: BaseException) -> list[str] | None:
    notes = getattr(error, "__notes__", None)
    if not isinstance(notes, list):
        return None
    texts = (note for note in notes if isinstance(note, str))
    return [shortened(note) for note in islice(texts, MAX_LINKS)] or None


def _place_of_syntax(error: BaseException, places: Places) -> dict[str, Any] | None:
    """Code that was never run is in no frame."""
    if not isinstance(error, SyntaxError) or not isinstance(error.filename, str):
        return None
    return {"file": places.file(error.filename), "line": error.lineno}


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


def _both_ends(
    trace: TracebackType | None, places: Places
) -> tuple[list[tuple[FrameType, int]], int]:
    """Outermost first; of very deep stacks the two ends, which say where it began and broke."""
    entries = (
        entry
        for entry in traceback.walk_tb(trace)
        if not places.is_ours(entry[0].f_code.co_filename)
    )
    first = list(islice(entries, MAX_FRAMES // 2))
    last: deque[tuple[FrameType, int]] = deque(maxlen=MAX_FRAMES - MAX_FRAMES // 2)
    rest = 0
    for entry in entries:
        last.append(entry)
        rest += 1
    return [*first, *last], rest - len(last)


class _Contents:
    """What was in the frames: tensors and modules.

    Of the framework's frames only those below the project's last: there are the tensors that
    have no name in the project, such as what one layer of a sequence hands to the next.
    """

    def __init__(self, tensors: FrameTensors, built_at: BuiltAt) -> None:
        self._tensors = tensors
        self._built_at = built_at

    def add(self, frames: list[tuple[FrameType, int]], described: list[dict[str, Any]]) -> None:
        last = max((at for at, fields in enumerate(described) if fields["in_project"]), default=0)
        below = range(last + 1, last + 1 + MAX_INNER_FRAMES)
        innermost = innermost_of_each_owner([frame for frame, _ in frames])
        for at, ((frame, _), fields) in enumerate(zip(frames, described)):
            if not fields["in_project"] and at not in innermost:
                continue
            module = describe_module(frame, self._built_at)
            if module is not None:
                fields["module"] = module
            if fields["in_project"] or at in below:
                fields["tensors"] = self._tensors.of(frame)


def _frame(frame: FrameType, line: int, places: Places) -> dict[str, Any]:
    filename = frame.f_code.co_filename
    return {
        "file": places.file(filename),
        "line": line,
        "function": getattr(frame.f_code, "co_qualname", frame.f_code.co_name),
        "text": _source(frame, line),
        "in_project": places.in_project(filename) is not None,
    }


def _source(frame: FrameType, line: int) -> str:
    try:
        text = linecache.getline(frame.f_code.co_filename, line, frame.f_globals)
    except Exception:  # a loader of the user's may do anything
        return ""
    return shortened(text.strip(), MAX_SOURCE)
