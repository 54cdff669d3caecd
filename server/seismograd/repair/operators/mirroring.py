"""Pictures and series that are mirrored for augmentation: left as they are."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import partial

from seismograd.faults import Edit, FaultType
from seismograd.repair.context import RepairContext
from seismograd.repair.layers.documents import nodes_of
from seismograd.repair.operators.offer import offered
from seismograd.repair.operators.operator import Operator
from seismograd.repair.parameter import CannotWrite, Choices, Parameter, Value
from seismograd.source.evaluate.values import Place
from seismograd.source.rewrite import remove_statement

MIRRORS = frozenset({"flip", "fliplr", "flipud", "hflip", "vflip", "rot90"})
"""Functions and methods of NumPy, PyTorch and torchvision."""
NONE = "none"


class Mirroring(Operator):
    def parameters(self, context: RepairContext) -> Iterator[Parameter]:
        places = [one for one in nodes_of(context.program) if _mirrors_in_place(one.node)]
        if places:
            parameter = Parameter("mirroring", FaultType.CPP, "", Choices((NONE,)),
                                  partial(_write, tuple(places)), (NONE,))  # fmt: skip
            yield from offered(context, parameter)


def _write(places: tuple[Place, ...], value: Value) -> tuple[Edit, ...]:
    edits = [remove_statement(place) for place in places]
    if None in edits:
        raise CannotWrite("a statement that mirrors was not found")
    return tuple(edit for edit in edits if edit is not None)


def _mirrors_in_place(node: ast.AST) -> bool:
    """`x = x.flip(2)`, `x[some] = x[some].flip(2)`, `x = np.ascontiguousarray(x[:, ::-1])`."""
    if not isinstance(node, ast.Assign) or len(node.targets) != 1:
        return False
    name = _base(node.targets[0])
    inside = list(ast.walk(node.value))
    is_read = any(isinstance(one, ast.Name) and one.id == name for one in inside)
    return is_read and any(map(_mirrors, inside))


def _base(target: ast.expr) -> str:
    while isinstance(target, ast.Subscript):
        target = target.value
    return target.id if isinstance(target, ast.Name) else ""


def _mirrors(node: ast.AST) -> bool:
    if isinstance(node, ast.Call):
        function = node.func
        return isinstance(function, ast.Attribute) and function.attr in MIRRORS
    if not isinstance(node, ast.Slice) or node.step is None:
        return False
    return ast.unparse(node.step) == "-1"
