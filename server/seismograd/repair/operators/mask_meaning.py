"""Masks the wrong way round: layers that look at padding, and at nothing else."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from seismograd.faults import Edit, FaultType, Span
from seismograd.program.model import Program
from seismograd.repair.context import RepairContext
from seismograd.repair.layers.mask_arguments import MaskArgument, is_reversed, mask_arguments
from seismograd.repair.operators.offer import offered
from seismograd.repair.operators.operator import Operator
from seismograd.repair.parameter import Choices, Parameter, Value
from seismograd.source.evaluate.values import Place
from seismograd.source.rewrite import closed_source, replace, source_of

INVERTED = "inverted"
OPPOSITES: dict[type[ast.cmpop], str] = {
    ast.Eq: "!=", ast.NotEq: "==", ast.Lt: ">=", ast.GtE: "<", ast.Gt: "<=", ast.LtE: ">",
}  # fmt: skip


class MaskMeaning(Operator):
    def parameters(self, context: RepairContext) -> Iterator[Parameter]:
        names: set[str] = set()
        for arguments in _by_mask(mask_arguments(context.program)):
            name = _name(arguments[0], names)
            names.add(name)
            yield from offered(context, _parameter(name, arguments, context.program))


def _by_mask(arguments: Iterable[MaskArgument]) -> list[list[MaskArgument]]:
    """Layers that are given the same mask belong together: to invert it for one brings nothing."""
    found: dict[tuple[Span, bool], dict[Span, MaskArgument]] = {}
    for one in arguments:
        made_at = one.mask.place or one.place
        same = found.setdefault((made_at.span, one.is_true_for_padding), {})
        same.setdefault(one.place.span, one)
    return [list(same.values()) for same in found.values()]


def _name(argument: MaskArgument, taken: set[str]) -> str:
    line = argument.place.span.start.line
    return argument.name if argument.name not in taken else f"{argument.name} in line {line}"


def _parameter(name: str, arguments: Sequence[MaskArgument], program: Program) -> Parameter:
    options, write = (INVERTED,), partial(_write, [one.place for one in arguments])
    return Parameter(name, FaultType.API, "", Choices(options), write, options,
                     (FaultType.CPP,),
                     is_unusual=any(is_reversed(one, program) for one in arguments))  # fmt: skip


def _write(places: Sequence[Place], value: Value) -> tuple[Edit, ...]:
    return tuple(replace(place, _opposite(place)) for place in places)


def _opposite(place: Place) -> str:
    match place.node:
        case ast.UnaryOp(op=ast.Invert(), operand=operand):
            return source_of(Place(place.chunk, operand))
        case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in OPPOSITES:
            one, other = (closed_source(Place(place.chunk, side)) for side in (left, right))
            return f"{one} {OPPOSITES[type(op)]} {other}"
    return f"~{closed_source(place)}"
