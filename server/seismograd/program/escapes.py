"""Which values reach code whose effects are not known."""

from __future__ import annotations

from seismograd.program.contents import contents
from seismograd.program.model import Program
from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.values import Instance, Value


def is_unmodelled(call: Call) -> bool:
    """A call of something whose effects are not known; constructors of the project are followed."""
    built = call.result
    if isinstance(built, Instance) and built.call is call and built.complete:
        return False
    return not call.path.startswith(("builtins.", "operator.", "torch.", "logging."))


def passes(call: Call, value: Value | None) -> bool:
    """Whether a call has a value among its arguments, also inside lists and dicts."""
    return any(inner is value for argument in call.arguments for inner in contents(argument.value))


def may_set_mode(program: Program, network: Value | None) -> bool:
    """Whether something else may switch a network to training: an unknown function that gets it,
    or `train()` of an object that holds it."""
    return any(
        call.method not in ("train", "eval") and is_unmodelled(call)
        for call in program.index.given(network)
    ) or any(
        call.method == "train" and call.receiver is not network
        for call in program.index.on_holders(network)
    )
