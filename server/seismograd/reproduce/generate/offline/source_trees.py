"""The project's source as trees, parsed once."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from seismograd.reproduce.context.project_view import ProjectView, Symbol
from seismograd.source.shallow_parse import parse_module
from seismograd_sandbox.untrusted_files import read_regular_file

MOST_BYTES = 400_000
AnyFunction = ast.FunctionDef | ast.AsyncFunctionDef


class SourceTrees:
    def __init__(self, project: ProjectView) -> None:
        self.project = project

    def tree(self, file: str) -> ast.Module | None:
        path = self.project.root / file
        try:
            stamp = path.stat().st_mtime_ns
        except OSError:
            return None
        return _parsed(self.project.root, path, stamp)

    def function(self, symbol: Symbol) -> AnyFunction | None:
        found = self._at(symbol)
        return found if isinstance(found, AnyFunction) else None

    def class_of(self, symbol: Symbol) -> ast.ClassDef | None:
        found = self._at(symbol)
        return found if isinstance(found, ast.ClassDef) else None

    def method(self, symbol: Symbol, name: str) -> tuple[Symbol, AnyFunction] | None:
        """Of a class, or of the nearest ancestor in the project that has it."""
        for owner in (symbol, *self.ancestors(symbol)):
            node = self.class_of(owner)
            for member in node.body if node else ():
                if isinstance(member, AnyFunction) and member.name == name:
                    return owner, member
        return None

    def ancestors(self, symbol: Symbol) -> Iterator[Symbol]:
        for base in symbol.bases:
            yield from (one for one in self.project.symbols if one.qualified == base)

    def files(self) -> list[str]:
        return sorted({symbol.file for symbol in self.project.symbols})

    def _at(self, symbol: Symbol) -> ast.stmt | None:
        tree = self.tree(symbol.file)
        name = symbol.name.rpartition(".")[2]
        for node in ast.walk(tree) if tree else ():
            if isinstance(node, AnyFunction | ast.ClassDef) and node.name == name:
                first = min([node.lineno, *(one.lineno for one in node.decorator_list)])
                if first <= symbol.line <= node.lineno or node.lineno == symbol.line:
                    return node
        return None


@lru_cache(maxsize=256)
def _parsed(root: Path, path: Path, _stamp: int) -> ast.Module | None:
    try:
        return parse_module(read_regular_file(path, MOST_BYTES, within=root))
    except (OSError, ValueError, SyntaxError, RecursionError, MemoryError):
        return None
