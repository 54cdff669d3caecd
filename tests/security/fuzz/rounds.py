"""One round of one target, in a process of its own."""

from __future__ import annotations

import time
from pathlib import Path

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.database import DirectoryBasedExampleDatabase

from tests.security.bounded import bounded
from tests.security.fuzz.targets import TARGETS, read_watched

EXAMPLES = 200
"""In one round of one target; then it is the turn of another."""
FOUND = Path("build/fuzz")
CPU_SECONDS = 15
WAITING_SECONDS = 600
"""By the clock on the wall, on a machine that may be busy with something else."""


def look_once(name: str) -> None:
    """Try new inputs; what fails is kept beside the smallest that was found."""
    target = TARGETS[name]
    last = FOUND / f"{name.replace(' ', '-')}.input"
    FOUND.mkdir(parents=True, exist_ok=True)

    @settings(
        max_examples=EXAMPLES,
        derandomize=False,
        database=DirectoryBasedExampleDatabase(FOUND / "examples"),
        phases=(Phase.reuse, Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
        deadline=None,
        print_blob=False,
    )
    @given(target.inputs())
    def look(raw: bytes) -> None:
        last.write_bytes(raw)  # before it is read: it may be the last thing this process does
        began = time.thread_time()
        with bounded(seconds=WAITING_SECONDS):
            read_watched(target, raw)
        assert time.thread_time() - began < CPU_SECONDS, "it takes too long"

    look()
    last.unlink(missing_ok=True)
