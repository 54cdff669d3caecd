"""What the source says of values that are printed together: tuples of functions, texts of loops."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from seismograd.program.model import Program
from seismograd.repair.layers.network_place import FUNCTIONS
from seismograd.repair.layers.syntax import with_parents
from seismograd.source.evaluate.values import Place

MOST_TEXTS = 8
Items = Sequence[ast.expr]


@dataclass(frozen=True)
class ReturnedTuples:
    """By the name of a function or method: the expressions of the tuple that it returns."""

    by_function: Mapping[str, Items]

    @classmethod
    def of(cls, program: Program) -> ReturnedTuples:
        chunks = {id(call.place.chunk): call.place.chunk for call in program.calls}
        trees = [statement for chunk in chunks.values() for statement in chunk.statements]
        found: dict[str, Items] = {}
        for function in _functions(trees):
            items = _returned(function)
            if items is not None:
                found.setdefault(function.name, items)
        return cls(found)

    def items(self, call: ast.Call) -> Items | None:
        match call.func:
            case ast.Name(id=name) | ast.Attribute(attr=name):
                return self.by_function.get(name)
        return None


def assignments(place: Place, returned: ReturnedTuples) -> Mapping[str, ast.expr]:
    """What variables of the function around a place, or of the script, are set to at last."""
    functions = (one for one in with_parents(place) if isinstance(one, FUNCTIONS))
    function = next(functions, None)
    body = [*_own_nodes(function)] if function is not None else _of_script(place)
    found: dict[str, ast.expr] = {}
    for node in body:
        if isinstance(node, ast.Assign):
            for target in node.targets:
                found.update(_pairs(target, node.value, returned))
    return found


def _of_script(place: Place) -> list[ast.AST]:
    chunks = place.chunk.document.chunks
    statements = [one for chunk in chunks for one in chunk.statements
                  if not isinstance(one, FUNCTIONS)]  # fmt: skip
    return [node for one in statements for node in (one, *_own_nodes(one))]


def _pairs(
    target: ast.expr, value: ast.expr, returned: ReturnedTuples
) -> Iterator[tuple[str, ast.expr]]:
    if isinstance(target, ast.Name):
        yield target.id, value
    elif isinstance(target, ast.Tuple):
        for each in zip(target.elts, _items(value, returned), strict=False):
            yield from _pairs(*each, returned)


def _items(value: ast.expr, returned: ReturnedTuples) -> Items:
    if isinstance(value, ast.Tuple):
        return value.elts
    return (returned.items(value) or ()) if isinstance(value, ast.Call) else ()


def texts_of_loop(place: Place) -> list[Mapping[str, str]]:
    """What variables of the loop around a place are, each time: `for name, loader in
    (("val", ...), ("test", ...))`. One empty mapping where no loop goes through texts."""
    loops = (one for one in with_parents(place) if isinstance(one, ast.For))
    for loop in loops:
        if isinstance(loop.iter, ast.Tuple | ast.List):
            each = [_texts(loop.target, item) for item in loop.iter.elts[:MOST_TEXTS]]
            if any(each):
                return [*each]
    return [{}]


def _texts(target: ast.expr, item: ast.expr) -> dict[str, str]:
    match target, item:
        case ast.Name(id=name), ast.Constant(value=str(text)):
            return {name: text}
        case ast.Tuple(elts=targets), ast.Tuple(elts=items) | ast.List(elts=items):
            pairs = [_texts(*pair) for pair in zip(targets, items, strict=False)]
            return {name: text for pair in pairs for name, text in pair.items()}
    return {}


def _functions(trees: Iterable[ast.AST]) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for tree in trees:
        yield from (one for one in ast.walk(tree) if isinstance(one, FUNCTIONS))


def _returned(function: ast.FunctionDef | ast.AsyncFunctionDef) -> Items | None:
    """None where it may return something else than one kind of tuple."""
    returns = [one.value for one in _own_nodes(function) if isinstance(one, ast.Return)]
    tuples = [one.elts for one in returns if isinstance(one, ast.Tuple)]
    is_known = len(tuples) == len(returns) and len({len(items) for items in tuples}) == 1
    return tuples[0] if is_known else None


def _own_nodes(function: ast.AST) -> Iterator[ast.AST]:
    """Without those of functions inside of it."""
    for child in ast.iter_child_nodes(function):
        if not isinstance(child, (*FUNCTIONS, ast.Lambda, ast.ClassDef)):
            yield child
            yield from _own_nodes(child)
