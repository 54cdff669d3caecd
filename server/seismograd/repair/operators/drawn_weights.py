"""Weights that a script draws itself, with no regard to how many inputs they add up."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import partial

from seismograd.faults import Edit, FaultType
from seismograd.program.model import Program
from seismograd.repair.context import RepairContext
from seismograd.repair.layers.syntax import statements_around, with_parents
from seismograd.repair.operators.offer import numbered, offered
from seismograd.repair.operators.operator import Operator
from seismograd.repair.parameter import Choices, Parameter, Value
from seismograd.source.evaluate.values import Place
from seismograd.source.rewrite import closed_source, replace, source_of

DRAWN = frozenset({"torch.randn", "torch.rand"})
SCALED = "scaled by its inputs"
WRAPPERS = ("Parameter", "requires_grad_")
"""Where a tensor becomes something that is trained."""


class DrawnWeights(Operator):
    def parameters(self, context: RepairContext) -> Iterator[Parameter]:
        places = list(_drawn(context.program))
        for number, place in enumerate(places, 1):
            name = numbered("drawn weights", "matrix", number, len(places))
            found = Parameter(name, FaultType.WCI, source_of(place), Choices((SCALED,)),
                              partial(_write, place), (SCALED,), is_unusual=True)  # fmt: skip
            yield from offered(context, found)


def _drawn(program: Program) -> Iterator[Place]:
    """Each once, where it is drawn for training and nothing scales it."""
    calls = [*program.calls, *program.trial_calls]
    places = {one.place.span: one.place for one in calls if one.path in DRAWN}
    for place in places.values():
        is_matrix = len(_sizes(place)) == 2
        if is_matrix and _is_trained(place):
            yield place


def _sizes(place: Place) -> list[ast.expr]:
    node = place.node
    if not isinstance(node, ast.Call):
        return []
    first = node.args[:1]
    given = first[0].elts if first and isinstance(first[0], ast.Tuple | ast.List) else node.args
    return [] if any(isinstance(one, ast.Starred) for one in given) else list(given)


def _is_trained(place: Place) -> bool:
    """Whether it becomes a parameter as it is drawn, here or under the name that it is given."""
    nodes = with_parents(place)
    outer = nodes[1] if len(nodes) > 1 else None
    if isinstance(place.node, ast.Call) and _asks_for_gradient(place.node):
        return True
    if isinstance(outer, ast.Call):
        return _name(outer.func) == WRAPPERS[0]
    if isinstance(outer, ast.Attribute):
        return outer.attr == WRAPPERS[1]
    if isinstance(outer, ast.Assign) and isinstance(outer.targets[0], ast.Name):
        return _is_trained_later(outer.targets[0].id, place)
    return False


def _is_trained_later(name: str, place: Place) -> bool:
    inside = (one for statement in statements_around(place) for one in ast.walk(statement))
    return any(
        _name(call.func) in WRAPPERS and name in (_name(one) for one in _operands(call))
        for call in inside
        if isinstance(call, ast.Call)
    )


def _operands(call: ast.Call) -> list[ast.expr]:
    own = [call.func.value] if isinstance(call.func, ast.Attribute) else []
    return [*own, *call.args]


def _asks_for_gradient(call: ast.Call) -> bool:
    given = {one.arg: one.value for one in call.keywords}.get("requires_grad")
    return isinstance(given, ast.Constant) and given.value is True


def _name(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def _write(place: Place, value: Value) -> tuple[Edit, ...]:
    """What is computed from a tensor that asks for its gradient asks for none itself."""
    inputs = closed_source(Place(place.chunk, _sizes(place)[0]))
    if isinstance(place.node, ast.Call) and _asks_for_gradient(place.node):
        rest = [one for one in place.node.keywords if one.arg != "requires_grad"]
        drawn = ast.unparse(ast.Call(place.node.func, place.node.args, rest))
        return (replace(place, f"({drawn} / {inputs} ** 0.5).requires_grad_()"),)
    text = f"{source_of(place)} / {inputs} ** 0.5"
    stands_alone = any(isinstance(one, ast.Assign | ast.Call) for one in with_parents(place)[1:2])
    return (replace(place, text if stands_alone else f"({text})"),)
