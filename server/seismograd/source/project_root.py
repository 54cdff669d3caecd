"""Where the project of a file begins, so that its absolute imports can be followed."""

from __future__ import annotations

import os
from pathlib import Path

MARKERS = ("pyproject.toml", "setup.py", "setup.cfg", ".git")


def project_root(path: str, fallback: str | None = None) -> str:
    """The nearest folder at or above the path with a project file, or else the fallback.

    Without a fallback that holds the path, it is the path's own folder.
    """
    folder = path if os.path.isdir(path) else os.path.dirname(path)
    for candidate in map(str, (Path(folder), *Path(folder).parents)):
        if any(os.path.exists(os.path.join(candidate, marker)) for marker in MARKERS):
            return candidate
    if fallback and (folder + os.sep).startswith(fallback.rstrip(os.sep) + os.sep):
        return fallback
    return folder
