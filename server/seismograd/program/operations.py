"""The framework-neutral vocabulary of operations, and walks over what they compute."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterator

from seismograd.source.evaluate.values import Choice, Mapping, Sequence, Tensor, Value

ACTIVATIONS = frozenset(
    {
        "celu", "elu", "exponential", "gelu", "glu", "hard_sigmoid", "hard_swish", "hardtanh",
        "leaky_relu", "log_sigmoid", "log_softmax", "mish", "prelu", "relu", "relu6", "rrelu",
        "selu", "sigmoid", "silu", "softmax", "softmin", "softplus", "softshrink", "softsign",
        "sparsemax", "swish", "tanh", "tanhshrink", "threshold", "thresholded_relu",
    }
)  # fmt: skip
"""Element-wise non-linearities and the probability functions; "linear" is none of them."""

LEARNED = frozenset(
    {"attention", "bilinear", "conv", "conv_transpose", "dense", "embedding", "recurrent",
     "transformer"}
)  # fmt: skip
NORMALISATIONS = frozenset(
    {"batch_norm", "group_norm", "instance_norm", "layer_norm", "local_response_norm", "rms_norm"}
)
RESHAPING = frozenset(
    {"contiguous", "expand", "filled", "flatten", "getitem", "movedim", "permute", "reshape",
     "squeeze", "transpose", "unflatten", "unsqueeze", "view"}
)  # fmt: skip
PASSING = frozenset({"clone", "cast", "device", "identity", "requires_grad"})
"""Operations that hand on the same numbers."""

TRANSPARENT = RESHAPING | PASSING


def through(value: Value | None, *more: str) -> Value | None:
    """Look through operations that do not change the numbers (and the further ones named)."""
    seen = 0
    while isinstance(value, Tensor) and value.inputs and seen < 200:
        if value.op not in TRANSPARENT and value.op not in more:
            return value
        value = value.inputs[0]
        seen += 1
    return value


def ancestors(value: Value | None, stop: Collection[int] = ()) -> Iterator[Tensor]:
    """A tensor and everything it was computed from, nearest first, each once.

    Values whose id is in `stop` are left out, and so is what only they were computed from.
    """
    seen = set(stop)
    pending: deque[Value | None] = deque([value])
    while pending:
        current = pending.popleft()
        if current is None or id(current) in seen:
            continue
        seen.add(id(current))
        if isinstance(current, Choice):
            pending.extend(current.options)
        elif isinstance(current, Sequence):
            pending.extend(current.items)
        elif isinstance(current, Mapping):
            pending.extend(current.items.values())
        elif isinstance(current, Tensor):
            yield current
            pending.extend(current.inputs)


def chain(value: Value | None) -> list[Tensor]:
    """What a tensor was computed from along first inputs, from the source to the tensor."""
    found: list[Tensor] = []
    while isinstance(value, Tensor) and len(found) < 2000:
        found.append(value)
        value = value.inputs[0] if value.inputs else None
    return found[::-1]
