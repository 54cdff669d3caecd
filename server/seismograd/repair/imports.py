"""Names for things of a library in a file, with the import that they may need."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NamedTuple

from seismograd.faults import Edit
from seismograd.repair.parameter import CannotWrite
from seismograd.source.document import Document
from seismograd.source.evaluate.values import Place
from seismograd.source.rewrite import insert_after, source_of


class Named(NamedTuple):
    """How a file can call a thing, and the edit that imports it where it does not yet."""

    text: str
    edits: tuple[Edit, ...] = ()


def sibling(function: Place, name: str) -> Named:
    """Another thing of the module that a called one comes from. Raises `CannotWrite`."""
    node = function.node
    if isinstance(node, ast.Attribute):
        return Named(f"{source_of(Place(function.chunk, node.value))}.{name}")
    if not isinstance(node, ast.Name):
        raise CannotWrite("it is chosen when the program runs")
    for place, statement, alias in _imported(function.chunk.document):
        if (alias.asname or alias.name) == node.id and statement.module:
            return _from_module(place, statement.module, statement.level, name)
    raise CannotWrite(f"no import of {node.id} was found in its file")


def _from_module(place: Place, module: str, level: int, name: str) -> Named:
    document = place.chunk.document
    for _, statement, alias in _imported(document):
        if statement.module == module and alias.name == name:
            return Named(alias.asname or name)
    if name in _bound_names(document):
        raise CannotWrite(f"the file has another {name}")
    return Named(name, (_after(place, f"from {'.' * level}{module} import {name}"),))


def library_name(document: Document, packages: tuple[str, ...], path: str) -> Named:
    """For a file that imports one of some packages: `keras.optimizers.SGD`, whichever way.

    Raises `CannotWrite`.
    """
    for place, package, bound in _packages(document, packages):
        if bound:
            return Named(f"{bound}.{path}")
        module, _, name = path.rpartition(".")
        return _from_module(place, f"{package}.{module}", 0, name)
    raise CannotWrite(f"the file does not import {packages[0]}")


def _packages(
    document: Document, packages: tuple[str, ...]
) -> Iterator[tuple[Place, str, str | None]]:
    """Imports of a package, those that give it a name first."""
    yield from sorted(_all_packages(document, packages), key=lambda one: one[2] is None)


def _all_packages(
    document: Document, packages: tuple[str, ...]
) -> Iterator[tuple[Place, str, str | None]]:
    for place in _statements(document):
        node = place.node
        for package in packages:
            if isinstance(node, ast.Import):
                yield from ((place, package, name) for name in _import_names(node, package))
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                yield from ((place, package, name) for name in _from_names(node, package))


def _import_names(node: ast.Import, package: str) -> Iterator[str | None]:
    top, _, below = package.partition(".")
    for alias in node.names:
        if alias.name == package:
            yield alias.asname or package
        elif alias.name == top and below:
            yield f"{alias.asname or top}.{below}"
        elif alias.name.startswith(package + "."):
            yield None if alias.asname else package


def _from_names(node: ast.ImportFrom, package: str) -> Iterator[str | None]:
    parent, _, last = package.rpartition(".")
    for alias in node.names:
        if parent and node.module == parent and alias.name == last:
            yield alias.asname or last
        elif node.module == package or (node.module or "").startswith(package + "."):
            yield None


def _imported(document: Document) -> Iterator[tuple[Place, ast.ImportFrom, ast.alias]]:
    for place in _statements(document):
        if isinstance(place.node, ast.ImportFrom):
            for alias in place.node.names:
                yield place, place.node, alias


def _statements(document: Document) -> Iterator[Place]:
    """Imports of the whole module, those of functions not among them."""
    for chunk in document.chunks:
        for statement in chunk.statements:
            if isinstance(statement, ast.Import | ast.ImportFrom):
                yield Place(chunk, statement)


def _bound_names(document: Document) -> set[str]:
    imported = {alias.asname or alias.name for _, _, alias in _imported(document)}
    return imported | document.definitions.keys()


def _after(place: Place, line: str) -> Edit:
    edit = insert_after(place, line)
    if edit is None:
        raise CannotWrite("there is no line of its own for the import")
    return edit
