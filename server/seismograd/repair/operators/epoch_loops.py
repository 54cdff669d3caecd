"""Loops over epochs of a PyTorch training that are understood well enough to add lines to."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NamedTuple

from seismograd.faults import Edit
from seismograd.program.loops import loops_outwards, unwrapped
from seismograd.program.model import Optimiser, Program, TrainingLoop
from seismograd.repair.parameter import CannotWrite
from seismograd.source.evaluate.calls import Call, Loop
from seismograd.source.evaluate.values import Function, Object, Place
from seismograd.source.rewrite import enclosing_statement, insert_after, insert_before, source_of

NOT_UNDERSTOOD = "its loop over epochs is not understood"


class EpochLoop(NamedTuple):
    place: Place
    """The `for` statement."""
    training: TrainingLoop
    optimiser: str
    """How the code around the loop calls the optimiser."""
    epochs: str
    """How it calls the number of epochs."""

    def before(self, line: str) -> Edit:
        return _made(insert_before(self.place, line))

    def after_epoch(self, line: str) -> Edit:
        assert isinstance(self.place.node, ast.For)
        last = self.place.node.body[-1]
        if isinstance(last, ast.Break | ast.Continue | ast.Return | ast.Raise):
            raise CannotWrite(NOT_UNDERSTOOD)
        return _made(insert_after(Place(self.place.chunk, last), line))

    def after_step(self, line: str) -> Edit:
        """Where the step of the optimiser stands in the same function."""
        steps = self.training.of_kind("step")
        if len(steps) != 1 or steps[0].place.span.file != self.place.span.file:
            raise CannotWrite(NOT_UNDERSTOOD)
        if not _holds(self.place.node, steps[0].place.node):
            raise CannotWrite("the optimiser steps in another function than the loop over epochs")
        return _made(insert_after(steps[0].place, line))


def trained_in_loops(program: Program) -> list[TrainingLoop]:
    return [one for one in program.loops if one.framework == "torch" and one.optimisers]


def epoch_loop(training: TrainingLoop) -> EpochLoop:
    """Raises `CannotWrite`."""
    loop = _loop_of_epochs(training)
    if loop is None or training.epochs is None or not isinstance(loop.node, ast.For):
        raise CannotWrite(NOT_UNDERSTOOD)
    if len(training.optimisers) != 1 or not training.complete:
        raise CannotWrite(NOT_UNDERSTOOD)
    name = _name_of(training.optimisers[0], training, loop)
    return EpochLoop(loop.place, training, name, source_of(training.epochs.place))


def _loop_of_epochs(training: TrainingLoop) -> Loop | None:
    for loop in loops_outwards(training.loop.outer if training.loop is not None else None):
        counter = unwrapped(loop.iterable)
        given = counter.call.positional if isinstance(counter, Object) else []
        if training.epochs is not None and training.epochs.place in [one.place for one in given]:
            return loop
    return None


def _name_of(optimiser: Optimiser, training: TrainingLoop, loop: Loop) -> str:
    """As it is assigned, or as the step in the same function names it."""
    for call, text in _names(optimiser, training):
        if _node(call.function) is _node(loop.function) and text:
            return text
    raise CannotWrite("the optimiser is made in another function than the loop over epochs")


def _names(optimiser: Optimiser, training: TrainingLoop) -> Iterator[tuple[Call, str]]:
    if optimiser.call is not None:
        statement = enclosing_statement(optimiser.place)
        targets = statement.targets if isinstance(statement, ast.Assign) else []
        is_plain = len(targets) == 1 and isinstance(targets[0], ast.Name | ast.Attribute)
        yield optimiser.call, ast.unparse(targets[0]) if is_plain else ""
    for step in training.of_kind("step"):
        function = step.place.node.func if isinstance(step.place.node, ast.Call) else None
        is_own = step.call.receiver is optimiser.value and isinstance(function, ast.Attribute)
        yield step.call, ast.unparse(function.value) if is_own else ""  # type: ignore[union-attr]


def _node(function: Function | None) -> ast.AST | None:
    return None if function is None else function.node


def _holds(outer: ast.AST, inner: ast.AST) -> bool:
    return any(node is inner for node in ast.walk(outer))


def _made(edit: Edit | None) -> Edit:
    if edit is None:
        raise CannotWrite("there is no line of its own for it")
    return edit
