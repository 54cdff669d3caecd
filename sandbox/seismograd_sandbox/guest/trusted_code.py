"""Whose code it is that does something: the script's, or that of the project and of packages."""

from __future__ import annotations

import os
import sys
import sysconfig
from types import FrameType

from .code_files import code_files

_OURS = os.path.dirname(os.path.abspath(__file__)) + os.sep
_STANDARD = tuple(
    os.path.join(os.path.realpath(path), "")
    for path in {sysconfig.get_paths().get(kind) for kind in ("stdlib", "platstdlib")}
    if path
)
_LIBRARY = {*_STANDARD, *(os.path.join(folder, "lib-dynload", "") for folder in _STANDARD)}
_FROZEN = "<frozen "
PASSED_OVER, TRUSTED, SCRIPT = range(3)


class TrustedCode:
    """Code is the script's unless it was there before the script: packages and the project.

    Made before the script runs, so that what it writes and then imports is its own.
    """

    def __init__(self, root: str, script: str) -> None:
        self._root = os.path.join(os.path.realpath(root), "")
        self._files = {os.path.realpath(path) for path in code_files(root)}
        self._script = os.path.realpath(script)
        self._files.discard(self._script)
        self._installed = tuple(
            folder
            for folder in (os.path.join(os.path.realpath(entry), "") for entry in sys.path if entry)
            if not folder.startswith(self._root) and folder not in _LIBRARY
        )
        self._known: dict[str, int] = {}

    def is_of_project(self, path: str) -> bool:
        """A file of code that lay in the project before the script began."""
        return os.path.realpath(path) in self._files

    def is_script(self, real_path: str) -> bool:
        return real_path == self._script

    def is_in_project(self, path: str) -> bool:
        return os.path.realpath(path).startswith(self._root)

    def standard_module(self, filename: str) -> str | None:
        """The module of the standard library, without those that it lies in.

        Some are part of the interpreter, depending on its version: `<frozen runpy>`.
        """
        if filename.startswith(_FROZEN):
            return filename[len(_FROZEN) :].rstrip(">").partition(".")[0]
        if self.kind(filename) != PASSED_OVER or filename.startswith("<"):
            return None
        path = os.path.realpath(filename)
        inner = next(path[len(folder) :] for folder in _STANDARD if path.startswith(folder))
        return inner.partition(os.sep)[0].removesuffix(".py")

    def acts(self, frame: FrameType | None) -> int:
        """Who acts: the standard library does what it is told, and is passed over."""
        while frame is not None:
            kind = self.kind(frame.f_code.co_filename)
            if kind != PASSED_OVER:
                return kind
            frame = frame.f_back
        return TRUSTED

    def kind(self, filename: str) -> int:
        found = self._known.get(filename)
        if found is None:
            found = self._known[filename] = self._kind(filename)
        return found

    def _kind(self, filename: str) -> int:
        if filename.startswith("<"):  # generated, as by a named tuple: whoever asked for it acts
            return PASSED_OVER
        if filename.startswith(_OURS):
            return TRUSTED
        path = os.path.realpath(filename)
        if path.startswith(self._root):
            return TRUSTED if path in self._files else SCRIPT
        if path.startswith(self._installed):
            return TRUSTED
        return PASSED_OVER if path.startswith(_STANDARD) else SCRIPT
