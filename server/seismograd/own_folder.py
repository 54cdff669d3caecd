"""`.seismograd` in a project: where what belongs to it is kept, out of version control."""

from __future__ import annotations

import errno
from pathlib import Path

NAME = ".seismograd"
_IGNORE_ALL = "# Written by Seismograd\n*\n"


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


def _ignore(file: Path) -> None:
    try:
        with file.open("x", encoding="utf-8") as out:
            out.write(_IGNORE_ALL)
    except FileExistsError:
        return
