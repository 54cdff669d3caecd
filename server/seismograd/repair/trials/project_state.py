"""Whether a project is what it was: only then trials of an earlier search can be used again."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from seismograd_sandbox.host.project_copy import ENVIRONMENT_MARKS, LEFT_OUT, REPOSITORY

MOST_FILES = 50_000
"""A project with more is compared by these, in the order of their names."""
NOT_LOOKED_AT = LEFT_OUT | {REPOSITORY, "node_modules"}


def project_state(root: Path) -> list[tuple[str, int, int]]:
    """Path, size and time of the last change of all its files: code, configuration and data."""
    return list(islice(_states(root), MOST_FILES))


def _states(root: Path) -> Iterator[tuple[str, int, int]]:
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(name for name in folders if name not in NOT_LOOKED_AT)
        if ENVIRONMENT_MARKS & {*names, *folders}:
            folders.clear()
            continue
        for name in sorted(names):
            path = os.path.join(folder, name)
            try:
                found = os.lstat(path)
            except OSError:
                continue
            yield os.path.relpath(path, root), found.st_size, found.st_mtime_ns
