"""Terms that a loss is the sum of, as they are computed: `loss = reconstruction + divergence`."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NamedTuple

from seismograd.program.gradients import gradient_start
from seismograd.program.model import Step
from seismograd.program.operations import ancestors
from seismograd.repair.layers.operands import operands
from seismograd.repair.losses.formula import is_learned, made_by_layers
from seismograd.source.evaluate.values import Const, Place, Tensor, Value

SUMS = frozenset({"add", "sub"})
SEVERAL = 2
SCALED = frozenset({"mul", "div"})


class Term(NamedTuple):
    place: Place
    adds_up: bool
    """Whether numbers are added up in it, so that it is larger than a mean of as many."""


def terms_without_factor(step: Step) -> list[Term]:
    """Of a sum of several learned terms, the first of it first; none of a single loss."""
    terms = list(_terms(_undivided(gradient_start(step.call)), step))
    learned = [(place, value) for place, value in terms if is_learned(value)]
    if len(learned) < SEVERAL:
        return []
    return [
        Term(place, _adds_up(value))
        for place, value in learned
        if place is not None and not _is_scaled(place, value)
    ]


def _adds_up(value: Value) -> bool:
    parts = ancestors(value, made_by_layers(value))
    return any(one.op == "sum" or _reduction(one) == "sum" for one in parts)


def _reduction(tensor: Tensor) -> object:
    """Of a loss of the library."""
    given = tensor.call.argument(None, "reduction") if tensor.call is not None else None
    return given.value.value if given is not None and isinstance(given.value, Const) else None


def _undivided(value: Value | None) -> Value | None:
    """`loss` of `loss / steps`: gradients of several batches that are summed up."""
    while (
        isinstance(value, Tensor) and value.op == "div" and not isinstance(value.inputs[1], Tensor)
    ):
        value = value.inputs[0]
    return value


def _terms(value: Value | None, step: Step) -> Iterator[tuple[Place | None, Value]]:
    """With their places, where they stand for themselves in the source."""
    if not isinstance(value, Tensor) or not _is_sum(value, step):
        return
    places = operands(value.call) if value.call is not None else None
    for side, place in zip(value.inputs, places or (None, None), strict=False):
        if isinstance(side, Tensor) and _is_sum(side, step):
            yield from _terms(side, step)
        else:
            yield _readable(place), side


def _is_sum(value: Tensor, step: Step) -> bool:
    """In an inner loop, the first term is what earlier iterations have summed up."""
    return value.op in SUMS and value.call is not None and value.call.loop is step.call.loop


def _readable(place: Place | None) -> Place | None:
    """What is assigned to is no expression: `loss` of `loss += penalty`."""
    context = getattr(place.node, "ctx", None) if place is not None else None
    return None if isinstance(context, ast.Store) else place


def _is_scaled(place: Place, value: Value) -> bool:
    """Whether a factor stands at the term itself: `beta * penalty`."""
    if not isinstance(place.node, ast.BinOp) or not isinstance(value, Tensor):
        return False
    return value.op in SCALED and any(not isinstance(one, Tensor) for one in value.inputs)
