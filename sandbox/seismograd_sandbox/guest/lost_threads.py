"""Exceptions that end a thread: the run goes on, and often hangs because of it."""

from __future__ import annotations

import threading
from typing import Any

from .failures import describe_failure
from .observer import Observer


def note_lost_threads(observer: Observer) -> None:
    """The script may still put a hook of its own in the place of ours."""
    show = threading.excepthook

    def excepthook(args: Any) -> None:
        if args.exc_value is not None and not isinstance(args.exc_value, SystemExit):
            observer.attempt("threads", lambda: _record(observer, args))
        show(args)

    threading.excepthook = excepthook


def _record(observer: Observer, args: Any) -> None:
    name = args.thread.name if args.thread is not None else None
    failure = describe_failure(args.exc_value, observer.places, observer.place_built)
    observer.record("thread_exception", thread=name, **failure)
