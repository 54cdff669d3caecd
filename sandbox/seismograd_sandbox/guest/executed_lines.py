"""Which of some lines of the project are executed, each told once, at its first time."""

from __future__ import annotations

import dis
import sys
import threading
from types import CodeType, FrameType
from typing import Any

from .observer import Observer

MOST = 400
_TOOL = 3
"""An identifier that the interpreter gives to no kind of tool by name."""


class ExecutedLines:
    """Only code that holds one of the lines is followed line by line, and only until all ran."""

    def __init__(self, observer: Observer, wanted: list[str]) -> None:
        """`wanted` are ranges such as `net/model.py:40-42`."""
        self._observer = observer
        self._left: dict[str, set[int]] = {}
        for text in wanted:
            file, _, lines = text.rpartition(":")
            first, _, last = lines.partition("-")
            found = range(int(first), min(int(last or first), int(first) + MOST) + 1)
            self._left.setdefault(file, set()).update(found)
        self._known: dict[int, tuple[CodeType, set[int]]] = {}

    def begin(self) -> None:
        if not self._left:
            return
        if sys.version_info < (3, 12) or not self._monitor():
            threading.settrace(self._hear_call)
            sys.settrace(self._hear_call)

    def _monitor(self) -> bool:
        """Since Python 3.12 a line can be heard of once and then costs nothing."""
        monitoring: Any = getattr(sys, "monitoring", None)
        try:
            monitoring.use_tool_id(_TOOL, "seismograd lines")
        except ValueError:  # somebody else has it
            return False
        events = monitoring.events

        def hear_start(code: CodeType, _offset: int) -> Any:
            if self._lines_of(code):
                monitoring.set_local_events(_TOOL, code, events.LINE)
            return monitoring.DISABLE

        def hear_line(code: CodeType, line: int) -> Any:
            self._note(code, line)
            return monitoring.DISABLE

        monitoring.register_callback(_TOOL, events.PY_START, hear_start)
        monitoring.register_callback(_TOOL, events.LINE, hear_line)
        monitoring.set_events(_TOOL, events.PY_START)
        return True

    def _hear_call(self, frame: FrameType, _event: str, _argument: object) -> Any:
        return self._hear_line if self._lines_of(frame.f_code) else None

    def _hear_line(self, frame: FrameType, event: str, _argument: object) -> Any:
        if event == "line":
            self._note(frame.f_code, frame.f_lineno)
        return self._hear_line if self._lines_of(frame.f_code) else None

    def _note(self, code: CodeType, line: int) -> None:
        left = self._lines_of(code)
        if line in left:
            left.discard(line)
            file = self._observer.places.in_project(code.co_filename)
            self._observer.record("executed", file=file, line=line)

    def _lines_of(self, code: CodeType) -> set[int]:
        """The wanted lines of a piece of code that did not run yet."""
        known = self._known.get(id(code))
        if known is None:
            file = self._observer.places.in_project(code.co_filename)
            left = self._left.get(file or "", set())
            known = code, left & _own_lines(code) if left else set()
            self._known[id(code)] = known
        return known[1]


def _own_lines(code: CodeType) -> set[int]:
    return {line for _, line in dis.findlinestarts(code) if line is not None}
