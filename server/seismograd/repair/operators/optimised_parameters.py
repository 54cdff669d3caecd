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
from seismograd.source.evaluate.values import Object, Place
from seismograd.source.rewrite import replace, source_of

ALL = "all of the network"
METHOD = "torch.nn.Module.parameters"


class OptimisedParameters(Operator):
    def parameters(self, context: RepairContext) -> Iterator[Parameter]:
        optimisers = [one for one, _ in context.used_optimisers if one.framework == "torch"]
        for number, optimiser in enumerate(optimisers, 1):
            part = _part(optimiser)
            if part is not None:
                name = numbered("parameters", "optimiser", number, len(optimisers))
                yield from offered(context, _parameter(name, part))


def _part(optimiser: Optimiser) -> Place | None:
    """`model.head` of `Adam(model.head.parameters())`, wherever that call stands."""
    given = optimiser.parameters
    if not isinstance(given, Object) or given.call.path != METHOD:
        return None
    match given.call.place.node:
        case ast.Call(func=ast.Attribute(value=ast.Attribute() as part)) if not _is_own(part):
            return Place(given.call.place.chunk, part)
    return None


def _is_own(part: ast.Attribute) -> bool:
    """`self.model`: an attribute of the code around, not a part of a network."""
    return isinstance(part.value, ast.Name) and part.value.id in ("self", "cls")


def _parameter(name: str, part: Place) -> Parameter:
    old, options = source_of(part), (ALL,)
    write = partial(_write, part)
    return Parameter(name, FaultType.REG, f"those of {old}", Choices(options), write, options,
                     is_unusual=True)  # fmt: skip


def _write(part: Place, value: Value) -> tuple[Edit, ...]:
    assert isinstance(part.node, ast.Attribute)
    return (replace(part, source_of(Place(part.chunk, part.node.value))),)
