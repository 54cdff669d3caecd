"""How a file spells another class of the module that one of its layers comes from."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from seismograd.faults import Edit, Span
from seismograd.repair.parameter import CannotWrite
from seismograd.source.document import Document
from seismograd.source.evaluate.values import Place
from seismograd.source.rewrite import source_of

Spelling = tuple[str, tuple[Edit, ...]]
"""The name as the file has to write it, and the edit that imports it."""
MODULES = ("torch.nn", "torch.nn.functional", "keras.layers", "tensorflow.keras.layers")
"""Modules that hold all layers (or functions) of their library, whichever was imported."""


def spelled_like(sibling: Place, name: str, path: str) -> Spelling:
    """`sibling`: a call of the class with the canonical name `path`. Raises `CannotWrite`."""
    function = sibling.node.func if isinstance(sibling.node, ast.Call) else None
    own = path.rpartition(".")[2]
    if isinstance(function, ast.Attribute) and function.attr == own:
        return f"{source_of(Place(sibling.chunk, function.value))}.{name}", ()
    if isinstance(function, ast.Name) and _is_imported(sibling.chunk.document, function.id):
        return name, _import_edits(sibling.chunk.document, function.id, name)
    raise CannotWrite("its class is chosen when the program runs")


def _is_imported(document: Document, name: str) -> bool:
    aliases = [alias for _, node in _imports(document) for alias in node.names]
    return any(name == (one.asname or one.name) or one.name == "*" for one in aliases)


def _import_edits(document: Document, imported: str, name: str) -> tuple[Edit, ...]:
    """So that `name` is imported from where `imported` is."""
    statements = list(_imports(document))
    names = [(alias.name, alias.asname) for _, node in statements for alias in node.names]
    if (name, None) in names:
        return ()
    if name in document.definitions or any(name == other for _, other in names):
        raise CannotWrite(f"{name} has another meaning in this file")
    for place, node in statements:
        if node.module in MODULES and any(one.name in (imported, "*") for one in node.names):
            return _with_name(place, node, name)
    raise CannotWrite(f"{name} would have to be imported")


def _with_name(place: Place, node: ast.ImportFrom, name: str) -> tuple[Edit, ...]:
    if node.names[0].name == "*":
        return ()
    end = place.chunk.span(node.names[-1]).end
    return (Edit(Span(place.span.file, end, end), f", {name}"),)


def _imports(document: Document) -> Iterator[tuple[Place, ast.ImportFrom]]:
    for chunk in document.chunks:
        for statement in chunk.statements:
            if isinstance(statement, ast.ImportFrom):
                yield Place(chunk, statement), statement
