"""Bytes of files on disk, without ever waiting for a pipe or reading a device without end."""

from __future__ import annotations

import errno
import os
import stat

_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


def read_regular_file(path: str, limit: int) -> bytes:
    """At most `limit` bytes of a file; raises `OSError` for all that is no plain file."""
    with open(os.open(path, _FLAGS), "rb") as file:
        mode = os.fstat(file.fileno()).st_mode
        if stat.S_ISREG(mode):
            return file.read(limit)
    raise OSError(errno.EINVAL, "not a regular file")
