"""Under which names a script in the root imports the files of a project."""

from __future__ import annotations

import ast
import keyword
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from seismograd.reproduce.context.sources import SourceFile

ROOT = "."
MAX_SEARCH_PATH = 12
_CONVENTIONAL = ("src", "lib", "python")
_FOREIGN = frozenset({"jax", "keras", "lightning", "numpy", "tensorflow", "torch", "transformers"})
_NOT_OURS = sys.stdlib_module_names | _FOREIGN


@dataclass(frozen=True, slots=True)
class ModuleNames:
    names: Mapping[str, str]
    """Of files that can be imported."""
    search_path: tuple[str, ...]
    packages: frozenset[str]
    """Folders with an `__init__.py`."""
    by_path: Mapping[str, str] = field(default_factory=dict)
    """The file of a module, by its path without suffix; of a package, by its folder."""

    def file_at(self, base: str, dotted: str) -> str | None:
        """The file that a module name means below a folder."""
        return self.by_path.get(_join(base, dotted.replace(".", "/")))


def name_modules(files: Iterable[SourceFile]) -> ModuleNames:
    """Names and the folders that must be searched for them; what imports say decides."""
    sources = list(files)
    paths = [source.path for source in sources]
    packages = frozenset(s.folder or ROOT for s in sources if s.path.endswith("__init__.py"))
    by_path = {_module_path(path): path for path in paths}
    tree = _Tree(by_path, packages)
    bases = _bases(sources, tree)
    names = _names(paths, bases, packages)
    bases += [base for base in _unnameable_folders(paths, names) if base not in bases]
    bases = bases[:MAX_SEARCH_PATH]
    return ModuleNames(_names(paths, bases, packages), tuple(bases), packages, by_path)


@dataclass(frozen=True, slots=True)
class _Tree:
    by_path: Mapping[str, str]
    packages: frozenset[str]
    _folders: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        for path in self.by_path.values():
            self._folders.update(_parents(path))

    def holds(self, base: str, name: str) -> bool:
        path = _join(base, name)
        return path in self.by_path or path in self._folders


def _bases(sources: list[SourceFile], tree: _Tree) -> list[str]:
    imported = [(source, set(_absolute_imports(source))) for source in sources]
    spoken_of = {dotted.split(".")[0] for _, dotteds in imported for dotted in dotteds}
    bases = [ROOT]
    for folder in _CONVENTIONAL:
        is_plain = folder not in tree.packages
        if is_plain and folder not in spoken_of and tree.holds(ROOT, folder):
            bases.append(folder)
    needed = Counter(
        base
        for source, dotteds in imported
        for dotted in dotteds
        if (base := _base_needed(source, dotted.split(".")[0], bases, tree))
    )
    return bases + [base for base, _ in sorted(needed.items(), key=lambda item: (-item[1], item))]


def _base_needed(source: SourceFile, name: str, bases: list[str], tree: _Tree) -> str | None:
    """The folder that must be searched for an import, where it is not searched anyway."""
    if any(tree.holds(base, name) for base in bases):
        return None
    if name in _NOT_OURS and source.folder in tree.packages:
        return None
    return next((folder for folder in _parents(source.path) if tree.holds(folder, name)), None)


def _absolute_imports(source: SourceFile) -> Iterator[str]:
    for node in source.scopes.all():
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
            yield node.module


def _names(paths: list[str], bases: list[str], packages: frozenset[str]) -> dict[str, str]:
    names: dict[str, str] = {}
    taken: set[str] = set()
    order = {base: rank for rank, base in enumerate(bases)}

    def best_base(path: str) -> str:
        usable = [b for b in bases if _is_below(path, b) and (b == ROOT or b not in packages)]
        return max(usable, key=len) if len(usable) > 1 else ROOT

    for path in sorted(paths, key=lambda path: (order[best_base(path)], path)):
        for base in dict.fromkeys((best_base(path), ROOT)):
            name = _dotted(path, base)
            if name and name not in taken:
                names[path] = name
                taken.add(name)
                break
    return names


def _unnameable_folders(paths: list[str], names: Mapping[str, str]) -> list[str]:
    """Folders such as `my-project`, whose files can only be imported from within."""
    folders = Counter[str]()
    for path in paths:
        if path not in names and _is_name(_module_path(path).rpartition("/")[2]):
            odd = next((f for f in _parents(path) if not _is_name(f.rpartition("/")[2])), None)
            if odd:
                folders[odd] += 1
    return [folder for folder, _ in folders.most_common()]


def _dotted(path: str, base: str) -> str:
    inner = path if base == ROOT else path.removeprefix(base + "/")
    parts = _module_path(inner).split("/")
    return ".".join(parts) if all(map(_is_name, parts)) else ""


def _is_name(part: str) -> bool:
    return part.isidentifier() and not keyword.iskeyword(part)


def _module_path(path: str) -> str:
    return path.removesuffix(".py").removesuffix("/__init__")


def _is_below(path: str, base: str) -> bool:
    return base == ROOT or path.startswith(base + "/")


def _parents(path: str) -> list[str]:
    """Folders above a file, the nearest first, without the root."""
    parts = path.split("/")[:-1]
    return ["/".join(parts[:length]) for length in range(len(parts), 0, -1)]


def _join(base: str, inner: str) -> str:
    return inner if base in (ROOT, "") else f"{base}/{inner}"
