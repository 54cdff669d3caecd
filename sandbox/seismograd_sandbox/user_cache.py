"""The cache folder of this user for this product: what no project can reach or bring along."""

from __future__ import annotations

import errno
import os
import stat
import sys
from contextlib import suppress
from pathlib import Path

from seismograd_sandbox.untrusted_files import StrPath, lies_in

_NAME = "seismograd"


def cache_folder() -> Path:
    """Where it lies; nothing is made or looked at."""
    named = os.environ.get("XDG_CACHE_HOME", "")
    if os.path.isabs(named):
        # The specification says to ignore relative ones: they would lie in whatever project.
        return Path(named) / _NAME
    home = Path(os.path.expanduser("~"))
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local") / _NAME
    if sys.platform == "darwin":
        return home / "Library" / "Caches" / _NAME
    return home / ".cache" / _NAME


def private_cache_folder(*names: str, outside: StrPath | None = None) -> Path:
    """The folder, or one below it, made where it is missing and open to this user alone.

    Raises `OSError` where it would lie in the project `outside`, is a link, belongs to somebody
    else or cannot be made.
    """
    folder = cache_folder()
    if not folder.is_absolute():
        raise OSError(errno.EINVAL, "the home folder has no absolute path", str(folder))
    if outside is not None and lies_in(folder, outside):
        raise OSError(errno.EPERM, "the cache folder lies in the project", str(folder))
    os.makedirs(folder.parent, 0o700, exist_ok=True)
    _make_private(folder)
    for name in names:
        folder /= name
        _make_private(folder)
    return folder


def _make_private(folder: Path) -> None:
    with suppress(FileExistsError):
        folder.mkdir(0o700)
    found = os.lstat(folder)
    if not stat.S_ISDIR(found.st_mode):
        raise OSError(errno.ENOTDIR, "is a link or a file, and not a folder", str(folder))
    if sys.platform == "win32":
        return
    if found.st_uid != os.geteuid():
        raise OSError(errno.EPERM, "belongs to somebody else", str(folder))
    if found.st_mode & 0o077:
        folder.chmod(0o700)
