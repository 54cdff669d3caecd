"""The files of a project: open documents first, then the disk; and where imports lead."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterable
from pathlib import Path

from seismograd.source.document import MAX_BYTES, Document, UnreadableSource, decode
from seismograd_sandbox.untrusted_files import is_below, read_regular_file

MAX_CLOSED_DOCUMENTS = 400
# Projects have files of these names, and mean them.
_SHADOWED = frozenset({"code", "platform", "profile", "secrets", "select", "test", "this", "trace"})
_STANDARD = sys.stdlib_module_names - _SHADOWED


class Workspace:
    """Documents by path, and the project files that import statements name."""

    def __init__(self, roots: Iterable[str | Path] = ()) -> None:
        self.roots: tuple[str, ...] = ()
        self._real_roots: tuple[str, ...] = ()
        self._open: dict[str, Document] = {}
        self._closed: dict[str, tuple[tuple[int, int], Document | None]] = {}
        self._files: dict[str, bool] = {}
        self.generation = 0
        """Changes whenever files may have come or gone, so that imports may lead elsewhere."""
        for root in roots:
            self.add_root(root)

    def add_root(self, root: str | Path) -> None:
        """Follow imports below one more folder."""
        self.roots = (*self.roots, os.path.abspath(root))
        self._real_roots = (*self._real_roots, os.path.realpath(root))

    def holds(self, path: str) -> bool:
        """Whether a path lies below a root, and still does once links are followed."""
        if self._root_of(os.path.dirname(path)) is None:
            return False
        real = os.path.realpath(path)
        return any(is_below(real, root) for root in self._real_roots)

    def looked_for(self, path: str) -> None:
        """Hears of every file or folder on whose being there an answer rests, found or not."""

    def open(self, document: Document) -> None:
        """Let an editor's text stand for the file until it is closed."""
        self._note_unsaved(document.path)
        self._open[document.path] = document

    def close(self, path: str) -> None:
        """Let the file speak for itself again."""
        self._open.pop(path, None)
        self._note_unsaved(path)

    def _note_unsaved(self, path: str) -> None:
        if path not in self._open and not self._is_file(path):
            self.generation += 1

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
            known = (stamp, self._load(path))
            self._remember(path, known)
        return known[1]

    def _load(self, path: str) -> Document | None:
        """What lies outside of all roots was named by the user; what a project names stays in."""
        if self._leads_out(path):
            return None
        try:
            return Document(path, decode(read_regular_file(path, MAX_BYTES + 1)))
        except (OSError, UnreadableSource):
            return None

    def _leads_out(self, path: str) -> bool:
        return self._root_of(os.path.dirname(path)) is not None and not self.holds(path)

    def _remember(self, path: str, entry: tuple[tuple[int, int], Document | None]) -> None:
        while len(self._closed) >= MAX_CLOSED_DOCUMENTS:
            self._closed.pop(next(iter(self._closed)))
        self._closed[path] = entry

    def resolve_import(self, importer: str, module: str, level: int = 0) -> str | None:
        """The project file that a module name leads to from a file, or None if it is outside."""
        parts = module.split(".") if module else []
        if not level and parts[:1] and parts[0] in _STANDARD:
            return None
        for base in self._bases(importer, level):
            found = self._module_file(os.path.join(base, *parts), parts == [])
            if found is not None:
                return found
        return None

    def module_name(self, path: str) -> str:
        """The dotted name under which a file is imported from its root."""
        folder, file = os.path.split(os.path.abspath(path))
        stem = file.removesuffix(".py")
        names = [] if stem == "__init__" else [stem]
        root = self._root_of(folder)
        while folder != root and self._is_there(os.path.join(folder, "__init__.py")):
            folder, name = os.path.split(folder)
            names.insert(0, name)
        return ".".join(names)

    def submodule(self, package: str, name: str) -> str | None:
        """The file of a module in a package, given by the package's `__init__.py`."""
        folder, file = os.path.split(package)
        if file != "__init__.py":
            return None
        inner = os.path.join(folder, name)
        found = self._module_file(inner)
        if found is None:
            self.looked_for(inner)
            found = os.path.join(inner, "__init__.py") if os.path.isdir(inner) else None
        return found

    def namespace_package(self, importer: str, module: str) -> str | None:
        """The file that a folder without `__init__.py` would have, if it holds the module."""
        first, *rest = module.split(".")
        for base in self._bases(importer, 0):
            if self._module_file(os.path.join(base, first, *rest)) is not None:
                return os.path.join(base, first, "__init__.py")
        return None

    def _bases(self, importer: str, level: int) -> list[str]:
        folder = os.path.dirname(os.path.abspath(importer))
        root = self._root_of(folder)
        if level:
            for _ in range(level - 1):
                if folder == root:
                    return []
                folder = os.path.dirname(folder)
            return [folder]
        bases = [folder]
        while root is not None and folder != root:
            folder = os.path.dirname(folder)
            bases.append(folder)
        if root is not None:
            bases.append(os.path.join(root, "src"))
        return bases

    def _root_of(self, folder: str) -> str | None:
        holders = [root for root in self.roots if is_below(folder, root)]
        return max(holders, key=len, default=None)

    def _module_file(self, stem: str, is_folder: bool = False) -> str | None:
        package = os.path.join(stem, "__init__.py")
        for candidate in (package,) if is_folder else (package, stem + ".py"):
            if self._is_there(candidate):
                return candidate
        # `from . import x` works in a folder that is no package, too.
        return package if is_folder else None

    def _is_there(self, path: str) -> bool:
        self.looked_for(path)
        return path in self._open or self._is_file(path)

    def _is_file(self, path: str) -> bool:
        known = self._files.get(path)
        if known is None:
            known = os.path.isfile(path) and not self._leads_out(path)
            self._files[path] = known
        return known


def _stamp(path: str) -> tuple[int, int] | None:
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return None
    if not stat.S_ISREG(status.st_mode):
        # A pipe could make the reader wait for ever.
        return None
    return status.st_mtime_ns, status.st_size
