"""Schedules of optimisers that Lightning modules make and hand to their trainer."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NamedTuple

from seismograd.faults import Edit
from seismograd.program.model import Fit, Optimiser, Program, TrainingLoop
from seismograd.repair.edits.imports import TORCH, free_name, library_name
from seismograd.repair.parameter import CannotWrite
from seismograd.source.evaluate.values import Place
from seismograd.source.rewrite import insert_before, replace, source_of

NOT_UNDERSTOOD = "what its `configure_optimizers` returns is not understood"
NAME = "optimizer"
UNLIMITED = (None, -1)
"""Steps of a trainer that counts epochs."""


class Configured(NamedTuple):
    """The one `return` of `configure_optimizers`."""

    place: Place
    """Of what it returns."""
    owner: str
    """How the method calls its module: `self`."""
    optimiser: Place
    """The optimiser in it: a name, or the call that makes it."""

    def alone(self) -> tuple[Edit, ...]:
        return (replace(self.place, source_of(self.optimiser)),)

    def scheduled(self, scheduler: str, arguments: str, options: str = "") -> tuple[Edit, ...]:
        """`arguments` are those behind the optimiser, `options` entries for the trainer."""
        name, made = self._named()
        function = library_name(self.place.chunk.document, TORCH, f"optim.lr_scheduler.{scheduler}")
        built = f"{function.text}({name}, {arguments})"
        entry = f'{{"scheduler": {built}, {options}}}' if options else built
        text = f'{{"optimizer": {name}, "lr_scheduler": {entry}}}'
        return (*made, replace(self.place, text), *function.edits)

    def _named(self) -> tuple[str, tuple[Edit, ...]]:
        """A name for the optimiser, and the line that gives it one."""
        text = source_of(self.optimiser)
        if isinstance(self.optimiser.node, ast.Name):
            return text, ()
        name = free_name(NAME, self.place)
        edit = insert_before(self.place, f"{name} = {text}")
        if edit is None:
            raise CannotWrite(NOT_UNDERSTOOD)
        return name, (edit,)


def lightning_loops(program: Program) -> list[TrainingLoop]:
    return [one for one in program.loops if one.framework == "lightning" and one.optimisers]


def counts_epochs(training: TrainingLoop, program: Program) -> bool:
    """Whether its trainer ends after so many epochs, not steps."""
    epochs = training.epochs
    is_limited = epochs is not None and (epochs.integer or 0) > 0
    return is_limited and all(map(_has_any_number_of_steps, program.fits))


def _has_any_number_of_steps(fit: Fit) -> bool:
    steps = fit.settings.get("max_steps")
    return steps is None or steps.is_default or steps.integer in UNLIMITED


def configured(training: TrainingLoop) -> Configured:
    """Raises `CannotWrite`."""
    if len(training.optimisers) != 1 or training.optimisers[0].call is None:
        raise CannotWrite("it has several optimisers")
    optimiser = training.optimisers[0]
    function = optimiser.call.function if optimiser.call is not None else None
    if function is None or not isinstance(function.node, ast.FunctionDef):
        raise CannotWrite(NOT_UNDERSTOOD)
    returned = [node.value for node in ast.walk(function.node) if isinstance(node, ast.Return)]
    arguments = function.node.args.args
    if len(returned) != 1 or returned[0] is None or not arguments:
        raise CannotWrite(NOT_UNDERSTOOD)
    chunk = optimiser.place.chunk
    inner = _optimiser_in(returned[0])
    if inner is None or not _is_made_by(inner, optimiser, function.node):
        raise CannotWrite(NOT_UNDERSTOOD)
    return Configured(Place(chunk, returned[0]), arguments[0].arg, Place(chunk, inner))


def _optimiser_in(node: ast.expr) -> ast.expr | None:
    """Alone, in a list, with its schedulers in a second list, or as an entry of a dictionary."""
    if isinstance(node, ast.Dict):
        entries = zip(node.keys, node.values, strict=True)
        named = [value for key, value in entries if _is_text(key, "optimizer")]
        return named[0] if len(named) == 1 else None
    if isinstance(node, ast.Tuple) and isinstance(node.elts[0], ast.List):
        return _optimiser_in(node.elts[0])
    if isinstance(node, ast.List):
        return node.elts[0] if len(node.elts) == 1 else None
    return node


def _is_text(node: ast.expr | None, text: str) -> bool:
    return isinstance(node, ast.Constant) and node.value == text


def _is_made_by(node: ast.expr, optimiser: Optimiser, function: ast.FunctionDef) -> bool:
    """Whether it is the call of the optimiser, or the one name that it gets."""
    made = optimiser.place.node
    if isinstance(node, ast.Name):
        return [value is made for value in _assigned(node.id, function)] == [True]
    return node is made


def _assigned(name: str, function: ast.FunctionDef) -> Iterator[ast.expr]:
    for node in ast.walk(function):
        if isinstance(node, ast.Assign):
            targets = (target for target in node.targets if isinstance(target, ast.Name))
            yield from (node.value for target in targets if target.id == name)
