"""Copies of single files: shared blocks where the file system can, bytes otherwise."""

from __future__ import annotations

import errno
import os
import shutil
import stat
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from seismograd_sandbox.untrusted_files import open_regular_file

FICLONE = 0x40049409
"""The request of Linux for a file that shares its blocks with another until one is written to."""
CHUNK = 1024 * 1024
BLOCK = 512


def copy_file(source: Path, target: Path) -> bool:
    """Content, times and whether it may be executed; never through a link, always writable.

    Says whether the copy shares the blocks of the source, so that it took neither time nor room.
    """
    with open_regular_file(source, follow_links=False) as reader, target.open("xb") as writer:
        status = os.fstat(reader.fileno())
        shared = _share_blocks(reader.fileno(), writer.fileno())
        if not shared:
            _copy_content(reader, writer, status)
    target.chmod(stat.S_IRUSR | stat.S_IWUSR | (status.st_mode & stat.S_IXUSR))
    os.utime(target, ns=(status.st_atime_ns, status.st_mtime_ns))
    return shared


def shares_blocks(file: Path, folder: Path) -> bool:
    """Whether a copy of the file in that folder would share its blocks."""
    with (
        suppress(OSError),
        tempfile.TemporaryFile(dir=folder) as target,
        open_regular_file(file, follow_links=False) as source,
    ):
        return _share_blocks(source.fileno(), target.fileno())
    return False


def walk(place: Path) -> Iterator[Path]:
    """The place and all below it, links not followed."""
    yield place
    if place.is_dir() and not place.is_symlink():
        for folder, folders, files in os.walk(place):
            for name in (*folders, *files):
                yield Path(folder, name)


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


def _copy_content(reader: BinaryIO, writer: BinaryIO, status: os.stat_result) -> None:
    """Holes stay holes: a database may claim a terabyte and hold a megabyte."""
    if getattr(status, "st_blocks", 0) * BLOCK >= status.st_size:
        shutil.copyfileobj(reader, writer, CHUNK)
        return
    for start, end in _filled_parts(reader.fileno(), status.st_size):
        reader.seek(start)
        writer.seek(start)
        while start < end and (chunk := reader.read(min(CHUNK, end - start))):
            start += writer.write(chunk)
    writer.truncate(status.st_size)


def _filled_parts(file: int, size: int) -> Iterator[tuple[int, int]]:
    end = 0
    while end < size:
        try:
            start = os.lseek(file, end, os.SEEK_DATA)
            end = os.lseek(file, start, os.SEEK_HOLE)
        except OSError as error:
            if error.errno != errno.ENXIO:  # which says that only a hole is left
                yield end, size
            return
        yield start, end


def _share_blocks(source: int, target: int) -> bool:
    if sys.platform != "linux":
        return False
    import fcntl

    try:
        fcntl.ioctl(target, FICLONE, source)
    except OSError:
        return False
    return True
