"""The import statements of the product, as (importing room, imported module) pairs."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
PRODUCT = ROOT / "server" / "seismograd"
GUEST = ROOT / "sandbox" / "seismograd_sandbox" / "guest"
DEMO = PRODUCT / "cli" / "demo_project"


@dataclass(frozen=True)
class Import:
    file: Path
    line: int
    module: str
    at_start: bool
    """Whether importing the file runs it; not inside functions, nor for type checkers only."""

    def __str__(self) -> str:
        return f"{self.file.relative_to(ROOT)}:{self.line} imports {self.module}"


def sources(folder: Path = PRODUCT) -> list[Path]:
    return [path for path in sorted(folder.rglob("*.py")) if DEMO not in path.parents]


def syntax(path: Path) -> ast.Module:
    return ast.parse(path.read_bytes())


@cache
def imports(path: Path) -> list[Import]:
    return list(_walk(path, syntax(path), at_start=True))


def room(path: Path) -> str:
    """The folder under `seismograd`, or the module name for files beside the rooms."""
    return path.relative_to(PRODUCT).with_suffix("").parts[0]


def _walk(path: Path, node: ast.AST, *, at_start: bool) -> Iterator[Import]:
    for child in ast.iter_child_nodes(node):
        for module in _modules(path, child):
            yield Import(path, child.lineno, module, at_start)  # type: ignore[attr-defined]
        deferred = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef) or _is_typing(child)
        yield from _walk(path, child, at_start=at_start and not deferred)


def _modules(path: Path, node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        base = node.module or ""
        if node.level:
            package = _package_of(path).parts[: -node.level]
            base = ".".join([*package, *([node.module] if node.module else [])])
        yield from (f"{base}.{alias.name}" for alias in node.names)


def _package_of(path: Path) -> Path:
    top = PRODUCT.parent if path.is_relative_to(PRODUCT) else GUEST.parents[1]
    return path.relative_to(top)


def _is_typing(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
