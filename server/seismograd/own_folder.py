"""`.seismograd` in a project: where what belongs to it is kept, out of version control."""

from __future__ import annotations

import errno
import os
import time
from pathlib import Path

NAME = ".seismograd"
_MOST_ATTEMPTS = 100
_IGNORE_ALL = "# Written by Seismograd\n*\n"


class NoFolder(Exception):
    """A folder cannot be made; the message says why, and whoever tells it what to do."""


def new_folder(root: Path, kind: str) -> Path:
    """A folder for something of this kind that begins now; raises `NoFolder`."""
    parent = root / NAME / kind
    try:
        own_folder(root)
        return _new_below(real_folder(parent))
    except OSError as error:
        raise no_folder(Path(error.filename or parent), error) from error


def no_folder(folder: Path, error: OSError) -> NoFolder:
    if error.errno == errno.ELOOP:
        return NoFolder(f"{folder} is a link, and links are not followed here")
    return NoFolder(f"{folder} cannot be made ({error.strerror or error})")


def own_folder(root: Path) -> Path:
    """The folder, made where it is missing; `OSError` where that cannot be done."""
    folder = real_folder(root / NAME)
    _ignore(folder / ".gitignore")
    return folder


def real_folder(folder: Path) -> Path:
    """A folder, made where it is missing; an `OSError` where it is a link."""
    if folder.is_symlink():
        # A project could send what is written there anywhere.
        raise OSError(errno.ELOOP, "is a link", str(folder))
    folder.mkdir(exist_ok=True)
    return folder


def _new_below(parent: Path) -> Path:
    for _ in range(_MOST_ATTEMPTS):
        # Sorts by time, in any time zone.
        folder = parent / f"{time.strftime('%Y%m%d-%H%M%S', time.gmtime())}-{os.urandom(2).hex()}"
        try:
            folder.mkdir()
        except FileExistsError:
            continue
        return folder
    raise NoFolder(f"{parent} has no free name left")


def _ignore(file: Path) -> None:
    try:
        with file.open("x", encoding="utf-8") as out:
            out.write(_IGNORE_ALL)
    except FileExistsError:
        return
