"""The files of a project: open documents first, then the disk; and where imports lead."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from seismograd.source.document import Document, UnreadableSource, decode

MAX_CLOSED_DOCUMENTS = 400


class Workspace:
    """Documents by path, and the project files that import statements name."""

    def __init__(self, roots: Iterable[str | Path] = ()) -> None:
        self.roots = tuple(os.path.abspath(root) for root in roots)
        self._open: dict[str, Document] = {}
        self._closed: dict[str, tuple[tuple[int, int], Document | None]] = {}
        self._files: dict[str, bool] = {}
        self.generation = 0
        """Changes whenever files may have come or gone, so that imports may lead elsewhere."""

    def open(self, document: Document) -> None:
        """Let an editor's text stand for the file until it is closed."""
        self._open[document.path] = document

    def close(self, path: str) -> None:
        self._open.pop(path, None)

    def forget(self, path: str) -> None:
        """The file changed, came or went on disk."""
        self._closed.pop(path, None)
        self._files.clear()
        self.generation += 1

    def is_open(self, path: str) -> bool:
        return path in self._open

    def document(self, path: str) -> Document | None:
        """The document of a path; None where there is none that can be read."""
        if path in self._open:
            return self._open[path]
        stamp = _stamp(path)
        if stamp is None:
            return None
        known = self._closed.get(path)
        if known is None or known[0] != stamp:
            known = (stamp, _load(path))
            self._remember(path, known)
        return known[1]

    def _remember(self, path: str, entry: tuple[tuple[int, int], Document | None]) -> None:
        while len(self._closed) >= MAX_CLOSED_DOCUMENTS:
            self._closed.pop(next(iter(self._closed)))
        self._closed[path] = entry

    def resolve_import(self, importer: str, module: str, level: int = 0) -> str | None:
        """The project file that a module name leads to from a file, or None if it is outside."""
        parts = module.split(".") if module else []
        for base in self._bases(importer, level):
            found = self._module_file(os.path.join(base, *parts), parts == [])
            if found is not None:
                return found
        return None

    def namespace_package(self, importer: str, module: str) -> str | None:
        """The file that a folder without `__init__.py` would have, if it holds the module."""
        first, *rest = module.split(".")
        for base in self._bases(importer, 0):
            if self._module_file(os.path.join(base, first, *rest)) is not None:
                return os.path.join(base, first, "__init__.py")
        return None

    def _bases(self, importer: str, level: int) -> list[str]:
        folder = os.path.dirname(os.path.abspath(importer))
        if level:
            for _ in range(level - 1):
                folder = os.path.dirname(folder)
            return [folder]
        root = self._root_of(folder)
        bases = [folder]
        while root is not None and folder != root:
            folder = os.path.dirname(folder)
            bases.append(folder)
        if root is not None:
            bases.append(os.path.join(root, "src"))
        return bases

    def _root_of(self, folder: str) -> str | None:
        holders = [root for root in self.roots if (folder + os.sep).startswith(root + os.sep)]
        return max(holders, key=len, default=None)

    def _module_file(self, stem: str, is_folder: bool = False) -> str | None:
        package = os.path.join(stem, "__init__.py")
        for candidate in (package,) if is_folder else (package, stem + ".py"):
            if candidate in self._open or self._is_file(candidate):
                return candidate
        # `from . import x` works in a folder that is no package, too.
        return package if is_folder else None

    def _is_file(self, path: str) -> bool:
        known = self._files.get(path)
        if known is None:
            known = self._files[path] = os.path.isfile(path)
        return known


def _stamp(path: str) -> tuple[int, int] | None:
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return None
    return status.st_mtime_ns, status.st_size


def _load(path: str) -> Document | None:
    try:
        return Document(path, decode(Path(path).read_bytes()))
    except (OSError, UnreadableSource):
        return None
