"""An end to the processor time that a piece of work may take."""

from __future__ import annotations

import time


class Deadline:
    """Counts the time of the thread that made it: other work on the machine does not matter."""

    __slots__ = ("_end",)

    def __init__(self, seconds: float) -> None:
        self._end = time.thread_time() + seconds

    def is_over(self) -> bool:
        return time.thread_time() > self._end
