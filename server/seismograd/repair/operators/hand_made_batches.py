"""Loops that cut batches themselves: `for i in range(0, len(x), 32): x[i : i + 32]`."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from seismograd.faults import Edit
from seismograd.program.loops import unwrapped
from seismograd.program.model import TrainingLoop
from seismograd.program.settings import Setting
from seismograd.repair.parameter import CannotWrite
from seismograd.source.evaluate.values import Object, Place
from seismograd.source.rewrite import replace

RANGE_STEP = 2
"""The position of the step in `range(start, stop, step)`."""


def range_steps(loop: TrainingLoop) -> Iterator[Setting]:
    counter = unwrapped(loop.loop.iterable) if loop.loop is not None else None
    if isinstance(counter, Object) and counter.path == "builtins.range":
        for step in counter.call.positional[RANGE_STEP:]:
            yield Setting("batch_size", step.value, step.place)


def repeated_sizes(loop: TrainingLoop, step: Setting, text: str) -> tuple[Edit, ...]:
    """The same literal where batches are cut: one without the other would leave examples out.

    A name needs no such edits. Raises `CannotWrite` where the cuts are not understood.
    """
    if not isinstance(step.place.node, ast.Constant):
        return ()
    assert loop.loop is not None
    node = loop.loop.place.node
    ends = list(_ends(node)) if isinstance(node, ast.For) else []
    if not ends or any(ast.unparse(end) != str(step.integer) for end in ends):
        raise CannotWrite("its batches are cut in a way that is not understood")
    return tuple(replace(Place(loop.loop.place.chunk, end), text) for end in ends)


def _ends(loop: ast.For) -> Iterator[ast.expr]:
    """What is added to the counter to get the end of a batch."""
    counter = loop.target.id if isinstance(loop.target, ast.Name) else ""
    for node in (one for statement in loop.body for one in ast.walk(statement)):
        is_sum = isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add)
        if is_sum and isinstance(node.left, ast.Name) and node.left.id == counter:
            yield node.right
