"""Places in the user's code: files relative to the project, frames that are not ours."""

from __future__ import annotations

import os
import sys
import sysconfig
from collections.abc import Callable
from types import FrameType
from typing import Any

_OURS = os.path.dirname(os.path.abspath(__file__)) + os.sep
_KINDS = ("stdlib", "platstdlib", "purelib", "platlib")
_LIBRARIES = tuple(
    os.path.realpath(path) + os.sep
    for path in {_OURS, *(sysconfig.get_paths().get(kind) for kind in _KINDS)}
    if path
)
_INSTALLED = frozenset({"site-packages", "dist-packages"})


def present_folder() -> str:
    try:
        return os.getcwd()
    except OSError:  # it was removed
        return os.sep


class Places:
    """Knows which files belong to the project, and remembers the answer."""

    def __init__(self, root: str, is_foreign: Callable[[str], bool] | None = None) -> None:
        """`is_foreign` says of a file below the root that it is none of the project's."""
        self._is_foreign = is_foreign
        self._began_in = present_folder()  # the script may change it, and may even remove it
        self._roots = tuple(
            os.path.join(path, "") for path in (os.path.abspath(root), os.path.realpath(root))
        )
        self._known: dict[str, str | None] = {}

    def in_project(self, filename: str) -> str | None:
        """The path of a file of the project, relative to its root; None for all others."""
        if filename not in self._known:
            self._known[filename] = self._relative(filename)
        return self._known[filename]

    def is_ours(self, filename: str) -> bool:
        return filename.startswith(_OURS)

    def file(self, filename: str) -> str:
        return self.in_project(filename) or filename

    def caller(self, depth: int = 1) -> dict[str, Any] | None:
        """The innermost place of the project on the stack."""
        frame: FrameType | None = sys._getframe(depth)
        while frame is not None:
            file = self.in_project(frame.f_code.co_filename)
            if file is not None:
                return {"file": file, "line": frame.f_lineno}
            frame = frame.f_back
        return None

    def _relative(self, filename: str) -> str | None:
        if filename.startswith("<") or "\0" in filename:
            return None
        path = os.path.normpath(os.path.join(self._began_in, filename))
        real = os.path.realpath(path)
        if real.startswith(_LIBRARIES) or (self._is_foreign and self._is_foreign(path)):
            return None
        return self._below_root(path) or self._below_root(real)

    def _below_root(self, path: str) -> str | None:
        """A link counts as the project's own file, wherever it leads."""
        for root in self._roots:
            if path.startswith(root):
                parts = path[len(root) :].split(os.sep)
                return None if _INSTALLED & set(parts) else "/".join(parts)
        return None
