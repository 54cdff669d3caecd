"""Functions of the project that put a network together out of layers."""

from __future__ import annotations

import ast

from seismograd.reproduce.context.project_view import Symbol, SymbolKind
from seismograd.reproduce.generate.offline.inputs.source_trees import AnyFunction, SourceTrees

_MODELS = ("Sequential", "Model", "Functional")


def network_functions(trees: SourceTrees, named: set[str]) -> list[Symbol]:
    """Those that the report names first."""
    found = [
        symbol
        for symbol in trees.project.symbols
        if symbol.kind is SymbolKind.FUNCTION
        and symbol.module
        and symbol.file not in trees.project.tests
        and any(_returns(trees.function(symbol), name) for name in _MODELS)
    ]
    return sorted(found, key=lambda symbol: symbol.name not in named)


def _returns(node: AnyFunction | None, name: str) -> bool:
    """Whether a function gives back an object of a class, by its name."""
    if node is None:
        return False
    made = {
        ast.unparse(one.targets[0])
        for one in ast.walk(node)
        if isinstance(one, ast.Assign) and _is_call_of(one.value, name)
    }
    returned = [one.value for one in ast.walk(node) if isinstance(one, ast.Return) and one.value]
    return any(_is_call_of(one, name) or ast.unparse(_root(one)) in made for one in returned)


def _root(node: ast.expr) -> ast.expr:
    """Of `net.to(device).eval()`, the network."""
    while isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        node = node.func.value
    return node


def _is_call_of(node: ast.expr, name: str) -> bool:
    """Also with something done to it: `Net(...).to(device)`."""
    while isinstance(node, ast.Call):
        if ast.unparse(node.func).rpartition(".")[2] == name:
            return True
        node = node.func.value if isinstance(node.func, ast.Attribute) else node.func
    return False
