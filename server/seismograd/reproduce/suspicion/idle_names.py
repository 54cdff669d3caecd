"""What is made of an option, and then lies idle: a variable or an argument that nobody reads."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from seismograd.reproduce.candidate import Patch
from seismograd.reproduce.case import Case
from seismograd.reproduce.suspicion.rewriting import by_expression
from seismograd.reproduce.suspicion.suspect_statements import SuspectStatement, Trees

_Function = ast.FunctionDef | ast.AsyncFunctionDef
_OF_KERNELS = ("regularizer", "initializer", "constraint")
"""Keras asks for which of the weights these are."""


class IdleNames:
    """Of one option, in all of a project."""

    def __init__(self, case: Case, option: str) -> None:
        self._option = option
        trees = Trees(case.root)
        files = {symbol.file for symbol in case.project.symbols} - set(case.project.tests)
        found = (trees.tree(file) for file in sorted(files))
        self._given = set(_given(option, [tree for tree in found if tree]))

    def patches(self, suspect: SuspectStatement) -> Iterator[Patch]:
        """One more argument for each call of the statement."""
        names = self._in(suspect.function) if suspect.function else []
        names = [name for name in names if not _makes(suspect.statement, name)]

        def handed_over(
            node: ast.expr, _suspect: SuspectStatement
        ) -> Iterator[tuple[ast.expr, str]]:
            if isinstance(node, ast.Call):
                for name in names:
                    for keyword in _keywords(name):
                        given = [*node.keywords, ast.keyword(keyword, ast.Name(name, ast.Load()))]
                        told = f"with {keyword}={name}, made of {self._option}"
                        yield ast.Call(node.func, node.args, given), told

        if names:
            yield from by_expression(handed_over)(suspect)

    def _in(self, function: _Function) -> list[str]:
        names = [*_made_of({self._option}, function), *self._arguments(function)]
        return [name for name in dict.fromkeys(names) if not _is_read(function, name)]

    def _arguments(self, function: _Function) -> Iterator[str]:
        own = [one.arg for one in (*function.args.args, *function.args.kwonlyargs)]
        for place, name in enumerate(own):
            if (function.name, place) in self._given or (function.name, name) in self._given:
                yield name


def _given(option: str, trees: list[ast.Module]) -> Iterator[tuple[str, int | str]]:
    """Functions that are given what is made of the option, and as which argument."""
    functions = (n for tree in trees for n in ast.walk(tree) if isinstance(n, _Function))
    for function in functions:
        made = set(_made_of({option}, function))
        for call in (n for n in ast.walk(function) if isinstance(n, ast.Call)) if made else ():
            name = ast.unparse(call.func).rpartition(".")[2]
            for place, argument in enumerate(call.args):
                if _is_one(argument, made):
                    yield name, place
            for keyword in call.keywords:
                if keyword.arg and _is_one(keyword.value, made):
                    yield name, keyword.arg


def _made_of(names: set[str], function: _Function) -> list[str]:
    """Variables that hold something which was made of the option."""
    return [
        target.id
        for node in ast.walk(function)
        if isinstance(node, ast.Assign) and any(_mentions(n, names) for n in ast.walk(node.value))
        for target in node.targets
        if isinstance(target, ast.Name)
    ]


def _makes(statement: ast.stmt, name: str) -> bool:
    targets = statement.targets if isinstance(statement, ast.Assign) else []
    return any(_is_one(target, {name}) for target in targets)


def _mentions(node: ast.AST, names: set[str]) -> bool:
    if isinstance(node, ast.Name):
        return node.id in names
    if isinstance(node, ast.Attribute):
        return node.attr in names
    return isinstance(node, ast.Constant) and node.value in names


def _is_one(node: ast.expr, names: set[str]) -> bool:
    return isinstance(node, ast.Name) and node.id in names


def _is_read(function: _Function, name: str) -> bool:
    nodes = (node for node in ast.walk(function) if isinstance(node, ast.Name))
    return any(node.id == name and isinstance(node.ctx, ast.Load) for node in nodes)


def _keywords(name: str) -> list[str]:
    kinds = [kind for kind in _OF_KERNELS if name.endswith(kind)]
    return list(dict.fromkeys([*(f"kernel_{kind}" for kind in kinds), name]))
