"""The one way to read a file that a project names: regular, bounded, never waited for.

A project may come from a stranger. Its files may be pipes, devices, links to the user's keys, or
gigabytes of zeros; whoever reads one goes through here.
"""

from __future__ import annotations

import errno
import os
import stat
from typing import BinaryIO

_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
_NO_FOLLOW = getattr(os, "O_NOFOLLOW", 0)
StrPath = str | os.PathLike[str]


def read_regular_file(path: StrPath, most: int, *, within: StrPath | None = None) -> bytes:
    """At most `most` bytes of a file; raises `OSError` for all that is no regular file.

    With `within`, links are followed only as long as they stay in that folder. Without it the path
    must be one that the user named.
    """
    if within is None:
        return _read(path, _FLAGS, most)
    real = os.path.realpath(path)
    if not is_below(real, os.path.realpath(within)):
        raise OSError(errno.EPERM, "leads out of the project", os.fspath(path))
    return _read(real, _FLAGS | _NO_FOLLOW, most)


def read_whole_file(path: StrPath, most: int, *, within: StrPath | None = None) -> bytes:
    """As `read_regular_file`; a file of more than `most` bytes is an `OSError` as well."""
    content = read_regular_file(path, most + 1, within=within)
    if len(content) > most:
        raise OSError(errno.EFBIG, f"larger than {most:,} bytes", os.fspath(path))
    return content


def read_without_links(path: StrPath, most: int) -> bytes:
    """As `read_regular_file`, for places where nothing but a file of our own belongs."""
    return _read(path, _FLAGS | _NO_FOLLOW, most)


def open_regular_file(path: StrPath, *, follow_links: bool = True) -> BinaryIO:
    """For what is too large to be read at once; raises `OSError` for all that is no such file."""
    return _opened(path, _FLAGS if follow_links else _FLAGS | _NO_FOLLOW)


def lies_in(path: StrPath, folder: StrPath) -> bool:
    """Whether a path lies in a folder as it is written, or leads into it through links."""
    plain = is_below(os.path.abspath(path), os.path.abspath(folder))
    return plain or is_below(os.path.realpath(path), os.path.realpath(folder))


def is_below(path: str, folder: str) -> bool:
    """Whether an absolute path is a folder or lies below it; links are not looked at."""
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)


def _read(path: StrPath, flags: int, most: int) -> bytes:
    with _opened(path, flags) as file:
        return file.read(most)


def _opened(path: StrPath, flags: int) -> BinaryIO:
    descriptor = os.open(path, flags)
    if stat.S_ISREG(os.fstat(descriptor).st_mode):
        return open(descriptor, "rb")
    os.close(descriptor)
    raise OSError(errno.EINVAL, "not a regular file", os.fspath(path))
