"""Run the user's script or module as `__main__`, watched, and say how it ended."""

from __future__ import annotations

import importlib
import sys
from typing import Any

from .entry import NotRunnable, execute, interpreter_arguments
from .leaving import show_like_interpreter
from .options import Options
from .session import Session


def run(options: Options, session: Session) -> None:
    """Returns or raises so that the interpreter ends as it would have without us.

    The frames below the script's keep no failure: what it holds must be free to go at the end.
    """
    session.begin()
    last = _told(_raised_by_script(options, session), options, session)
    try:
        if last is not None:
            raise last
    finally:
        del last


def _raised_by_script(options: Options, session: Session) -> BaseException | None:
    try:
        execute(options, session.guard)
    except BaseException as error:
        return error
    return None


def _told(
    failure: BaseException | None, options: Options, session: Session
) -> BaseException | None:
    """What is still to be raised: after a failure was shown, only what makes the exit status."""
    session.note_ending(failure.__cause__ if isinstance(failure, NotRunnable) else failure)
    if failure is None or isinstance(failure, SystemExit):
        return failure
    last = _shown(failure, options)
    session.note_last(last)
    return last


def _shown(failure: BaseException, options: Options) -> BaseException:
    if isinstance(failure, NotRunnable):
        return SystemExit(_let_the_interpreter_say(options))
    try:
        return show_like_interpreter(failure)
    except SystemExit as last:
        return last


def _let_the_interpreter_say(options: Options) -> int:
    """Its words about files that it cannot read or parse are its own."""
    subprocess: Any = importlib.import_module("subprocess")  # few runs need it
    flags = subprocess._args_from_interpreter_flags()
    status: int = subprocess.call([sys.executable, *flags, *interpreter_arguments(options)])
    return status
