"""Looking on must never break a run: what goes wrong in a probe ends that probe, not the script."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from ..meter import Meter
from ..observer import Observer
from ..shortening import shortened

MAX_FAILURES = 3
MAX_MESSAGE = 500


class Guard:
    """Times every callback and swallows its errors; one that keeps failing is not called again."""

    def __init__(self, observer: Observer, meter: Meter) -> None:
        self._observer = observer
        self._meter = meter
        self._failures: dict[str, int] = {}

    def __call__(self, callback: Callable[..., Any]) -> Callable[..., Any]:
        """The same callback, which gives None back where it failed."""
        name = callback.__qualname__

        @functools.wraps(callback)
        def guarded(*arguments: Any, **options: Any) -> Any:
            if self._failures.get(name, 0) >= MAX_FAILURES:
                return None
            with self._meter:
                try:
                    return callback(*arguments, **options)
                except Exception as error:
                    self._note(name, error)
                    return None

        return guarded

    def _note(self, name: str, error: Exception) -> None:
        self._failures[name] = self._failures.get(name, 0) + 1
        message = shortened(f"{type(error).__name__}: {error}", MAX_MESSAGE)
        self._observer.record("trouble", probe=name, message=message)
