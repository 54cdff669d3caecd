"""Code that measures a network: which network, in what mode, and how its answers are read."""

from __future__ import annotations

import ast
from collections.abc import Container, Iterator

from seismograd.program.gradients import data_of_loops
from seismograd.program.model import EvaluationLoop, Layer, Network, Program
from seismograd.program.operations import PASSING, ancestors, through
from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.values import Function, Object, Place, Tensor, Value
from seismograd.source.rewrite import source_of

_COUNTERS = frozenset({"builtins.range", "tqdm.auto.trange", "tqdm.trange"})
_MEASURES = frozenset({"eq", "ne"})
READING = PASSING | {"detach", "numpy", "sigmoid", "softmax", "log_softmax"}
"""Operations that leave the order of a network's scores as it is."""


def is_managed(function: Function | None) -> bool:
    """Whether a trainer switches modes and gradients around a method."""
    owner = None if function is None else function.owner
    bases = () if owner is None else owner.library_bases
    return any(base.startswith(("lightning.", "keras.", "transformers.")) for base in bases)


def mode_layers(network: Network) -> Iterator[Layer]:
    """Layers that compute something else in evaluation mode."""
    for layer in network.layers:
        rate = layer.setting("rate")
        if layer.kind == "dropout" and (rate is None or rate.number != 0):
            yield layer
        if layer.kind in ("recurrent", "transformer") and _drops(layer):
            yield layer
        if layer.kind == "batch_norm":
            yield layer


def _drops(layer: Layer) -> bool:
    """Whether a layer of several layers has dropout of its own."""
    rate, stacked = layer.setting("rate"), layer.setting("num_layers")
    several = stacked is None or (stacked.integer or 1) > 1
    return rate is not None and bool(rate.number) and several


def goes_over_data(evaluation: EvaluationLoop) -> bool:
    """Whether a loop runs over something else than numbers."""
    loop = evaluation.loop
    if loop is None or loop.iterable is None:
        return False
    counted = isinstance(loop.iterable, Object) and loop.iterable.path in _COUNTERS
    return not counted


def is_measured(program: Program, forward: Call) -> bool:
    """Whether a network's answer is compared with labels, or a loss is computed from it."""
    if not isinstance(forward.result, Tensor):
        return False
    return program.derived(_last_measured).get(id(forward.result), -1) > forward.index


def _last_measured(program: Program) -> dict[int, int]:
    """For each tensor the last call that measures something computed from it."""
    found: dict[int, int] = {}
    data = data_of_loops(program.all_loops)
    for call in program.calls:
        made = call.result
        if isinstance(made, Tensor) and _measures(made, data):
            for tensor in ancestors(made):
                found[id(tensor)] = max(call.index, found.get(id(tensor), -1))
    return found


def _measures(made: Tensor, data: Container[int]) -> bool:
    """Whether a tensor says how good an answer is: matches, a loss, a distance from the data."""
    if made.op in _MEASURES or made.op.startswith("loss:"):
        return True
    return made.op == "sub" and any(_is_data(part, data) for part in made.inputs)


def _is_data(value: Value, data: Container[int]) -> bool:
    source = through(value)
    return id(source) in data or (isinstance(source, Tensor) and source.op in ("data", "labels"))


def receiver_text(call: Call) -> str | None:
    """What the program calls the thing whose call this is."""
    node = call.place.node
    function = node.func if isinstance(node, ast.Call) else None
    if isinstance(function, ast.Attribute) and function.attr in ("forward", "eval", "train"):
        function = function.value
    if not isinstance(function, ast.Name | ast.Attribute):
        return None
    return source_of(Place(call.place.chunk, function))


def scores_behind(value: Value | None, program: Program) -> Tensor | None:
    """The tensor behind readings that do not change which score is the highest."""
    value = predicted(value, program)
    while isinstance(value, Tensor) and value.op in READING and value.inputs:
        value = predicted(value.inputs[0], program)
    return value if isinstance(value, Tensor) else None


def predicted(value: Value | None, program: Program) -> Value | None:
    """What `predict` gives is the output of its network."""
    if not isinstance(value, Object) or value.call.method not in ("predict", "predict_on_batch"):
        return value
    model = value.call.receiver
    return next((one.output for one in program.networks if one.value is model), value)
