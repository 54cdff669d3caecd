"""Which functions of the project a script gets into, each once, in the order of their calls."""

from __future__ import annotations

import sys
import threading
from types import CodeType, FrameType
from typing import Any

from .observer import Observer

MOST = 400
"""More are not told: what a small script shows lies among the first."""
_FUNCTION = 0x1
"""Set in the code of functions; that of modules and classes runs where they are defined."""
_TOOL = 4
"""An identifier that the interpreter gives to no kind of tool by name."""


class ReachedFunctions:
    """Hears of every call; told at once, since the next thing may be a crash.

    One look at a table is all that a known function costs. It goes by identity: to compare code
    takes a walk through its constants.
    """

    def __init__(self, observer: Observer) -> None:
        self._observer = observer
        self._seen: dict[int, CodeType] = {}
        self._told = 0

    def begin(self) -> None:
        if sys.version_info < (3, 12) or not self._monitor():
            threading.setprofile(self._hear_call)
            sys.setprofile(self._hear_call)

    def _monitor(self) -> bool:
        """Since Python 3.12 a function can be heard of once and then costs nothing."""
        monitoring: Any = getattr(sys, "monitoring", None)
        try:
            monitoring.use_tool_id(_TOOL, "seismograd")
        except ValueError:  # somebody else has it
            return False
        starts = monitoring.events.PY_START

        def hear_start(code: CodeType, _offset: int) -> Any:
            self._note(code)
            return monitoring.DISABLE

        monitoring.register_callback(_TOOL, starts, hear_start)
        monitoring.set_events(_TOOL, starts)
        return True

    def _hear_call(self, frame: FrameType, event: str, _argument: object) -> None:
        if event == "call":
            code = frame.f_code
            if id(code) not in self._seen:
                self._seen[id(code)] = code
                self._note(code)

    def _note(self, code: CodeType) -> None:
        file = self._observer.places.in_project(code.co_filename)
        if file is None or self._told >= MOST:
            return
        self._told += 1
        name = getattr(code, "co_qualname", code.co_name)  # qualified since Python 3.11
        fields = {"file": file, "line": code.co_firstlineno, "function": name}
        if not code.co_flags & _FUNCTION:
            fields["body"] = True
        self._observer.record("reached", **fields)
