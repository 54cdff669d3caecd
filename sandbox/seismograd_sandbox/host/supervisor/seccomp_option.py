"""A seccomp program as bubblewrap takes it: an option with the number of an open file."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field


@dataclass(frozen=True)
class SeccompOption:
    arguments: list[str] = field(default_factory=list)
    descriptors: list[int] = field(default_factory=list)


@contextmanager
def seccomp_option(program: bytes | None) -> Iterator[SeccompOption]:
    """Nothing where there is no program. One is far smaller than what a pipe holds."""
    if not program:
        yield SeccompOption()
        return
    reading, writing = os.pipe()
    try:
        os.write(writing, program)
        os.close(writing)
        yield SeccompOption(["--seccomp", str(reading)], [reading])
    finally:
        os.close(reading)
