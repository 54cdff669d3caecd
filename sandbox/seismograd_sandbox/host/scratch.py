"""Private folders of sessions, each marked with who owns it, so that the next start can tidy up."""

from __future__ import annotations

import getpass
import json
import os
import stat
import sys
import tempfile
import time
import uuid
import weakref
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from seismograd_sandbox.host.leftovers import end_processes_of
from seismograd_sandbox.host.owner import Owner
from seismograd_sandbox.host.removal import remove_tree
from seismograd_sandbox.host.sandbox import Obstacle, SandboxUnusable
from seismograd_sandbox.host.supervisor.cgroup import remove_leftovers

MARKER = "owner.json"
HALF_MADE_S = 60.0
PLACE = "SEISMOGRAD_SCRATCH"
"""Says where scratch folders go; otherwise the folder for temporary files."""


class Scratch:
    """A folder that only its owner can enter, gone when it is closed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.identity = folder.name

    @classmethod
    def create(cls, kind: str) -> Scratch:
        """A new one of this process; removed at its end at the latest."""
        scratch = cls(scratch_root() / f"{kind}-{uuid.uuid4().hex[:12]}")
        scratch.folder.mkdir(mode=0o700)
        (scratch.folder / MARKER).write_text(json.dumps(Owner.this_process().as_json()), "utf-8")
        weakref.finalize(scratch, _remove_as_owner, scratch.folder, os.getpid())
        return scratch

    def subfolder(self, name: str) -> Path:
        folder = self.folder / name
        folder.mkdir(mode=0o700, exist_ok=True)
        return folder

    def remove(self) -> None:
        remove_tree(self.folder)
        remove_leftovers(self.identity)

    def reap(self) -> str:
        """End and remove what a dead owner left; says what that was."""
        processes = end_processes_of(f"{self.identity}-")
        self.remove()
        return f"{self.folder}" + (f" and {processes} processes" if processes else "")


def abandoned_scratches(kind: str) -> Iterator[Scratch]:
    """Folders whose owner is dead, or was never noted."""
    for folder in sorted(scratch_root().glob(f"{kind}-*")):
        owner = _owner(folder)
        if not owner.is_alive() if owner else _is_old(folder):
            yield Scratch(folder)


def scratch_root() -> Path:
    """The folder above all scratch folders; refuses one that somebody else prepared."""
    named = os.environ.get(PLACE)
    root = Path(named) if named else Path(tempfile.gettempdir()) / f"seismograd-{_user()}"
    try:
        root.mkdir(mode=0o700, parents=True, exist_ok=True)
        _refuse_foreign(root)
    except OSError as error:
        raise SandboxUnusable(
            Obstacle(f"{root} cannot be used for scratch copies: {error}", f"set {PLACE}")
        ) from error
    return root.resolve()


def _remove_as_owner(folder: Path, owner: int) -> None:
    """Not in a fork of the owner, which ends as well but does not own anything."""
    if os.getpid() == owner and folder.exists():
        remove_tree(folder)


def _refuse_foreign(root: Path) -> None:
    if sys.platform == "win32":
        return
    status = os.lstat(root)
    if not stat.S_ISDIR(status.st_mode) or status.st_uid != os.getuid():
        raise PermissionError("it belongs to somebody else")
    if status.st_mode & 0o077:
        os.chmod(root, 0o700)


def _owner(folder: Path) -> Owner | None:
    try:
        return Owner.from_json(json.loads((folder / MARKER).read_text("utf-8")))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _is_old(folder: Path) -> bool:
    """A folder without a mark may be one that is being made at this moment."""
    with suppress(OSError):
        return time.time() - folder.stat().st_mtime > HALF_MADE_S
    return False


def _user() -> str:
    return str(os.getuid()) if hasattr(os, "getuid") else getpass.getuser()
