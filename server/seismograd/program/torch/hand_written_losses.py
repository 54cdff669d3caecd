"""Losses that a program computes itself, from the value that it takes gradients of."""

from __future__ import annotations

from collections.abc import Iterator

from seismograd.program.model import LossUse, Program
from seismograd.program.operations import TRANSPARENT, ancestors, through
from seismograd.program.torch.lightning import TRAINING_STEP, is_lightning
from seismograd.program.torch.read_networks import NetworksWithParts
from seismograd.program.torch.steps import backward_value, is_backward
from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.interpreter import Interpreter
from seismograd.source.evaluate.values import Choice, Const, Mapping, Tensor, Value, number

_REDUCING = frozenset({"mean", "sum", "neg", "scale", "sqrt"})
MAX_STEPS = 64


def read_hand_written(run: Interpreter, program: Program, networks: NetworksWithParts) -> None:
    """Add the losses that are no function or module of the library."""
    seen: set[int] = set()
    for value in _optimised_values(run):
        if isinstance(value, Tensor) and id(value) not in seen:
            seen.add(id(value))
            if value.call is not None and not _holds_library_loss(value):
                program.losses.append(_loss(value, value.call, networks))


def _optimised_values(run: Interpreter) -> Iterator[Value]:
    for call in run.calls:
        if is_backward(call):
            yield from _options(backward_value(call))
        elif call.method == TRAINING_STEP and is_lightning(call.receiver):
            yield from _options(call.result)


def _options(value: Value | None) -> Iterator[Value]:
    if isinstance(value, Choice):
        yield from value.options
    elif isinstance(value, Mapping):
        yield from filter(None, [value.items.get("loss")])
    elif value is not None:
        yield value


def _holds_library_loss(value: Tensor) -> bool:
    return any(tensor.op.startswith("loss:") for tensor in ancestors(value))


def _loss(value: Tensor, call: Call, networks: NetworksWithParts) -> LossUse:
    kind, left, right = _classified(value)
    prediction, target = left, right
    if left is not None and networks.behind(left) is None and networks.behind(right) is not None:
        prediction, target = right, left
    place = value.place or call.place
    behind = networks.behind(prediction if prediction is not None else value)
    expects = None if kind == "custom" else "values"
    return LossUse(kind, expects, prediction, target, place, place, call, "torch",
                   network=behind, result=value)  # fmt: skip


def _classified(value: Tensor) -> tuple[str, Value | None, Value | None]:
    """The kind of a loss by its form, with the two things that it compares."""
    inner = _inside(value)
    if inner is None:
        return "custom", None, None
    difference = through(inner.inputs[0]) if inner.inputs else None
    if not isinstance(difference, Tensor) or difference.op not in ("sub", "sub_"):
        return "custom", None, None
    left, right = [*difference.inputs, None, None][:2]
    if inner.op == "abs":
        return "mae", left, right
    return ("mse", left, right) if _squares(inner) else ("custom", None, None)


def _squares(tensor: Tensor) -> bool:
    if tensor.op == "square":
        return True
    if tensor.op == "pow":
        return len(tensor.inputs) > 1 and number(tensor.inputs[1]) == 2
    return tensor.op == "mul" and len(set(map(id, tensor.inputs))) == 1


def _inside(value: Tensor) -> Tensor | None:
    """What is averaged or summed in the end, factors left out."""
    current: Value | None = value
    for _ in range(MAX_STEPS):
        if not isinstance(current, Tensor):
            return None
        if current.op in _REDUCING or current.op in TRANSPARENT:
            current = current.inputs[0] if current.inputs else None
        elif current.op in ("mul", "div") and any(isinstance(v, Const) for v in current.inputs):
            current = next((v for v in current.inputs if isinstance(v, Tensor)), None)
        else:
            return current
    return None
