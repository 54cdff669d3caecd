"""Inputs brought to a small range, those of the training and of the evaluation alike."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import partial

from seismograd.faults import Edit, FaultType, Position
from seismograd.program.numpy.provenance import SMALL, is_scaled
from seismograd.program.numpy.sources import data_source
from seismograd.repair.context import RepairContext
from seismograd.repair.operators.input_arrays import ArrayUse, array_uses
from seismograd.repair.operators.input_limits import input_limits, may_need_scaling
from seismograd.repair.operators.offer import offered
from seismograd.repair.operators.operator import Operator
from seismograd.repair.parameter import CannotWrite, Choices, Parameter, Value
from seismograd.source.evaluate.values import Place, Tensor
from seismograd.source.rewrite import enclosing_statement, insert_before

NAME = "input_scaling"
DIVIDE, STANDARDISE = "divide by 255", "standardise"
BYTE = 255.0
LIKE_BYTES = 128.0
"""Inputs from 0 to 255 are pixels, which in half of all pictures are brighter than this."""
TINY = "1e-7"
"""Added to deviations: a column may hold one value alone."""


class InputScaling(Operator):
    def parameters(self, context: RepairContext) -> Iterator[Parameter]:
        try:
            uses = array_uses(context) if may_need_scaling(context) else []
        except CannotWrite as error:
            context.refuse(NAME, str(error))
            return
        options = tuple(_options(uses, context))
        if uses and options:
            write = partial(_write, uses)
            parameter = Parameter(NAME, FaultType.CPP, "none", Choices(options), write, options,
                                  is_unusual=input_limits(context) is not None)  # fmt: skip
            yield from offered(context, parameter)


def _options(uses: Sequence[ArrayUse], context: RepairContext) -> Iterator[str]:
    trained = [use.value for use in uses if use.is_training]
    if not trained or (any(map(is_scaled, trained)) and not _is_seen_large(context)):
        return
    source = data_source(trained[0])
    limits = input_limits(context) or (source.raw_range if source is not None else None)
    if limits is not None and limits[0] >= 0 and LIKE_BYTES <= limits[1] <= BYTE:
        yield DIVIDE
    is_known = limits is not None and max(map(abs, limits)) > SMALL
    if is_known and len(trained) == 1 and not _is_whole(trained[0]):
        yield STANDARDISE


def _is_seen_large(context: RepairContext) -> bool:
    """Whether the run has seen inputs that no scaling leaves, whatever the source computes."""
    limits = input_limits(context)
    return limits is not None and max(map(abs, limits)) >= LIKE_BYTES


def _is_whole(value: object) -> bool:
    """PyTorch has no mean of whole numbers."""
    return (
        isinstance(value, Tensor)
        and value.call is not None
        and value.call.path.startswith("torch.")
        and (value.dtype or "").startswith(("int", "uint"))
    )


def _write(uses: Sequence[ArrayUse], value: Value) -> tuple[Edit, ...]:
    if value == STANDARDISE and not _is_trained_first(uses):
        raise CannotWrite("the data of the evaluation is used before that of the training")
    lines: defaultdict[int, list[str]] = defaultdict(list)
    places: dict[int, Place] = {}
    for use in sorted(uses, key=lambda use: not use.is_training):
        statement = enclosing_statement(use.place)
        places[id(statement)] = use.place
        lines[id(statement)] += _lines(use, str(value))
    return tuple(_inserted(places[key], lines[key]) for key in lines)


def _is_trained_first(uses: Sequence[ArrayUse]) -> bool:
    """Whether the numbers to scale by are known before they are needed."""
    starts = {use.name: _start(use) for use in uses}
    return min(starts.values()) in [starts[use.name] for use in uses if use.is_training]


def _start(use: ArrayUse) -> Position:
    statement = enclosing_statement(use.place)
    return use.place.chunk.span(statement).start if statement else use.place.span.start


def _lines(use: ArrayUse, how: str) -> Iterator[str]:
    name = use.name
    if how == DIVIDE:
        yield f"{name} = {name} / {BYTE}"
        return
    if use.is_training:
        yield f"input_mean, input_std = {name}.mean(0), {name}.std(0) + {TINY}"
    yield f"{name} = ({name} - input_mean) / input_std"


def _inserted(place: Place, lines: Sequence[str]) -> Edit:
    edit = insert_before(place, lines[0])
    if edit is None:
        raise CannotWrite("there is no line of its own before the arrays are used")
    indent = edit.new_text[: len(edit.new_text) - len(edit.new_text.lstrip())]
    return Edit(edit.span, "".join(f"{indent}{line}\n" for line in lines))
