"""Leave after a failure the way the interpreter would, with none of our frames to be seen."""

from __future__ import annotations

import os
import sys
from types import TracebackType
from typing import Any

from .endings import FAILED

_OURS = os.path.dirname(os.path.abspath(__file__)) + os.sep


def show_like_interpreter(error: BaseException) -> BaseException:
    """Show a failure; what is given back, when raised, ends the interpreter as the failure would.

    Raises `SystemExit` where the script's own hook does.
    """
    _forget_us(error)
    _remember(error)
    _show(error)
    if isinstance(error, KeyboardInterrupt):
        # The interpreter ends itself by the signal once all exit handlers have run.
        sys.excepthook = _ShownAlready(error)
        return error
    return SystemExit(FAILED)


def without_us(trace: TracebackType | None) -> TracebackType | None:
    """The same steps without ours: before the script, and where a probe lies in between."""
    steps: list[TracebackType] = []
    while trace is not None:
        steps.append(trace)
        trace = trace.tb_next
    rest: TracebackType | None = None
    for step in reversed(steps):
        if not step.tb_frame.f_code.co_filename.startswith(_OURS):
            rest = TracebackType(rest, step.tb_frame, step.tb_lasti, step.tb_lineno)
    return rest


def _forget_us(error: BaseException) -> None:
    """In the exception and in all that are shown along with it."""
    waiting: list[Any] = [error]
    seen: set[int] = set()
    while waiting:
        shown = waiting.pop()
        if isinstance(shown, BaseException) and id(shown) not in seen:
            seen.add(id(shown))
            shown.__traceback__ = without_us(shown.__traceback__)
            members = getattr(shown, "exceptions", None)
            waiting += [shown.__cause__, shown.__context__]
            waiting += members if isinstance(members, tuple) else ()


def _remember(error: BaseException) -> None:
    """For debuggers, and for exit handlers that want to know."""
    sys.last_type, sys.last_value, sys.last_traceback = type(error), error, error.__traceback__
    if sys.version_info >= (3, 12):
        sys.last_exc = error


def _show(error: BaseException) -> None:
    """Through the hook that the script installed; if that fails too, as the interpreter does."""
    hook = getattr(sys, "excepthook", None)
    if hook is None:
        _write("sys.excepthook is missing\n")
        _display(error)
        return
    try:
        hook(type(error), error, error.__traceback__)
    except SystemExit:
        raise
    except BaseException as second:
        _write("Error in sys.excepthook:\n")
        _forget_us(second)
        _display(second)
        _write("\nOriginal exception was:\n")
        _display(error)


def _display(error: BaseException) -> None:
    sys.__excepthook__(type(error), error, error.__traceback__)


def _write(text: str) -> None:
    if sys.stderr is not None:
        sys.stderr.write(text)


class _ShownAlready:
    """A hook for one call: says nothing and puts back what was there."""

    def __init__(self, error: BaseException) -> None:
        self._error = error
        self._trace = error.__traceback__
        self._hook = getattr(sys, "excepthook", sys.__excepthook__)

    def __call__(self, *_: Any) -> None:
        sys.excepthook = self._hook
        _remember(self._error.with_traceback(self._trace))
