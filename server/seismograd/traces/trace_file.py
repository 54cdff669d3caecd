"""A trace on disk: opened only where it is a regular file, and found again when it was replaced."""

from __future__ import annotations

import os
import stat
from pathlib import Path

CHUNK_BYTES = 1 << 17
_FLAGS = os.O_RDONLY
for _name in ("O_NOFOLLOW", "O_NONBLOCK", "O_CLOEXEC", "O_BINARY", "O_NOCTTY"):
    _FLAGS |= getattr(os, _name, 0)


class TraceUnreadable(Exception):
    """There is no trace here that can be read; the message says why."""


class TraceFile:
    """Reads on from where it was; a script may put anything in the place of its trace."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._descriptor: int | None = None
        self._position = 0

    @property
    def is_open(self) -> bool:
        return self._descriptor is not None

    def open(self) -> None:
        """Raises `TraceUnreadable`; `FileNotFoundError` where there is nothing yet."""
        try:
            _refuse_irregular(os.lstat(self._path), self._path)
            descriptor = os.open(self._path, _FLAGS)
        except FileNotFoundError:
            raise
        except (OSError, ValueError) as error:
            raise TraceUnreadable(f"{self._path} cannot be read: {_reason(error)}") from error
        try:
            _refuse_irregular(os.fstat(descriptor), self._path)
        except TraceUnreadable:
            os.close(descriptor)
            raise
        self._descriptor, self._position = descriptor, 0

    @property
    def unread(self) -> int:
        """Bytes between here and the present end."""
        if self._descriptor is None:
            return 0
        return max(os.fstat(self._descriptor).st_size - self._position, 0)

    def read(self, most: int) -> bytes:
        """The next bytes; none at the end, and none where the disk refuses."""
        if self._descriptor is None or most <= 0:
            return b""
        try:
            chunk = os.read(self._descriptor, min(most, CHUNK_BYTES))
        except OSError:
            return b""
        self._position += len(chunk)
        return chunk

    def skip_hole(self) -> int:
        """Pass over bytes that nobody wrote, where the system tells; how many that were."""
        seek_data = getattr(os, "SEEK_DATA", None)
        if self._descriptor is None or seek_data is None or not self.unread:
            return 0
        before, end = self._position, self._position + self.unread
        try:
            self._position = os.lseek(self._descriptor, before, seek_data)
        except OSError:  # nothing was written up to the end as it was a moment ago
            self._position = os.lseek(self._descriptor, end, os.SEEK_SET)
        return self._position - before

    def begin_anew_if_changed(self) -> bool:
        """At the end of what there is: whether the file was cut off, or is another one now."""
        if self._descriptor is None:
            return False
        mine = os.fstat(self._descriptor)
        if mine.st_size < self._position:
            os.lseek(self._descriptor, 0, os.SEEK_SET)
            self._position = 0
            return True
        return self._is_replaced(mine) and self._reopen()

    def close(self) -> None:
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None

    def _is_replaced(self, mine: os.stat_result) -> bool:
        try:
            there = os.lstat(self._path)
        except OSError:
            return False
        return not os.path.samestat(mine, there)

    def _reopen(self) -> bool:
        before = self._descriptor
        try:
            self.open()
        except (TraceUnreadable, FileNotFoundError):
            return False
        if before is not None:
            os.close(before)
        return True


def _refuse_irregular(found: os.stat_result, path: Path) -> None:
    if stat.S_ISLNK(found.st_mode):
        raise TraceUnreadable(f"{path} is a link, and no link is followed")
    if not stat.S_ISREG(found.st_mode):
        raise TraceUnreadable(f"{path} is not a regular file")


def _reason(error: OSError | ValueError) -> str:
    return getattr(error, "strerror", None) or str(error)
