"""Making tensors: every modelled operation goes through here."""

from __future__ import annotations

from seismograd.program.operations import LEARNED
from seismograd.program.shapes import infer_shape
from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.values import Member, Tensor, Value

NO_GRAD = ("torch.no_grad", "torch.inference_mode")
CUTTING = frozenset({"detach", "item", "numpy", "argmax", "eq", "ne", "lt", "le", "gt", "ge"})
"""Operations whose result autograd does not follow."""


def operate(
    op: str,
    inputs: tuple[Value, ...],
    call: Call,
    *,
    layer: Value | None = None,
    built: Call | None = None,
    dtype: str | None = None,
) -> Tensor:
    """The tensor that an operation makes."""
    first = inputs[0] if inputs else None
    if dtype is None and isinstance(first, Tensor):
        dtype = first.dtype
    return Tensor(
        op,
        inputs,
        infer_shape(op, inputs, call, built),
        call.place,
        call=call,
        layer=layer,
        dtype=dtype,
        tracked=_is_tracked(op, inputs, call, layer),
    )


def _is_tracked(op: str, inputs: tuple[Value, ...], call: Call, layer: Value | None) -> bool:
    if op in CUTTING or in_no_grad(call):
        return False
    if layer is not None and op in LEARNED:
        return True
    tensors = [value for value in inputs if isinstance(value, Tensor)]
    return not tensors or any(tensor.tracked for tensor in tensors)


def is_gradient(value: Value | None) -> bool:
    """`p.grad`, or `p.grad.data`."""
    while isinstance(value, Member) and value.name == "data":
        value = value.base
    return isinstance(value, Member) and value.name == "grad"


def in_no_grad(call: Call) -> bool:
    """Whether a call is made where autograd is switched off."""
    contexts = call.interpreter.contexts
    return bool(contexts) and any(getattr(c, "path", None) in NO_GRAD for c in contexts)
