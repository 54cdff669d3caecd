"""How the report, a script or a test makes an object: written down, so nothing is guessed."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from textwrap import dedent

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import Symbol
from seismograd.reproduce.context.readme import python_in_readme
from seismograd.reproduce.generate.offline.inputs.imported_names import imported_names
from seismograd.reproduce.generate.offline.inputs.known_settings import KnownSettings
from seismograd.reproduce.generate.offline.inputs.settled import Settled
from seismograd.reproduce.generate.offline.inputs.source_trees import AnyFunction, SourceTrees
from seismograd.source.shallow_parse import parse_module

MOST_RECIPES = 3
MOST_DEPTH = 6
_FOREIGN = {"torch": "import torch", "np": "import numpy as np", "numpy": "import numpy",
            "nn": "from torch import nn", "math": "import math", "keras": "import keras",
            "F": "from torch.nn import functional as F"}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Recipe:
    imports: tuple[str, ...]
    statements: tuple[str, ...]
    """What the expression needs, in the order of the source."""
    expression: str


class _Unknown(Exception):
    """A name that nobody defines here."""


def recipes(case: Case, symbol: Symbol) -> list[Recipe]:
    """Calls of a class or function with all that they take; the reporter's before the project's."""
    found: dict[str, Recipe] = {}
    for scope in _scopes(case, symbol):
        for recipe in scope.made(symbol):
            found.setdefault(recipe.expression, recipe)
    return list(found.values())[:MOST_RECIPES]


def _scopes(case: Case, symbol: Symbol) -> Iterator[_Scope]:
    settings = KnownSettings(case.project, case.report.text)
    trees = SourceTrees(case.project)
    for code in [*(snippet.code for snippet in case.report.snippets), *python_in_readme(case.root)]:
        try:
            tree = parse_module(dedent(code))
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            continue
        yield _Scope(case, settings, "", tree.body, tree)
    sites = sorted(
        case.project.calls_of(symbol), key=lambda site: site.file not in case.project.tests
    )
    for site in sites:
        tree_of_file = trees.tree(site.file)
        if tree_of_file is not None:
            body = _around(tree_of_file, site.line)
            yield _Scope(case, settings, site.file, body, tree_of_file)


def _around(tree: ast.Module, line: int) -> list[ast.stmt]:
    """The body of the function that a line is in; else what a file does when it is run."""
    for node in ast.walk(tree):
        if isinstance(node, AnyFunction) and node.lineno <= line <= (node.end_lineno or 0):
            return node.body
    return tree.body


class _Scope:
    """Statements that belong together, and what their names stand for."""

    def __init__(
        self,
        case: Case,
        settings: KnownSettings,
        file: str,
        body: list[ast.stmt],
        tree: ast.Module,
    ) -> None:
        self._case = case
        self._settings = settings
        self._file = file
        self._body = body
        self._assigned = dict(_assignments(body))
        self._imported = imported_names(case.project, tree, file)

    def made(self, symbol: Symbol) -> Iterator[Recipe]:
        for call in _calls(self._body, symbol.name):
            try:
                yield self._recipe(call)
            except _Unknown:
                continue

    def _recipe(self, call: ast.Call) -> Recipe:
        imports: dict[str, None] = {}
        statements: dict[str, str] = {}
        expression = self._known(call, imports, statements, 0)
        return Recipe(
            tuple(imports), tuple(f"{n} = {e}" for n, e in statements.items()), expression
        )

    def _known(
        self, node: ast.expr, imports: dict[str, None], statements: dict[str, str], depth: int
    ) -> str:
        """The expression with what it takes; raises `_Unknown`."""
        if depth > MOST_DEPTH:
            raise _Unknown
        copied = ast.parse(ast.unparse(node), mode="eval").body
        node = Settled(self._settings, set(self._imported)).visit(copied)
        bound = {n.id for n in ast.walk(node) if isinstance(n, ast.Name) and _is_bound(n)}
        for name in _names(node):
            if name in bound or hasattr(builtins, name) or name in statements:
                continue
            if name in self._assigned:
                statements[name] = self._known(self._assigned[name], imports, statements, depth + 1)
            elif statement := self._import_of(name):
                imports[statement] = None
            else:
                raise _Unknown(name)
        return ast.unparse(node)

    def _import_of(self, name: str) -> str | None:
        if name in self._imported:
            return self._imported[name]
        found = [s for s in self._case.project.symbols if s.name == name and s.module]
        found.sort(key=lambda s: s.file != self._file)
        return f"from {found[0].module} import {name}" if found else _FOREIGN.get(name)


def _assignments(body: Iterable[ast.stmt]) -> Iterator[tuple[str, ast.expr]]:
    """Names that are given a value once, at any depth of the blocks."""
    found: dict[str, list[ast.expr]] = {}
    for statement in body:
        for node in ast.walk(statement):
            if isinstance(node, ast.Assign) and len(node.targets) == 1:
                target = node.targets[0]
                if isinstance(target, ast.Name):
                    found.setdefault(target.id, []).append(node.value)
    return ((name, values[0]) for name, values in found.items() if len(values) == 1)


def _calls(body: Iterable[ast.stmt], name: str) -> Iterator[ast.Call]:
    for statement in body:
        for node in ast.walk(statement):
            if isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] == name:
                yield node


def _names(node: ast.expr) -> list[str]:
    return [n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)]


def _is_bound(node: ast.Name) -> bool:
    return isinstance(node.ctx, ast.Store)
