"""How a script is started inside, by paths as code inside sees them."""

from __future__ import annotations

import posixpath
from collections.abc import Sequence

from seismograd.reproduce.trials.tree import SCRIPT
from seismograd_sandbox.host.sandbox import Session

TRACE_MB = "16"


def words(session: Session, trace: str, seed: int, lines: Sequence[str] = ()) -> list[str]:
    """For the runner: the script, what it is watched for, and the trace in the outbox."""
    told = [word for line in lines for word in ("--lines", line)]
    return ["--trace", posixpath.join(session.outbox, trace), *told, *_watched(session, seed)]


def judged_words(session: Session, key: str, trace: str, wall_s: float, seed: int) -> list[str]:
    """For a runner that starts the script in a process of its own and seals the trace."""
    outbox = session.outbox
    places = (posixpath.join(outbox, key), posixpath.join(outbox, trace), session.project)
    return ["--judge", *places, str(wall_s), *_watched(session, seed)]


def _watched(session: Session, seed: int) -> list[str]:
    return [
        *("--root", session.project),
        *("--seed", str(seed)),
        *("--max-trace-mb", TRACE_MB),
        "--reached",
        SCRIPT,
    ]
