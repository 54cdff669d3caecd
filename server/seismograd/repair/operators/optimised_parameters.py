"""All parameters of a network, where the optimiser is given those of a part of it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import partial

from seismograd.faults import Edit, FaultType
from seismograd.program.model import Optimiser
from seismograd.repair.context import RepairContext
from seismograd.repair.operators.offer import numbered, offered
from seismograd.repair.operators.operator import Operator
from seismograd.repair.parameter import Choices, Parameter, Value
from seismograd.source.evaluate.values import Place
from seismograd.source.rewrite import replace, source_of

ALL = "all of the network"
METHOD = "parameters"


class OptimisedParameters(Operator):
    def parameters(self, context: RepairContext) -> Iterator[Parameter]:
        optimisers = [one for one, _ in context.used_optimisers if one.framework == "torch"]
        for number, optimiser in enumerate(optimisers, 1):
            part = _part(optimiser)
            if part is not None:
                name = numbered("parameters", "optimiser", number, len(optimisers))
                yield from offered(context, _parameter(name, part))


def _part(optimiser: Optimiser) -> Place | None:
    """`model.head` of `Adam(model.head.parameters())`."""
    call = optimiser.place.node
    given = call.args[0] if isinstance(call, ast.Call) and call.args else None
    method = given.func if isinstance(given, ast.Call) and not given.args else None
    is_parameters = isinstance(method, ast.Attribute) and method.attr == METHOD
    part = method.value if is_parameters and isinstance(method, ast.Attribute) else None
    is_part = isinstance(part, ast.Attribute) and not _is_own(part)
    return Place(optimiser.place.chunk, part) if part is not None and is_part else None


def _is_own(part: ast.Attribute) -> bool:
    """`self.model`: an attribute of the code around, not a part of a network."""
    return isinstance(part.value, ast.Name) and part.value.id in ("self", "cls")


def _parameter(name: str, part: Place) -> Parameter:
    old, options = source_of(part), (ALL,)
    write = partial(_write, part)
    return Parameter(name, FaultType.REG, f"those of {old}", Choices(options), write, options)


def _write(part: Place, value: Value) -> tuple[Edit, ...]:
    assert isinstance(part.node, ast.Attribute)
    return (replace(part, source_of(Place(part.chunk, part.node.value))),)
