"""Copies of single files: shared blocks where the file system can, bytes otherwise."""

from __future__ import annotations

import os
import shutil
import stat
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from seismograd_sandbox.untrusted_files import open_regular_file

FICLONE = 0x40049409
"""The request of Linux for a file that shares its blocks with another until one is written to."""
CHUNK = 1024 * 1024


def copy_file(source: Path, target: Path) -> None:
    """Content, times and whether it may be executed; never through a link, always writable."""
    with open_regular_file(source, follow_links=False) as reader, target.open("xb") as writer:
        status = os.fstat(reader.fileno())
        if not _share_blocks(reader.fileno(), writer.fileno()):
            shutil.copyfileobj(reader, writer, CHUNK)
    target.chmod(stat.S_IRUSR | stat.S_IWUSR | (status.st_mode & stat.S_IXUSR))
    os.utime(target, ns=(status.st_atime_ns, status.st_mtime_ns))


def same_content(first: Path, second: Path) -> bool:
    if first.is_symlink() or second.is_symlink():
        return _link(first) is not None and _link(first) == _link(second)
    try:
        with _opened(first) as one, _opened(second) as other:
            if os.fstat(one.fileno()).st_size != os.fstat(other.fileno()).st_size:
                return False
            return all(a == b for a, b in _chunks(one, other))
    except OSError:
        return False


def _opened(path: Path) -> BinaryIO:
    return open_regular_file(path, follow_links=False)


def _chunks(first: BinaryIO, second: BinaryIO) -> Iterator[tuple[bytes, bytes]]:
    while any(pair := (first.read(CHUNK), second.read(CHUNK))):
        yield pair


def _link(path: Path) -> str | None:
    try:
        return os.readlink(path)
    except OSError:
        return None


def _share_blocks(source: int, target: int) -> bool:
    if sys.platform != "linux":
        return False
    import fcntl

    try:
        fcntl.ioctl(target, FICLONE, source)
    except OSError:
        return False
    return True
