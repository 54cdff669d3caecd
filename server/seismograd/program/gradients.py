"""Where gradients flow: walks over tensors that stop where autograd stops."""

from __future__ import annotations

from collections import deque
from collections.abc import Container, Iterable, Iterator

from seismograd.program.contents import leaves
from seismograd.program.operations import LEARNED
from seismograd.program.tensors import CUTTING, NO_GRAD
from seismograd.source.evaluate.calls import Call, Loop
from seismograd.source.evaluate.values import (
    Choice,
    Const,
    Extent,
    Instance,
    Object,
    Sequence,
    Tensor,
    Value,
)

SCALE = "torch.amp.GradScaler.scale"
REWRAPPING = frozenset({"tensor", "from_numpy", "FloatTensor", "LongTensor", "Tensor"})
"""Operations that copy numbers into a new tensor without history."""
NOT_DIFFERENTIABLE = frozenset(
    {"argmax", "argmin", "argsort", "bernoulli", "one_hot", "floordiv", "and", "or", "xor",
     "ceil", "floor", "invert", "multinomial", "not", "round", "sign", "trunc", "not_in", "in",
     "logical_and", "logical_or", "nonzero"}
)  # fmt: skip
_MODES = (*NO_GRAD, "torch.enable_grad", "torch.set_grad_enabled")
_GIVEN = frozenset({"data", "labels", "index"})
_NUMBERS = frozenset({"item", "ndim", "numel", "numpy", "size", "tolist"})
_CREATED = frozenset(
    {"arange", "empty", "empty_like", "eye", "full", "full_like", "linspace", "normal", "ones",
     "ones_like", "rand", "rand_like", "randint", "randn", "randn_like", "randperm", "zeros",
     "zeros_like"}
)  # fmt: skip


def cuts(tensor: Tensor) -> bool:
    """Whether no gradient goes from a tensor back to what it was made of."""
    if tensor.op in CUTTING or tensor.op in NOT_DIFFERENTIABLE or tensor.op in REWRAPPING:
        return True
    integer = tensor.op == "cast" and tensor.dtype in ("int64", "int32", "bool")
    return integer or (tensor.call is not None and runs_without_gradients(tensor.call))


def runs_without_gradients(call: Call) -> bool:
    """Whether a call certainly runs where autograd is switched off."""
    modes = [path for context in call.contexts
             if (path := getattr(context, "path", None)) in _MODES]  # fmt: skip
    return bool(modes) and modes[-1] in NO_GRAD


def gradient_start(backward: Call) -> Value | None:
    """What gradients are computed from: the receiver of `backward()`, what a gradient scaler
    scales, or what a launcher such as `accelerator.backward(loss)` is given."""
    receiver = backward.receiver
    if not isinstance(receiver, Tensor) and backward.positional:
        return backward.positional[0].value
    if isinstance(receiver, Object) and receiver.call.path == SCALE:
        return receiver.call.value(0, "outputs")
    return receiver


def followed(value: Value | None) -> Iterator[Tensor]:
    """A tensor and everything that gradients reach from it, nearest first, each once."""
    seen: set[int] = set()
    pending: deque[Value | None] = deque([value])
    while pending:
        current = pending.popleft()
        if isinstance(current, Choice):
            pending.extend(current.options)
        elif isinstance(current, Sequence):
            pending.extend(current.items)
        if not isinstance(current, Tensor) or id(current) in seen:
            continue
        seen.add(id(current))
        if not cuts(current):
            yield current
            pending.extend(current.inputs)


def cut_points(value: Value | None) -> list[Tensor]:
    """The tensors at which gradients from a value stop, although more lies behind them."""
    found: dict[int, Tensor] = {}
    starts: list[Value | None] = [value]
    for tensor in followed(value):
        starts.extend(tensor.inputs)
    for start in starts:
        for option in start.options if isinstance(start, Choice) else (start,):
            if isinstance(option, Tensor) and cuts(option):
                found[id(option)] = option
    return list(found.values())


def passes_learned_layer(tensor: Tensor, depth: int = 400) -> bool:
    """Whether a tensor was made by learned layers, gradients aside."""
    pending: deque[Value] = deque([tensor])
    seen: set[int] = set()
    while pending and len(seen) < depth:
        current = pending.popleft()
        if isinstance(current, Choice | Sequence):
            pending.extend(current.options if isinstance(current, Choice) else current.items)
        if not isinstance(current, Tensor) or id(current) in seen:
            continue
        seen.add(id(current))
        if current.op in LEARNED and current.layer is not None:
            return True
        pending.extend(current.inputs)
    return False


def reaches_parameters(value: Value | None, data: Container[int] = ()) -> bool | None:
    """Whether gradients of a value reach something that can be learned; None if not certain.

    `data` holds the identities of values that are known to be plain data.
    """
    certain = value is None or isinstance(value, Tensor)
    for tensor in followed(value):
        if _is_learnable(tensor):
            return True
        certain = certain and all(_is_plain(part, data) for part in tensor.inputs or (tensor,))
    return False if certain else None


def data_of_loops(loops: Iterable[Loop]) -> set[int]:
    """The identities of what loops take from their loaders, part by part."""
    found: set[int] = set()
    pending = [loop.target for loop in loops]
    while pending:
        value = pending.pop()
        if value is None or isinstance(value, Tensor | Instance) or id(value) in found:
            continue
        found.add(id(value))
        pending.extend((value.members or {}).values())
        if isinstance(value, Sequence):
            pending.extend(value.items)
    return found


def _is_learnable(tensor: Tensor) -> bool:
    if tensor.op in ("parameter", "requires_grad", "unknown") or tensor.layer is not None:
        return not tensor.op.startswith("loss:")
    call = tensor.call
    return call is not None and "requires_grad" in call.keywords


def _is_plain(part: Value, data: Container[int]) -> bool:
    """Data, numbers and sizes: nothing that could carry a graph."""
    if isinstance(part, Tensor):
        return bool(part.inputs) or part.op in _GIVEN or part.op in _CREATED
    if isinstance(part, Choice | Sequence):
        return all(_is_plain(item, data) for item in leaves(part, (Choice, Sequence)))
    is_loader = isinstance(part, Object) and part.path.endswith("DataLoader")
    return is_loader or isinstance(part, Const | Extent) or id(part) in data


def is_torch(tensor: Tensor) -> bool:
    """Whether a tensor is one of PyTorch, not an array or a tensor of another framework."""
    seen: set[int] = set()
    pending = [tensor]
    while pending:
        current = pending.pop()
        if id(current) in seen or current.op in _NUMBERS:
            continue
        seen.add(id(current))
        path = "" if current.call is None else current.call.path
        if path.startswith("torch."):
            return True
        if not path.startswith(("numpy.", "keras.", "tensorflow.")):
            pending.extend(part for part in current.inputs[:2] if isinstance(part, Tensor))
    return False
