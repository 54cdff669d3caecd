"""Where a program makes a whole network: `model = mlp([6, 64, 1])`."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from seismograd.program.model import Network, Program
from seismograd.repair.layers.syntax import is_same, with_parents
from seismograd.repair.parameter import CannotWrite
from seismograd.source.document import Document
from seismograd.source.evaluate.values import Instance, Object, Place

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
SAME = frozenset({"apply", "cpu", "cuda", "double", "eval", "float", "to", "train"})
"""Methods of a module that return it."""
MOST_HELPERS = 3
"""Functions that call each other to make one network."""


def documents_of(program: Program) -> list[Document]:
    """The files that take part in the program."""
    calls = [*program.calls, *program.trial_calls]
    found = [program.document, *(one.place.chunk.document for one in calls)]
    return list({one.path: one for one in found}.values())


def network_place(network: Network, program: Program) -> Place:
    """The call that makes it: of its class, or of the helper function that returns it.

    Raises `CannotWrite`.
    """
    value = network.value
    place = value.call.place if isinstance(value, Instance | Object) and value.call else None
    if place is None or not isinstance(place.node, ast.Call):
        raise CannotWrite("it is not certain where the network is made")
    documents = documents_of(program)
    for _ in range(MOST_HELPERS):
        outer = _call_of_helper(place, documents)
        if outer is None:
            return place
        place = outer
    raise CannotWrite("it is not certain where the network is made")


def _call_of_helper(place: Place, documents: Sequence[Document]) -> Place | None:
    """The only call of the function around, where that returns the network; None where no such
    call is in the source. Raises `CannotWrite`."""
    nodes = with_parents(place)
    helper = next((one for one in nodes if isinstance(one, FUNCTIONS)), None)
    is_method = any(isinstance(one, ast.ClassDef) for one in nodes)
    if helper is None or is_method or not _returns(helper, place.node):
        return None
    calls = [one for document in documents for one in _calls(document, helper.name)]
    if len(calls) > 1:
        raise CannotWrite("its helper function is called several times")
    return calls[0] if calls else None


def _returns(helper: ast.FunctionDef | ast.AsyncFunctionDef, made: ast.AST) -> bool:
    """Whether all that it returns is what was made, perhaps on another device."""
    names = {target.id for one in ast.walk(helper) if isinstance(one, ast.Assign)
             and is_same(_inner(one.value), made)
             for target in one.targets if isinstance(target, ast.Name)}  # fmt: skip
    returned = [_inner(one.value) for one in ast.walk(helper)
                if isinstance(one, ast.Return) and one.value is not None]  # fmt: skip
    are_made = [
        is_same(one, made) or (isinstance(one, ast.Name) and one.id in names) for one in returned
    ]
    return bool(returned) and all(are_made)


def _inner(value: ast.expr) -> ast.expr:
    """Without methods that give the network itself: `Net().to(device)`."""
    function = value.func if isinstance(value, ast.Call) else None
    if isinstance(function, ast.Attribute) and function.attr in SAME:
        return _inner(function.value)
    return value


def _calls(document: Document, name: str) -> Iterator[Place]:
    for chunk in document.chunks:
        for statement in chunk.statements:
            for node in ast.walk(statement):
                function = node.func if isinstance(node, ast.Call) else None
                called = getattr(function, "attr", getattr(function, "id", None))
                if called == name:
                    yield Place(chunk, node)
