"""Work that must end soon and within little memory, or the test fails instead of the machine."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import pytest

SECONDS = 120
"""For what waits for ever. By the clock on the wall: a busy machine may take long for little."""
BYTES = 600 * 1024 * 1024


@contextmanager
def bounded(seconds: int = SECONDS, extra: int = BYTES) -> Iterator[None]:
    """Fails where something waits; raises `MemoryError` where it takes too much."""
    if sys.platform != "linux":
        pytest.skip("needs the resource limits of Linux")
    import resource

    before = resource.getrlimit(resource.RLIMIT_AS)
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    handler = signal.signal(signal.SIGALRM, _too_late)
    signal.alarm(seconds)
    resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + extra, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)
        signal.alarm(0)
        signal.signal(signal.SIGALRM, handler)


@contextmanager
def limited_files(most: int) -> Iterator[None]:
    """As for users whose system lets a process open few files at once."""
    import resource

    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, before[1]), before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


def _too_late(_number: int, _frame: FrameType | None) -> None:
    # No exception that a reader of files could take for an error of the file.
    pytest.fail("it still waits")
