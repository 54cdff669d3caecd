"""As whom code runs inside: never as root, and able to write what its owner must read."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path

NOBODY = 65534
ORDINARY = 1000
"""Where the engine lives in a virtual machine, files belong to their owner whoever writes them."""


@dataclass(frozen=True)
class User:
    uid: int
    gid: int

    def __str__(self) -> str:
        return f"{self.uid}:{self.gid}"


def user_inside() -> User:
    if sys.platform == "win32":
        return User(ORDINARY, ORDINARY)
    if os.getuid() == 0:
        return User(NOBODY, NOBODY)
    return User(os.getuid(), os.getgid() or NOBODY)


def owner_of(folder: Path) -> User:
    status = folder.stat()
    return User(status.st_uid, status.st_gid)


def hand_over(place: Path, user: User) -> None:
    """Give a file or a folder with all in it to a user. Only root can, and only root has to."""
    if sys.platform == "win32" or os.getuid() != 0:
        return
    os.chown(place, user.uid, user.gid, follow_symlinks=False)
    for _, folders, files, descriptor in os.fwalk(place, follow_symlinks=False):
        for name in (*folders, *files):
            os.chown(name, user.uid, user.gid, dir_fd=descriptor, follow_symlinks=False)
