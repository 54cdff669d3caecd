"""What part a call plays in training or evaluation."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from seismograd.program.attribute_writes import sets_attribute
from seismograd.program.model import Step
from seismograd.program.operations import LEARNED
from seismograd.program.torch.layers import spec_of
from seismograd.program.torch.lightning import STEPS as LIGHTNING_STEPS
from seismograd.program.torch.names import MODULE, OPTIMISER, SCALER, SCHEDULER
from seismograd.program.torch.read_networks import is_loss_module, is_module
from seismograd.program.torch.unknown_networks import is_like_network
from seismograd.program.unknown_names import name_of
from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.interpreter import Interpreter
from seismograd.source.evaluate.invocation import receiver_family
from seismograd.source.evaluate.values import (
    Function,
    Instance,
    Member,
    Object,
    Tensor,
    Unknown,
    Value,
)

_SCHEDULER_NAME = re.compile(r"sched|warmup|lr_policy", re.IGNORECASE)
_OPTIMISER_NAME = re.compile(r"opt|^adam|^sgd", re.IGNORECASE)
_SCALER_NAME = re.compile(r"scaler", re.IGNORECASE)
_BACKWARD = frozenset({"backward", "manual_backward"})
_BY_METHOD = {
    "zero_grad": "zero_grad",
    "clip_grad_norm_": "clip",
    "clip_grad_value_": "clip",
    "clip_grad_norm": "clip",
    "clip_gradients": "clip",
    "unscale_": "unscale",
    "item": "item",
}


def steps_in(run: Interpreter, calls: Iterable[Call]) -> Iterator[Step]:
    for call in calls:
        kind = step_kind(run, call)
        if kind is not None:
            yield Step(kind, call)


def step_kind(run: Interpreter, call: Call) -> str | None:
    """What part a call plays in training."""
    result = call.result
    if isinstance(result, Tensor) and result.call is call and result.op.startswith("loss:"):
        return "loss"
    method = call.method
    if is_backward(call):
        return "backward"
    if method in _BY_METHOD:
        return _BY_METHOD[method]
    if method == "step":
        return _stepping(run, call)
    if method == "update" and _is_scaler(run, call.receiver):
        return "scaler_update"
    if method in ("train", "eval"):
        return mode_set(run, call)
    if method == "setattr":
        return "zero_grad" if sets_attribute(call, "grad") else None
    return forward_kind(run, call)


def is_backward(call: Call) -> bool:
    """A call that computes gradients from a loss."""
    if call.method not in _BACKWARD or isinstance(call.receiver, Instance):
        return call.method == "manual_backward"
    # `x.backward()` of a project class or module is something else.
    return isinstance(call.receiver, Tensor | Unknown | Member | Object) or call.receiver is None


def backward_value(call: Call) -> Value | None:
    """What gradients are computed from: the receiver, or what a launcher is given."""
    if isinstance(call.receiver, Tensor):
        return call.receiver
    return call.positional[0].value if call.positional else call.receiver


def _stepping(run: Interpreter, call: Call) -> str | None:
    family = "?" if call.receiver is None else receiver_family(run, call.receiver)
    if family in (OPTIMISER, SCALER):
        return "step"
    if family == SCHEDULER:
        return "scheduler_step"
    name = name_of(call.receiver)
    if _SCHEDULER_NAME.search(name):
        return "scheduler_step"
    if is_named_optimiser(call.receiver) or _SCALER_NAME.search(name):
        return "step"
    return "unknown_step" if family == "?" else None


def is_named_optimiser(value: Value | None) -> bool:
    """Whether a thing nothing is known of goes by the name of an optimiser."""
    return bool(_OPTIMISER_NAME.search(name_of(value)))


def _is_scaler(run: Interpreter, value: Value | None) -> bool:
    if value is None:
        return False
    return receiver_family(run, value) == SCALER or bool(_SCALER_NAME.search(name_of(value)))


def mode_set(run: Interpreter, call: Call) -> str | None:
    """train_mode or eval_mode, where a call sets the mode of a network."""
    receiver = call.receiver
    if receiver is None:
        return None
    if not (is_module(run, receiver) or isinstance(receiver, Unknown | Member)):
        return None
    if call.method == "eval":
        return "eval_mode"
    return "eval_mode" if call.flag(0, "mode", True) is False else "train_mode"


def forward_kind(run: Interpreter, call: Call) -> str | None:
    """Whether a call runs a network, or a loss that is a module, from outside any network."""
    receiver = call.receiver
    if receiver is None or call.method not in ("forward", "__call__", "?"):
        return None
    if is_inside_network(run, call):
        return None
    if is_module(run, receiver):
        return _module_kind(run, call, receiver)
    opaque = call.path == "?" or (isinstance(receiver, Object) and call.method == "__call__")
    return "forward" if opaque and is_like_network(run, receiver) else None


def _module_kind(run: Interpreter, call: Call, receiver: Value) -> str | None:
    if is_loss_module(receiver):
        return "loss"
    # The parts of a container are called where they are built.
    if isinstance(receiver, Object) and call.place == receiver.place:
        return None
    spec = spec_of(receiver.path) if isinstance(receiver, Object) else None
    return "forward" if spec is None or spec.op in LEARNED else None


def is_inside_network(run: Interpreter, call: Call) -> bool:
    """Whether a call stands in a method of a network that is run as part of it."""
    function = call.function
    if not isinstance(function, Function) or function.owner is None:
        return False
    return function.name not in LIGHTNING_STEPS and run.subclass_of(function.owner, MODULE)


def is_forward(run: Interpreter, call: Call) -> bool:
    return forward_kind(run, call) == "forward"
