"""Methods of the project's classes, and whether a report names them."""

from __future__ import annotations

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import Symbol, SymbolKind


def methods_of(case: Case, owner: Symbol) -> list[Symbol]:
    """Those that a class defines itself."""
    return [
        symbol
        for symbol in case.project.symbols
        if symbol.kind is SymbolKind.METHOD
        and symbol.module == owner.module
        and owner_name(symbol) == owner.qualified
    ]


def methods_by_name(case: Case, owner: Symbol) -> dict[str, Symbol]:
    return {short_name(symbol): symbol for symbol in methods_of(case, owner)}


def short_name(symbol: Symbol) -> str:
    return symbol.name.rpartition(".")[2]


def owner_name(symbol: Symbol) -> str:
    """The qualified name of a method's class."""
    return symbol.qualified.rpartition(".")[0]


def named_words(case: Case) -> set[str]:
    """What the report names, each part of a dotted name by itself."""
    return {part for name in case.report.names for part in name.split(".")}


def is_named(case: Case, owner: Symbol, method: Symbol) -> bool:
    """Also where it is only called: `Index(net).search(text)`."""
    short, text = short_name(method), case.report.text
    return short in named_words(case) or (owner.name in text and f".{short}(" in text)
