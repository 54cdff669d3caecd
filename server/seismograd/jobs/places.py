"""Where the history of a project's jobs may lie."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

from seismograd.own_folder import NAME, own_folder

FILE = "jobs.db"
Place = Callable[[], Path]
"""Makes the folder and names the file in it; `OSError` where that cannot be done."""


def in_project(root: Path) -> Place:
    return lambda: own_folder(root) / FILE


def in_cache(root: Path | None) -> Place:
    """For folders that cannot be written to, or that nobody trusts."""

    def place() -> Path:
        folder = cache_folder() / "jobs"
        folder.mkdir(parents=True, exist_ok=True)
        return folder / f"{_name(root)}.db"

    return place


def has_history(root: Path | str | None) -> bool:
    """Whether anything was ever written down; quick, and opens nothing."""
    own = [] if root is None else [Path(root) / NAME / FILE]
    return any(map(os.path.lexists, [*own, cache_folder() / "jobs" / f"{_name(root)}.db"]))


def cache_folder() -> Path:
    """Of this user, for this product."""
    home = Path(os.path.expanduser("~"))
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = home / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or home / ".cache")
    return base / "seismograd"


def _name(root: Path | str | None) -> str:
    if root is None:
        return "no-project"
    import hashlib  # takes longer to load than anything else here

    digest = hashlib.sha256(os.path.realpath(root).encode("utf-8", "surrogateescape"))
    return digest.hexdigest()[:32]
