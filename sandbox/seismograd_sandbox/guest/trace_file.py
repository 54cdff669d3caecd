"""The file of a trace, in a process whose other code may do anything to files."""

from __future__ import annotations

import errno
import os

NO_SPACE = frozenset({errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC)})
PIECE = 1 << 20


class CannotBegin(Exception):
    """A mistake of whoever started the runner; the script was not run."""


class TraceFile:
    """Whole lines at its end, even if others write to it, and a copy if it is taken away."""

    def __init__(self, path: str) -> None:
        self._path = os.path.abspath(path)
        self._file = self._open()
        self._identity = self._look()[0] if self._file is not None else None
        self._expected_size = 0

    def append(self, line: bytes) -> None:
        """Raises `OSError` where the line could not be written, or only a part of it."""
        if self._file is None:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        identity, size, _ = self._look()
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
        """Bring a file back that the script has removed: what was written is still there."""
        try:
            if self._file is not None and self._look()[2] == 0:
                self._bring_back()
        except OSError:
            return

    def _open(self) -> int | None:
        flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_CLOEXEC", 0)
        try:
            return os.open(self._path, flags | getattr(os, "O_BINARY", 0), 0o644)
        except OSError as error:
            if error.errno in NO_SPACE:
                return None
            raise CannotBegin(f"cannot write the trace: {error}") from None

    def _look(self) -> tuple[tuple[int, int], int, int]:
        """Which file this is, its size, and how many names it has."""
        assert self._file is not None
        found = os.fstat(self._file)
        return (found.st_dev, found.st_ino), found.st_size, found.st_nlink

    def _bring_back(self) -> None:
        assert self._file is not None
        os.makedirs(os.path.dirname(self._path), exist_ok=True)
        with open(self._path, "ab") as copy:
            os.lseek(self._file, 0, os.SEEK_SET)
            for piece in iter(lambda: os.read(self._file or 0, PIECE), b""):
                copy.write(piece)
