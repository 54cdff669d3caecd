"""Files that code from elsewhere wrote: neither followed where they are links nor waited for."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

_FLAGS = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)


def read_start(path: Path, most: int) -> bytes:
    """The first bytes of a regular file; `OSError` for anything else."""
    descriptor = os.open(path, _FLAGS | getattr(os, "O_BINARY", 0))
    with os.fdopen(descriptor, "rb") as file:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError(errno.EINVAL, "not a regular file", str(path))
        return file.read(most)
