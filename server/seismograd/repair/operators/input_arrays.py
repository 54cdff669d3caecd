"""Where whole arrays of inputs are handed to a training or an evaluation under a name."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NamedTuple

from seismograd.program.model import Fit
from seismograd.program.torch.datasets import TENSORS
from seismograd.repair.context import RepairContext
from seismograd.repair.parameter import CannotWrite
from seismograd.source.evaluate.calls import Argument, Call
from seismograd.source.evaluate.values import Object, Place, Sequence, Value

MEASURING = ("evaluate", "predict")
NOT_SHOWN = "the source does not show the arrays by name before they are used"


class ArrayUse(NamedTuple):
    value: Value
    place: Place
    call: Call
    is_training: bool

    @property
    def name(self) -> str:
        assert isinstance(self.place.node, ast.Name)
        return self.place.node.id


def array_uses(context: RepairContext) -> list[ArrayUse]:
    """The first use of each array, in the order of the source; raises `CannotWrite`.

    Empty where the program trains on no arrays at all.
    """
    uses = [*_keras_uses(context), *_torch_uses(context)]
    _check(uses)
    first: dict[str, ArrayUse] = {}
    for use in sorted(uses, key=lambda use: use.place.span.start):
        known = first.setdefault(use.name, use)
        first[use.name] = known._replace(is_training=known.is_training or use.is_training)
    return list(first.values())


def _check(uses: list[ArrayUse]) -> None:
    """A name can be bound anew before it is used: once, in one function, before no loop's end."""
    places = [use.place for use in uses]
    if any(not isinstance(place.node, ast.Name) for place in places):
        raise CannotWrite(NOT_SHOWN)
    if any(use.call.loop is not None or use.call.branches for use in uses):
        raise CannotWrite("the arrays are used in a loop or under a condition")
    functions = {id(use.call.function.node) if use.call.function else 0 for use in uses}
    if len(functions) > 1 or len({place.span.file for place in places}) > 1:
        raise CannotWrite("the arrays are used in several functions")
    start = min((use.place.span.start for use in uses if use.is_training), default=None)
    made = [use.value.place.span.start for use in uses if use.value.place is not None]
    if start is not None and any(one > start for one in made):
        raise CannotWrite("some of the arrays are made after others are used")


def _keras_uses(context: RepairContext) -> Iterator[ArrayUse]:
    for fit in context.program.fits:
        if fit.framework == "keras":
            yield from _of_argument(fit.call.argument(0, "x"), fit.call, True)
            yield from _validation(fit)
            for call in context.program.index.named(*MEASURING):
                if call.receiver is fit.call.receiver:
                    yield from _of_argument(call.argument(0, "x"), call, False)


def _validation(fit: Fit) -> Iterator[ArrayUse]:
    given = fit.settings["validation_data"]
    if given.is_default or given.is_none:
        return
    node = given.place.node
    if not isinstance(node, ast.Tuple) or not isinstance(given.value, Sequence):
        raise CannotWrite(NOT_SHOWN)
    yield ArrayUse(given.value.items[0], Place(given.place.chunk, node.elts[0]), fit.call, False)


def _torch_uses(context: RepairContext) -> Iterator[ArrayUse]:
    for loader in context.program.loaders:
        data = loader.dataset
        if not isinstance(data, Object) or data.path != TENSORS:
            raise CannotWrite(NOT_SHOWN)
        is_training = loader.role != "test"
        yield from _of_argument(data.call.argument(0, "tensors"), data.call, is_training)
    for evaluation in context.program.evaluations if context.program.loaders else ():
        for call in evaluation.forwards:
            if call.loop is None:
                yield from _of_argument(call.argument(0, "input"), call, False)


def _of_argument(given: Argument | None, call: Call, is_training: bool) -> Iterator[ArrayUse]:
    if given is not None:
        yield ArrayUse(given.value, given.place, call, is_training)
