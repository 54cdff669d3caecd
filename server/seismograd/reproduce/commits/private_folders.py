"""Temporary folders that go when their owner goes, also when it dies."""

from __future__ import annotations

import os
import shutil
import stat
import sys
import tempfile
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

_LOCK = ".lock"
YOUNG_S = 60.0
"""Younger locks may belong to somebody who has not taken them yet."""


@contextmanager
def private_folder(parent: Path | None, *, outside: Path) -> Iterator[Path]:
    """A new folder that nobody else can enter, outside of another; leftovers go first."""
    base = parent or _default_parent()
    if Path(os.path.realpath(base)).is_relative_to(os.path.realpath(outside)):
        raise OSError(f"temporary files would lie in {outside}; set TMPDIR to another folder")
    base.mkdir(mode=0o700, parents=True, exist_ok=True)
    _refuse_foreign(base)
    remove_leftovers(base)
    name = uuid.uuid4().hex
    lock, folder = base / f"{name}{_LOCK}", base / name
    try:
        with lock.open("w") as held:
            _take(held)
            folder.mkdir(mode=0o700)
            try:
                yield folder
            finally:
                _remove(folder)
    finally:
        lock.unlink(missing_ok=True)


def remove_leftovers(base: Path, older_than_s: float = YOUNG_S) -> None:
    """Remove folders whose owner is no more."""
    for lock in base.glob(f"*{_LOCK}"):
        with suppress(OSError):
            if time.time() - lock.stat().st_mtime >= older_than_s and _is_abandoned(lock):
                _remove(lock.with_suffix(""))
                lock.unlink(missing_ok=True)


def _default_parent() -> Path:
    user = os.getuid() if sys.platform != "win32" else os.getlogin()
    return Path(tempfile.gettempdir()) / f"seismograd-worktrees-{user}"


def _refuse_foreign(base: Path) -> None:
    """Others must not be able to prepare the folder, where the place for such is everybody's."""
    facts = base.lstat()
    if sys.platform != "win32" and (not stat.S_ISDIR(facts.st_mode) or facts.st_uid != os.getuid()):
        raise OSError(f"{base} belongs to somebody else")


def _take(held: IO[str]) -> None:
    if sys.platform != "win32":
        import fcntl

        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _is_abandoned(lock: Path) -> bool:
    try:
        if sys.platform == "win32":
            lock.unlink()  # Nobody can remove a file there that is still open.
            return True
        with lock.open("r+") as file:
            _take(file)
            return True
    except OSError:
        return False


def _remove(folder: Path) -> None:
    # Folders that nobody may write to keep their files.
    for inner, names, _ in os.walk(folder):
        for name in names:
            path = Path(inner, name)
            if not path.is_symlink():
                with suppress(OSError):
                    path.chmod(stat.S_IRWXU)
    shutil.rmtree(folder, ignore_errors=True)
