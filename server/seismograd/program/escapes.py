"""Which values reach code whose effects are not known."""

from __future__ import annotations

from seismograd.program.model import Program
from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.values import Choice, Instance, Mapping, Sequence, Value


def is_unmodelled(call: Call) -> bool:
    """A call of something whose effects are not known."""
    return not call.path.startswith(("builtins.", "operator.", "torch.", "logging."))


def passes(call: Call, value: Value | None) -> bool:
    """Whether a call has a value among its arguments, also inside lists and dicts."""
    arguments = [*call.positional, *call.keywords.values()]
    return any(_holds(argument.value, value, 0) for argument in arguments)


def is_held(receiver: Value | None, value: Value | None) -> bool:
    """Whether an object whose method is called holds a value among its attributes."""
    return isinstance(receiver, Instance) and _holds(receiver, value, 0)


def _holds(holder: Value, value: Value | None, depth: int) -> bool:
    if holder is value:
        return True
    if depth > 3:
        return False
    inner: list[Value] = []
    if isinstance(holder, Sequence):
        inner = list(holder.items)
    elif isinstance(holder, Mapping):
        inner = list(holder.items.values())
    elif isinstance(holder, Choice):
        inner = list(holder.options)
    elif isinstance(holder, Instance):
        inner = list(holder.attributes.values())
    return any(_holds(item, value, depth + 1) for item in inner)


def may_set_mode(program: Program, network: Value | None) -> bool:
    """Whether something else may switch a network to training: an unknown function that gets it,
    or `train()` of an object that holds it."""
    return any(_may_set_mode(call, network) for call in program.calls)


def _may_set_mode(call: Call, network: Value | None) -> bool:
    if call.method in ("train", "eval"):
        other = call.receiver is not network
        return call.method == "train" and other and is_held(call.receiver, network)
    return is_unmodelled(call) and passes(call, network)
