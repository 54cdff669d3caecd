"""One round of one target, in a process of its own."""

from __future__ import annotations

from pathlib import Path

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.database import DirectoryBasedExampleDatabase

from tests.security.bounded import bounded
from tests.security.fuzz.targets import TARGETS, read_watched

EXAMPLES = 200
"""In one round of one target; then it is the turn of another."""
FOUND = Path("build/fuzz")


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
        with bounded():
            read_watched(target, raw)

    look()
    last.unlink(missing_ok=True)
