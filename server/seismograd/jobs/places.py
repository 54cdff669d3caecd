"""Where the history of a project's jobs lies: never in the project, which may bring files along."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from seismograd_sandbox.user_cache import cache_folder, private_cache_folder

FOLDER = "jobs"
Place = Callable[[], Path]
"""Makes the folder and names the file in it; `OSError` where that cannot be done."""


def in_cache(root: Path | None) -> Place:
    return lambda: private_cache_folder(FOLDER, outside=root) / _name(root)


def has_history(root: Path | str | None) -> bool:
    """Whether anything was ever written down; quick, and opens nothing."""
    return os.path.lexists(cache_folder() / FOLDER / _name(root))


def _name(root: Path | str | None) -> str:
    if root is None:
        return "no-project.db"
    import hashlib  # takes longer to load than anything else here

    digest = hashlib.sha256(os.path.realpath(root).encode("utf-8", "surrogateescape"))
    return f"{digest.hexdigest()[:32]}.db"
