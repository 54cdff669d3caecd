"""The folders that an assistant may look at."""

from __future__ import annotations

import os
from collections.abc import Sequence

from seismograd.mcp.tool import ToolError
from seismograd.source.project_root import project_root


class Roots:
    """Turns what an assistant writes into paths, and refuses those that lie outside."""

    def __init__(self, folders: Sequence[str]) -> None:
        self.folders = list(folders)
        self._real = [os.path.realpath(folder) for folder in folders]

    @property
    def base(self) -> str:
        """The folder that paths in answers are relative to."""
        return self.folders[0]

    def holds(self, path: str) -> bool:
        """Whether a path lies inside, wherever links lead."""
        real = os.path.realpath(path)
        return any(_is_inside(real, folder) for folder in self._real)

    def resolve(self, given: str) -> str:
        """The absolute path of something that is there."""
        if not _can_be_a_path(given):
            raise ToolError(f"{given!a} cannot be the name of a file")
        candidates = [os.path.normpath(os.path.join(folder, given)) for folder in self.folders]
        inside = [path for path in candidates if self.holds(path)]
        if not inside:
            allowed = ", ".join(self.folders)
            raise ToolError(f"{given} lies outside of what may be looked at: {allowed}")
        there = [path for path in inside if os.path.exists(path)]
        if not there:
            raise ToolError(f"there is no file or folder {given}")
        return there[0]

    def project_of(self, path: str) -> str:
        """The folder from which imports are followed: the project's, but never one outside."""
        found = project_root(path, self.base)
        if self.holds(found):
            return found
        holders = [folder for folder in self.folders if _is_inside(path, folder)]
        return max(holders, key=len, default=self.base)


def _can_be_a_path(given: str) -> bool:
    try:
        return b"\0" not in os.fsencode(given)
    except UnicodeEncodeError:
        return False


def _is_inside(path: str, folder: str) -> bool:
    return path == folder or path.startswith(os.path.join(folder, ""))
