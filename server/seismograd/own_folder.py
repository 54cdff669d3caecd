"""`.seismograd` in a project: where what belongs to it is kept, out of version control."""

from __future__ import annotations

import errno
import os
import re
import time
from contextlib import suppress
from pathlib import Path

from seismograd_sandbox.untrusted_writes import create_file, make_folder

NAME = ".seismograd"
_MOST_ATTEMPTS = 100
_ID = re.compile(r"[\w-]{1,64}\Z", re.ASCII)
_IGNORE_ALL = b"# Written by Seismograd\n*\n"


class NoFolder(Exception):
    """A folder cannot be made; the message says why, and whoever tells it what to do."""


def new_folder(root: Path, kind: str) -> Path:
    """A folder for something of this kind that begins now; raises `NoFolder`."""
    parent = root / NAME / kind
    try:
        make_folder(parent, within=root)
        _ignore(root)
        return _new_below(parent)
    except OSError as error:
        raise no_folder(Path(error.filename or parent), error) from error


def own_folders(root: Path, kind: str) -> list[Path]:
    """Those of this kind, newest first. A link could lead anywhere, and is none."""
    parent = root / NAME / kind
    try:
        names = os.listdir(parent) if _is_real(parent.parent) and _is_real(parent) else []
    except OSError:
        return []
    found = (parent / name for name in sorted(names, reverse=True) if _ID.match(name))
    return [folder for folder in found if _is_real(folder)]


def own_folder(root: Path, kind: str, name: str) -> Path | None:
    """The one of this name; names that lead elsewhere are none."""
    parent = root / NAME / kind
    is_own = _ID.match(name) and all(map(_is_real, (parent.parent, parent, parent / name)))
    return parent / name if is_own else None


def _is_real(path: Path) -> bool:
    return path.is_dir() and not path.is_symlink()


def no_folder(folder: Path, error: OSError) -> NoFolder:
    if error.errno == errno.ELOOP:
        return NoFolder(f"{folder} is a link, and links are not followed here")
    return NoFolder(f"{folder} cannot be made ({error.strerror or error})")


def _new_below(parent: Path) -> Path:
    for _ in range(_MOST_ATTEMPTS):
        # Sorts by time, in any time zone.
        folder = parent / f"{time.strftime('%Y%m%d-%H%M%S', time.gmtime())}-{os.urandom(2).hex()}"
        try:
            folder.mkdir(mode=0o700)
        except FileExistsError:
            continue
        return folder
    raise NoFolder(f"{parent} has no free name left")


def _ignore(root: Path) -> None:
    with suppress(FileExistsError):
        create_file(root / NAME / ".gitignore", _IGNORE_ALL, within=root)
