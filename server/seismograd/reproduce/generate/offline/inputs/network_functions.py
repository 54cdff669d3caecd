"""Functions of the project that put a network together out of layers."""

from __future__ import annotations

from seismograd.reproduce.context.project_view import Symbol, SymbolKind
from seismograd.reproduce.generate.offline.inputs.returned import returns
from seismograd.reproduce.generate.offline.inputs.source_trees import SourceTrees

_MODELS = ("Sequential", "Model", "Functional")


def network_functions(trees: SourceTrees, named: set[str]) -> list[Symbol]:
    """Those that the report names first."""
    found = [
        symbol
        for symbol in trees.project.symbols
        if symbol.kind is SymbolKind.FUNCTION
        and symbol.module
        and symbol.file not in trees.project.tests
        and any(returns(trees.function(symbol), name) for name in _MODELS)
    ]
    return sorted(found, key=lambda symbol: symbol.name not in named)
