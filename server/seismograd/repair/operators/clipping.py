"""A bound on the norm of gradients: changed where there is one, else put before the step."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from functools import partial

from seismograd.faults import Edit, FaultType
from seismograd.program.model import Optimiser, Step, TrainingLoop
from seismograd.program.settings import Setting, setting
from seismograd.repair.context import RepairContext
from seismograd.repair.edits.imports import TORCH, library_name
from seismograd.repair.edits.optimiser_edits import optimiser_edits
from seismograd.repair.edits.setting_edits import setting_edits
from seismograd.repair.operators.offer import numbered, offered
from seismograd.repair.operators.operator import Operator
from seismograd.repair.parameter import CannotWrite, Numbers, Parameter, Value, as_text
from seismograd.source.evaluate.values import Place
from seismograd.source.rewrite import insert_before, source_of

NORMS = (1.0, 5.0, 0.1)
"""That of most recipes, then looser and tighter."""
SPACE = Numbers(0.01, 100.0)
"""Tighter bounds stop a training, looser ones are hardly ever met."""
KERAS_BOUNDS = ("clipnorm", "global_clipnorm", "clipvalue")
"""Keras takes one of them."""
Write = Callable[[Value], tuple[Edit, ...]]


class Clipping(Operator):
    def parameters(self, context: RepairContext) -> Iterator[Parameter]:
        writers = list(_writers(context))
        for number, (old, write) in enumerate(writers, 1):
            name = numbered("clip_grad_norm", "training", number, len(writers))
            yield from offered(context, _parameter(name, old, write))


def _parameter(name: str, old: float | None, write: Write) -> Parameter:
    text = "" if old is None else as_text(float(old))
    norms = tuple(norm for norm in NORMS if norm != old)
    return Parameter(name, FaultType.OCH, text, SPACE, write, norms, (FaultType.HLR,))


def _writers(context: RepairContext) -> Iterator[tuple[float | None, Write]]:
    """The bound that there is, and how to write another one."""
    for loop in context.program.loops:
        if loop.framework == "torch" and loop.of_kind("step"):
            yield _of_loop(loop, context)
    for fit in context.program.fits:
        if "gradient_clip" in fit.settings:
            yield _of_setting(fit.settings["gradient_clip"], context)
    for optimiser, _ in context.used_optimisers:
        if optimiser.framework == "keras":
            yield _of_optimiser(optimiser, context)


def _of_setting(bound: Setting, context: RepairContext) -> tuple[float | None, Write]:
    return bound.number, lambda value: setting_edits(bound, bound.name, as_text(value), context)


def _of_optimiser(optimiser: Optimiser, context: RepairContext) -> tuple[float | None, Write]:
    bounds = [one for one in KERAS_BOUNDS if not optimiser.settings[one].is_default]
    name = bounds[0] if bounds else KERAS_BOUNDS[0]
    bound = optimiser.settings[name]
    return bound.number, lambda value: optimiser_edits(
        optimiser, bound, name, as_text(value), context
    )


def _of_loop(loop: TrainingLoop, context: RepairContext) -> tuple[float | None, Write]:
    there = [step for step in loop.of_kind("clip") if "norm" in step.call.method]
    if there:
        return _of_setting(setting(there[0].call, 1, "max_norm"), context)
    return None, partial(_insert, loop)


def _insert(loop: TrainingLoop, value: Value) -> tuple[Edit, ...]:
    steps, clips = loop.of_kind("step"), loop.of_kind("clip")
    if clips:
        raise CannotWrite("gradients are clipped by value")
    if len(steps) != 1 or not loop.of_kind("backward"):
        raise CannotWrite("its loop has several steps of optimisers")
    step = steps[0]
    if step.call.positional or step.call.keywords:
        raise CannotWrite("the optimiser steps by a scaler or a closure")
    function = library_name(step.place.chunk.document, TORCH, "nn.utils.clip_grad_norm_")
    line = f"{function.text}({_parameters_text(loop, step)}, {as_text(value)})"
    edit = insert_before(step.place, line)
    if edit is None:
        raise CannotWrite("there is no line of its own before the step")
    return (edit, *function.edits)


def _parameters_text(loop: TrainingLoop, step: Step) -> str:
    """`model.parameters()` where the loop calls the one model that the optimiser has."""
    called = [one for one in loop.of_kind("forward") if one.call.function is step.call.function]
    names = {_called(one) for one in called}
    trained = [network for one in loop.optimisers for network in one.networks]
    is_same = len(trained) == 1 and [id(one) for one in loop.networks] == [id(trained[0])]
    if len(names) == 1 and None not in names and is_same and _trains_all(loop):
        return f"{names.pop()}.parameters()"
    optimiser = _receiver(step)
    return f'[p for group in {optimiser}.param_groups for p in group["params"]]'


def _trains_all(loop: TrainingLoop) -> bool:
    return len(loop.optimisers) == 1 and not loop.optimisers[0].groups


def _called(step: Step) -> str | None:
    node = step.place.node
    return source_of(Place(step.place.chunk, node.func)) if isinstance(node, ast.Call) else None


def _receiver(step: Step) -> str:
    node = step.place.node
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
        raise CannotWrite("the step of the optimiser is not a plain call")
    return source_of(Place(step.place.chunk, node.func.value))
