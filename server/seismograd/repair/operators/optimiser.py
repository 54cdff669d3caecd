"""The kind of optimiser, with a learning rate that is usual for it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from seismograd.faults import Edit, FaultType
from seismograd.program.keras.training import COMMON
from seismograd.program.keras.training import OPTIMISERS as KERAS_PARAMETERS
from seismograd.program.model import Optimiser
from seismograd.program.torch.training import OPTIMISER_PARAMETERS as TORCH_PARAMETERS
from seismograd.repair.context import RepairContext
from seismograd.repair.edits.call_edits import change_arguments
from seismograd.repair.edits.imports import sibling_of_call
from seismograd.repair.edits.optimiser_edits import built_optimiser, is_named, name_literal
from seismograd.repair.edits.setting_edits import setting_edits
from seismograd.repair.operators.learning_rate import KEYWORDS
from seismograd.repair.operators.offer import numbered, offered
from seismograd.repair.operators.operator import Operator
from seismograd.repair.parameter import CannotWrite, Choices, Parameter, Value, as_text
from seismograd.rules.learning_rates import usual_rate
from seismograd.source.evaluate.calls import Call

CLASSES = {"adam": "Adam", "adamw": "AdamW", "sgd": "SGD", "rmsprop": "RMSprop"}
"""Both frameworks use these names; the most often successful first."""
MOMENTUM = "0.9"
"""For SGD: what nearly all recipes with it use."""
EVERYWHERE = {"torch": ("maximize", "foreach", "differentiable"), "keras": ("name",)}
"""Keyword arguments that all of these take beside those of the tables."""
FRAMEWORKS = frozenset({"torch", "keras"})


class OptimiserKind(Operator):
    def parameters(self, context: RepairContext) -> Iterator[Parameter]:
        optimisers = [one for one, _ in context.used_optimisers if one.framework in FRAMEWORKS]
        for number, optimiser in enumerate(optimisers, 1):
            name = numbered("optimizer", "network", number, len(optimisers))
            yield from offered(context, _parameter(name, optimiser, context))


def _parameter(name: str, optimiser: Optimiser, context: RepairContext) -> Parameter:
    options = tuple(kind for kind in CLASSES if kind != optimiser.kind)
    write = partial(_write, optimiser, context)
    rate = partial(_usual, optimiser)
    return Parameter(
        name, FaultType.OCH, optimiser.kind, Choices(options), write, options, also_sets=rate
    )


def _usual(optimiser: Optimiser, value: Value) -> str:
    keyword = KEYWORDS[optimiser.framework]
    return f"{keyword} {as_text(usual_rate(replace(optimiser, kind=str(value))))}"


def _write(optimiser: Optimiser, context: RepairContext, value: Value) -> tuple[Edit, ...]:
    kind = str(value)
    if is_named(optimiser):
        return _named(optimiser, kind)
    call, place = optimiser.call, optimiser.place
    if call is None or call.open or not isinstance(place.node, ast.Call):
        raise CannotWrite("its arguments are put together when the program runs")
    if any("learning_rate" in group for group in optimiser.groups):
        raise CannotWrite("its groups of parameters have learning rates of their own")
    function = sibling_of_call(place, call.path, CLASSES[kind])
    renamed = Edit(place.chunk.span(place.node.func), function.text)
    return (renamed, *function.edits, *_arguments(optimiser, call, kind, context))


def _named(optimiser: Optimiser, kind: str) -> tuple[Edit, ...]:
    """A name brings the usual learning rate with it; SGD with momentum has none."""
    if kind == "sgd":
        rate = as_text(usual_rate(replace(optimiser, kind=kind)))
        return built_optimiser(optimiser, kind, {"learning_rate": rate, "momentum": MOMENTUM})
    return (Edit(name_literal(optimiser).span, f'"{kind}"'),)


def _arguments(
    optimiser: Optimiser, call: Call, kind: str, context: RepairContext
) -> tuple[Edit, ...]:
    """Without those that the new kind does not know, and with the learning rate."""
    rate = as_text(usual_rate(replace(optimiser, kind=kind)))
    keyword = KEYWORDS[optimiser.framework]
    is_default = optimiser.learning_rate.is_default
    given = {keyword: rate} if is_default else {}
    if kind == "sgd":
        given["momentum"] = MOMENTUM
    edits = () if is_default else setting_edits(optimiser.learning_rate, keyword, rate, context)
    removed, names = _unknown(optimiser, call, kind)
    return (*edits, *names, *change_arguments(optimiser.place, removed, given))


def _unknown(optimiser: Optimiser, call: Call, kind: str) -> tuple[list[ast.AST], list[Edit]]:
    """Arguments to take out, and the names of those that stood behind them by position."""
    node = optimiser.place.node
    assert isinstance(node, ast.Call)
    old = _keywords(optimiser.framework, type_name(call))
    new = _keywords(optimiser.framework, CLASSES[kind])
    new_and_common = {*new, *EVERYWHERE[optimiser.framework], "params", "lr"}
    removed: list[ast.AST] = [one for one in node.keywords if one.arg not in new_and_common]
    names: list[Edit] = []
    positional = list(zip(_positions(optimiser.framework, old), node.args, strict=False))
    for name, argument in [pair for pair in positional if pair[0] not in ("params", old[0])]:
        if name not in new:
            removed.append(argument)
        else:
            start = optimiser.place.chunk.span(argument)
            names.append(Edit(replace(start, end=start.start), f"{name}="))
    return removed, names


def type_name(call: Call) -> str:
    return call.path.rpartition(".")[2]


def _positions(framework: str, keywords: list[str]) -> list[str]:
    return ["params", *keywords] if framework == "torch" else keywords


def _keywords(framework: str, name: str) -> list[str]:
    """Those of a class in their order, the learning rate first."""
    if framework == "torch":
        return [keyword for _, keyword, _ in TORCH_PARAMETERS.get(name, (("", "lr", None),))]
    own = [keyword for keyword, _ in KERAS_PARAMETERS.get(name, (("learning_rate", None),))]
    return own + [keyword for keyword, _ in COMMON if keyword not in (*own, "decay")]
