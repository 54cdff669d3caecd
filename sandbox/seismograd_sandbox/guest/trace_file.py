"""The file of a trace, in a process whose other code may do anything to files."""

from __future__ import annotations

import errno
import os
import stat
from contextlib import suppress

NO_SPACE = frozenset({errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC)})
PIECE = 1 << 20
MOST_BROUGHT_BACK = 1 << 30
"""The script may have made it look larger than any disk."""
ASIDE = ".aside"


class CannotBegin(Exception):
    """A mistake of whoever started the runner; the script was not run."""


class TraceFile:
    """Whole lines at its end, even if others write to it, and a copy if it is taken away."""

    def __init__(self, path: str) -> None:
        self._path = os.path.realpath(path)
        self._file = self._open()
        self._identity = self._look()[0] if self._file is not None else None
        self._expected_size = 0

    def append(self, line: bytes) -> None:
        """Raises `OSError` where the line could not be written, or only a part of it."""
        if self._file is None:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        identity, size = self._look()
        if identity != self._identity:
            # The script closed what it thought was its own, and the number is another file's now.
            self._file = None
            raise OSError(errno.EBADF, os.strerror(errno.EBADF))
        # After words that are not ours, or that the disk had no room for, begin a line of our own.
        line = line if size == self._expected_size else b"\n" + line
        self._expected_size = -1
        if os.write(self._file, line) == len(line):
            self._expected_size = size + len(line)
        else:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def close(self) -> None:
        """Put the trace back where nothing, or something else, lies in its place by now."""
        if self._file is None:
            return
        with suppress(OSError):
            if not self._is_in_place():
                self._bring_back(self._file)
        with suppress(OSError):
            if self._look()[0] == self._identity:
                os.close(self._file)  # else the number is another file's by now
        self._file = None

    def _open(self) -> int | None:
        flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_CLOEXEC", 0)
        try:
            return os.open(self._path, flags | getattr(os, "O_BINARY", 0), 0o644)
        except OSError as error:
            if error.errno in NO_SPACE:
                return None
            raise CannotBegin(f"cannot write the trace: {error}") from None

    def _look(self) -> tuple[tuple[int, int], int]:
        """Which file this is, and its size."""
        assert self._file is not None
        found = os.fstat(self._file)
        return (found.st_dev, found.st_ino), found.st_size

    def _is_in_place(self) -> bool:
        """Neither followed where it is a link by now, nor opened: a pipe would not let us go."""
        try:
            there = os.lstat(self._path)
        except OSError:
            return False
        return (there.st_dev, there.st_ino) == self._identity

    def _bring_back(self, file: int) -> None:
        identity, size = self._look()
        is_regular = stat.S_ISREG(os.fstat(file).st_mode)
        if identity != self._identity or not is_regular or size > MOST_BROUGHT_BACK:
            return
        os.makedirs(os.path.dirname(self._path), exist_ok=True)
        partial = f"{self._path}.{os.getpid()}"
        try:
            self._copy(file, partial)
            if os.path.isdir(self._path) and not os.path.islink(self._path):
                os.rename(self._path, self._path + ASIDE)
            os.replace(partial, self._path)
        finally:
            if os.path.lexists(partial):
                os.unlink(partial)

    def _copy(self, file: int, path: str) -> None:
        with open(path, "xb") as copy:
            os.lseek(file, 0, os.SEEK_SET)
            for piece in iter(lambda: os.read(file, PIECE), b""):
                copy.write(piece)
