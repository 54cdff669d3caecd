"""The code of the project that computes what a training differentiates, behind its networks."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from seismograd.program.gradients import gradient_start
from seismograd.program.model import Program, Step, TrainingLoop
from seismograd.program.operations import ancestors
from seismograd.repair.layers.syntax import is_same, with_parents
from seismograd.repair.losses.formula import formula, made_by_layers
from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.values import (
    BoundMethod,
    Function,
    Instance,
    Mapping,
    Place,
    Sequence,
    Value,
)

METHODS = ("call", "__call__")
"""Of a loss that is an object, in Keras."""


def loss_code(program: Program) -> list[Place]:
    """Functions and loops, each once."""
    in_loops = (
        place
        for loop in program.loops
        for step in loop.of_kind("backward")
        for place in _of_step(loop, step)
    )
    compiled = (place for one in program.compiles for place in _of_compile(one.call))
    return list({place.span: place for place in (*in_loops, *compiled)}.values())


def _of_step(loop: TrainingLoop, step: Step) -> Iterator[Place]:
    """Where the tensors between the network and the gradients are computed, round by round."""
    of_layers = made_by_layers(gradient_start(step.call))
    for tensor in formula(step):
        call = tensor.call
        if call is None or not (loop.loop is None or call.in_loop(loop.loop)):
            continue
        if any(id(one) in of_layers for one in ancestors(tensor)):  # else it makes the data
            yield _around(call, step)


def _around(call: Call, step: Step) -> Place:
    """The function of a call, or of one that also trains, only the innermost loop."""
    function = call.function
    if function is not None and not _holds(function, step):
        return Place(function.chunk, function.node)
    around = with_parents(step.place)
    loop = next((one for one in around if isinstance(one, ast.For | ast.While)), None)
    return Place(step.place.chunk, loop or around[-1] if around else step.place.node)


def _holds(function: Function, step: Step) -> bool:
    is_here = function.chunk is step.place.chunk
    return is_here and any(is_same(one, function.node) for one in with_parents(step.place))


def _of_compile(call: Call) -> Iterator[Place]:
    given = call.value(1, "loss")
    several = list(given.items.values()) if isinstance(given, Mapping) else [given]
    several = given.items if isinstance(given, Sequence) else several
    for function in map(_function, several):
        if function is not None:
            yield Place(function.chunk, function.node)


def _function(loss: Value | None) -> Function | None:
    if isinstance(loss, Instance):
        found = (loss.cls.lookup(name) for name in METHODS)
        return next((one for one in found if isinstance(one, Function)), None)
    if isinstance(loss, BoundMethod):
        return loss.function
    return loss if isinstance(loss, Function) else None
