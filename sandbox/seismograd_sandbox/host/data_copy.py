"""Large data for a run that nothing keeps from writing to it: a copy, and never the user's own.

Where the file system shares blocks, a copy takes neither time nor room. Elsewhere there is a limit.
"""

from __future__ import annotations

import os
import shutil
import stat
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from seismograd_sandbox.host import git_view
from seismograd_sandbox.host.copying import BLOCK, copy_file, shares_blocks, walk
from seismograd_sandbox.host.limits import GIB, MIB
from seismograd_sandbox.host.project_copy import ProjectCopy
from seismograd_sandbox.host.sandbox import Cancel, Obstacle, SandboxUnusable, Tell
from seismograd_sandbox.host.scratch import PLACE

LARGEST_PLAIN_COPY = 16 * GIB
"""Byte by byte; about half a minute on an ordinary disk, before every run."""
FREE_AFTERWARDS = GIB
WORTH_TELLING = 256 * MIB
TELL_EVERY_S = 5.0
_REMEDY = (
    "use --sandbox bubblewrap or docker, which show data read-only; or move the data out of the "
    f"project and give the script its path; or set {PLACE} to a folder on the same file system, "
    "if that is btrfs or XFS with reflinks"
)


def copy_data(copy: ProjectCopy, most: int | None, cancel: Cancel | None, tell: Tell) -> None:
    """Copy what `copy_project` left to be shared, except environments, which are left out.

    `most` is how much may be copied byte by byte; None for no limit. Raises `SandboxUnusable`.
    """
    try:
        _DataCopy(copy, most, cancel, tell).copy()
    except OSError as error:
        obstacle = Obstacle(f"data of {copy.project} could not be copied: {error}", _REMEDY)
        raise SandboxUnusable(obstacle) from error


class _DataCopy:
    def __init__(
        self, copy: ProjectCopy, most: int | None, cancel: Cancel | None, tell: Tell
    ) -> None:
        self._copy = copy
        self._most = most
        self._cancel = cancel
        self._tell = tell
        self._told = time.monotonic()
        self._total = self._done = 0

    def copy(self) -> None:
        installed, data = set(self._copy.installed), []
        for path in self._copy.shared:
            if path.endswith(git_view.OBJECTS):
                source, target = self._copy.project / path, self._copy.folder / path
                self._copy.note(f"{path}/{git_view.borrow_objects(source, target)}")
            elif path not in installed:
                data.append(path)
        self._demand_room(data)
        for path in data:
            self._entry(path)

    def _demand_room(self, data: list[str]) -> None:
        """Before anything is copied: half a copy helps nobody."""
        places = [self._copy.project / path for path in data]
        first = next((file for file, _ in _files(places)), None)
        if first is None or shares_blocks(first, self._copy.folder):
            return
        for _, size in _files(places):
            self._heed_cancel()
            self._total += size
        self._demand(self._total)
        if self._total >= WORTH_TELLING:
            self._tell(f"Copying {_gigabytes(self._total)} of data of the project")

    def _demand(self, size: int) -> None:
        free = shutil.disk_usage(self._copy.folder).free
        if self._most is not None and size > self._most:
            limit = f"more than the {_gigabytes(self._most)} that are copied for a run"
        elif size > free - FREE_AFTERWARDS:
            limit = f"and {self._copy.folder.parent} has {_gigabytes(free)} left for a copy"
        else:
            return
        reason = f"{self._copy.project} holds {_gigabytes(size)} of data, {limit} in process"
        raise SandboxUnusable(Obstacle(reason, _REMEDY))

    def _entry(self, path: str) -> None:
        self._heed_cancel()
        status = os.lstat(self._copy.project / path)
        if stat.S_ISLNK(status.st_mode):
            self._copy.link(path)
        elif stat.S_ISDIR(status.st_mode):
            (self._copy.folder / path).mkdir(mode=0o700)
            for name in sorted(os.listdir(self._copy.project / path)):
                self._entry(f"{path}/{name}")
        elif stat.S_ISREG(status.st_mode):
            self._file(path, _bytes_on_disk(status))

    def _file(self, path: str, size: int) -> None:
        try:
            shared = copy_file(self._copy.project / path, self._copy.folder / path)
        except (PermissionError, FileNotFoundError):
            return  # what the owner cannot read, or is gone by now, the run does not see either
        self._copy.note(path)
        self._done += 0 if shared else size
        if self._most is not None and self._done > self._most:
            self._demand(self._done)
        if self._total >= WORTH_TELLING and time.monotonic() - self._told > TELL_EVERY_S:
            self._told = time.monotonic()
            done, total = _gigabytes(self._done), _gigabytes(self._total)
            self._tell(f"Copied {done} of {total} of data")

    def _heed_cancel(self) -> None:
        if self._cancel:
            raise SandboxUnusable(Obstacle("the start was cancelled", "start again"))


def _files(places: list[Path]) -> Iterator[tuple[Path, int]]:
    """Regular files in these places, with what they take; links are not followed."""
    for place in places:
        for path in walk(place):
            with suppress(OSError):
                status = path.lstat()
                if stat.S_ISREG(status.st_mode):
                    yield path, _bytes_on_disk(status)


def _bytes_on_disk(status: os.stat_result) -> int:
    """Without holes."""
    return min(status.st_size, getattr(status, "st_blocks", status.st_size) * BLOCK)


def _gigabytes(size: int) -> str:
    return f"{size / GIB:.1f} GiB"
