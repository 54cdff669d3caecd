"""Names for things of a library in a file, with the import that they may need."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NamedTuple

from seismograd.faults import Edit, Span
from seismograd.repair.parameter import CannotWrite
from seismograd.source.document import Document
from seismograd.source.evaluate.values import Place
from seismograd.source.rewrite import insert_after, source_of

KERAS = ("keras", "tensorflow.keras", "tf_keras")
"""Packages that have all of Keras."""
TORCH = ("torch",)


class Named(NamedTuple):
    """How a file can call a thing, and the edit that imports it where it does not yet."""

    text: str
    edits: tuple[Edit, ...] = ()


def sibling(function: Place, path: str, name: str) -> Named:
    """Another thing of the module that a called one comes from.

    `path`: the canonical name of the called one. Raises `CannotWrite`.
    """
    node = function.node
    module, _, own = path.rpartition(".")
    if isinstance(node, ast.Attribute) and node.attr == own:
        return Named(f"{source_of(Place(function.chunk, node.value))}.{name}")
    for place, statement in _from_imports(function.chunk.document):
        if isinstance(node, ast.Name) and _binds(statement, node.id):
            if _canonical(statement.module or "") != module or statement.level:
                raise CannotWrite(f"{name} would have to be imported")
            return _from_module(place, statement.module or "", name)
    raise CannotWrite("its class is chosen when the program runs")


def sibling_of_call(place: Place, path: str, name: str) -> Named:
    """`place`: a call of the thing with the canonical name `path`. Raises `CannotWrite`."""
    node = place.node
    function = node.func if isinstance(node, ast.Call) else node
    return sibling(Place(place.chunk, function), path, name)


def library_name(document: Document, packages: tuple[str, ...], path: str) -> Named:
    """For a file that imports one of some packages: `keras.optimizers.SGD`, whichever way.

    Raises `CannotWrite`.
    """
    below, _, name = path.rpartition(".")
    modules = {package: f"{package}.{below}" if below else package for package in packages}
    for module in modules.values():
        text = module_name(document, module)
        if text is not None:
            return Named(f"{text}.{name}")
    for place, statement in _from_imports(document):
        for package, module in modules.items():
            if not statement.level and f"{statement.module}.".startswith(f"{package}."):
                return _from_module(place, module, name)
    raise CannotWrite(f"the file does not import {packages[0]}")


def module_name(document: Document, path: str) -> str | None:
    """What the file has to write for a module such as `torch.nn`; None where it has no name."""
    names = dict(_bound(document))
    parts = path.split(".")
    for count in range(len(parts), 0, -1):
        name = names.get(".".join(parts[:count]))
        if name is not None:
            return ".".join([name, *parts[count:]])
    return None


def free_name(wanted: str, place: Place) -> str:
    """A name that the file does not use yet. Raises `CannotWrite`."""
    if any(wanted.encode() in chunk.identifiers for chunk in place.chunk.document.chunks):
        raise CannotWrite(f"the file has another {wanted}")
    return wanted


def _bound(document: Document) -> Iterator[tuple[str, str]]:
    """Imported things and the names that the file has for them."""
    for place in _statements(document):
        node = place.node
        if isinstance(node, ast.Import):
            for alias in node.names:
                whole, first = alias.name, alias.name.split(".")[0]
                yield (whole, alias.asname) if alias.asname else (first, first)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            for alias in node.names:
                yield f"{node.module}.{alias.name}", alias.asname or alias.name


def _from_module(place: Place, module: str, name: str) -> Named:
    """`place`: an import behind which another one may stand."""
    document = place.chunk.document
    for other, statement in _from_imports(document):
        if statement.module == module and not statement.level:
            known = [one for one in statement.names if one.name in (name, "*")]
            if known:
                return Named(known[0].asname or name)
            place = other
    if name in _bound_names(document):
        raise CannotWrite(f"the file has another {name}")
    return Named(name, (_import_edit(place, module, name),))


def _import_edit(place: Place, module: str, name: str) -> Edit:
    """One more name of an import of the same module, else an import of its own."""
    statement = place.node
    if isinstance(statement, ast.ImportFrom) and statement.module == module:
        end = place.chunk.span(statement.names[-1]).end
        return Edit(Span(place.span.file, end, end), f", {name}")
    edit = insert_after(place, f"from {module} import {name}")
    if edit is None:
        raise CannotWrite("there is no line of its own for the import")
    return edit


def _canonical(module: str) -> str:
    for package in KERAS:
        if f"{module}.".startswith(f"{package}."):
            return f"keras{module.removeprefix(package)}"
    return module


def _binds(statement: ast.ImportFrom, name: str) -> bool:
    return any(name == (one.asname or one.name) or one.name == "*" for one in statement.names)


def _bound_names(document: Document) -> set[str]:
    imports = [statement for _, statement in _from_imports(document)]
    imported = {alias.asname or alias.name for one in imports for alias in one.names}
    return imported | document.definitions.keys()


def _from_imports(document: Document) -> Iterator[tuple[Place, ast.ImportFrom]]:
    for place in _statements(document):
        if isinstance(place.node, ast.ImportFrom):
            yield place, place.node


def _statements(document: Document) -> Iterator[Place]:
    """Imports of the whole module, those of functions not among them."""
    for chunk in document.chunks:
        for statement in chunk.statements:
            if isinstance(statement, ast.Import | ast.ImportFrom):
                yield Place(chunk, statement)
