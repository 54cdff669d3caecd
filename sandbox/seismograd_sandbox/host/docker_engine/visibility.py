"""Files of root that the user inside could not read: shown as a copy, if that is not too much."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path

from seismograd_sandbox.host.copying import copy_file, walk
from seismograd_sandbox.host.docker_engine.user import User, hand_over
from seismograd_sandbox.host.limits import GIB
from seismograd_sandbox.host.sandbox import Obstacle, SandboxUnusable

MOST_COPIED = 2 * GIB
_FILE = stat.S_IROTH
_FOLDER = stat.S_IROTH | stat.S_IXOTH


def visible_to(user: User, place: Path, copies: Path) -> Path:
    """The place itself where the user can read all of it, or a copy below `copies`.

    An owner other than root runs code under its own number, which can read what it can.
    """
    if not _owner_is_root() or all(map(_is_open, walk(place))):
        return place
    _refuse_masses(place)
    copy = copies / str(len(os.listdir(copies)))
    _copy(place, copy)
    hand_over(copy, user)
    return copy


def require_open(place: Path) -> None:
    """For masses of files that are hardly ever closed: only the folder itself is looked at."""
    if _owner_is_root() and not _is_open(place):
        raise SandboxUnusable(_closed(place))


def _owner_is_root() -> bool:
    return sys.platform != "win32" and os.getuid() == 0


def _is_open(path: Path) -> bool:
    mode = path.lstat().st_mode
    wanted = _FOLDER if stat.S_ISDIR(mode) else _FILE
    return stat.S_ISLNK(mode) or mode & wanted == wanted


def _refuse_masses(place: Path) -> None:
    total = 0
    for path in walk(place):
        total += path.lstat().st_size
        if total > MOST_COPIED:
            raise SandboxUnusable(_closed(place))


def _closed(place: Path) -> Obstacle:
    return Obstacle(f"not all of {place} can be read by others than root", f"chmod -R o+rX {place}")


def _copy(source: Path, target: Path) -> None:
    mode = source.lstat().st_mode
    if stat.S_ISLNK(mode):
        target.symlink_to(os.readlink(source))
    elif stat.S_ISREG(mode):
        copy_file(source, target)
    elif stat.S_ISDIR(mode):
        target.mkdir(mode=0o700)
        for name in os.listdir(source):
            _copy(source / name, target / name)
