"""Open a store; a file that is broken is set aside, and a new one takes its place."""

from __future__ import annotations

import contextlib
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from seismograd.jobs.store import COMPANIONS, JobStore, StoreDamaged

KEPT_ASIDE = 3
_MARK = ".damaged-"


def open_store(path: Path) -> tuple[JobStore, str | None]:
    """The store, and a sentence where something had to be done; raises as `JobStore` does."""
    try:
        return JobStore(path), None
    except StoreDamaged:
        pass
    with _alone(path.with_name(f"{path.name}.lock")):
        try:
            # Another process may have been here in the meantime.
            return JobStore(path), None
        except StoreDamaged as damage:
            aside = _set_aside(path)
            sentence = f"The history of jobs was damaged ({damage}) and is kept in {aside}"
            return JobStore(path), sentence


def _set_aside(path: Path) -> Path:
    aside = path.with_name(f"{path.name}{_MARK}{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}")
    for companion in COMPANIONS:
        with contextlib.suppress(FileNotFoundError):
            os.replace(f"{path}{companion}", f"{aside}{companion}")
    _forget_older(path)
    return aside


def _forget_older(path: Path) -> None:
    found = sorted(path.parent.glob(f"{path.name}{_MARK}*"), key=lambda file: file.name)
    stems = sorted({file.name.rsplit("-wal")[0].rsplit("-shm")[0] for file in found})
    for file in found:
        if file.name.startswith(tuple(stems[:-KEPT_ASIDE])):
            file.unlink(missing_ok=True)


@contextlib.contextmanager
def _alone(lock: Path) -> Iterator[None]:
    """One process at a time; where files cannot be locked, an open one cannot be renamed either."""
    if sys.platform == "win32":
        yield
        return
    import fcntl

    descriptor = os.open(lock, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)
