"""Questions that rules ask about data: was it scaled, how are the labels written."""

from __future__ import annotations

from seismograd.program.numpy.sources import (
    INPUTS,
    LABELS,
    DataSource,
    data_source,
)
from seismograd.program.operations import ancestors, chain
from seismograd.source.evaluate.values import (
    Const,
    Object,
    Sequence,
    Tensor,
    Value,
    number,
)

_SCALING = frozenset({"normalize", "rescale", "scaled", "standardise"})
_SCALING_LAYERS = frozenset({"batch_norm", "normalize", "rescale", "standardise"})
_KEEPING = frozenset(
    {"cast", "cat", "clone", "contiguous", "crop", "device", "expand", "flatten", "flip",
     "from_numpy", "getitem", "identity", "movedim", "pad", "permute", "repeat", "reshape",
     "resize", "roll", "split", "squeeze", "stack", "tensor", "FloatTensor", "transpose",
     "unflatten", "unsqueeze", "view", "shuffle"}
)  # fmt: skip
"""Operations after which numbers are as large as before."""
_WANT_SCALED = (
    "DenseNet", "InceptionResNetV2", "InceptionV3", "MobileNetV2", "NASNet",
    "ResNet101", "ResNet152", "ResNet50", "VGG", "Xception",
)  # fmt: skip
"""Ready-made networks of Keras whose inputs must be prepared; the others do it themselves."""
SMALL = 10.0
"""Inputs up to this size need no scaling."""
_CONTINUOUS = ("rand", "randn", "uniform", "linspace", "normal")


def is_scaled(value: Value | None) -> bool | None:
    """Whether inputs were brought to a small range on their way; None where not certain."""
    steps = chain(value)
    if not steps:
        return None
    verdicts = [_scales(step) for step in steps]
    if True in verdicts:
        return True
    if None in verdicts:
        return None
    return _is_small(steps[0])


def _is_small(root: Tensor) -> bool | None:
    bounds = _bounds(root)
    return None if bounds is None else max(abs(bound) for bound in bounds) <= SMALL


def _bounds(root: Tensor) -> tuple[float, float] | None:
    """The smallest and the largest number in what was loaded or made."""
    source = data_source(root)
    if source is not None:
        return source.raw_range
    if root.op in ("ones", "rand", "randn", "zeros"):
        return 0.0, 1.0
    if root.op in ("linspace", "uniform") and root.call is not None:
        first, last = root.call.number(0, "low", 0), root.call.number(1, "high", 1)
        return None if first is None or last is None else (first, last)
    return None


def _scales(step: Tensor) -> bool | None:
    """Whether a step certainly scales (True), certainly does not (False), or may (None)."""
    if step.op in _SCALING:
        return True
    if step.op in ("div", "mul", "sub", "add"):
        return _arithmetic(step)
    if not step.inputs or step.op in _KEEPING:
        return False
    return None


def _arithmetic(step: Tensor) -> bool | None:
    other = step.inputs[1] if len(step.inputs) > 1 else None
    amount = number(other)
    if amount is None:
        return True if isinstance(other, Tensor) and step.op in ("sub", "div") else None
    if step.op == "div":
        return abs(amount) > 1
    if step.op == "mul":
        return 0 < abs(amount) < 1
    return False


def may_scale(output: Value | None) -> bool:
    """Whether a network scales its inputs itself, or has a part of which that is not known."""
    return any(
        tensor.op in _SCALING_LAYERS or _divides(tensor) or _is_closed(tensor)
        for tensor in ancestors(output)
    )


def _is_closed(tensor: Tensor) -> bool:
    """Whether something stands there that cannot be looked into."""
    if tensor.op == "unknown":
        path = tensor.layer.path if isinstance(tensor.layer, Object) else ""
        wants_scaled = path.rpartition(".")[2].startswith(_WANT_SCALED)
        return not (wants_scaled and path.startswith("keras.applications."))
    return bool(tensor.inputs) and not isinstance(tensor.inputs[0], Sequence | Tensor)


def _divides(tensor: Tensor) -> bool:
    return tensor.op in ("div", "mul") and _arithmetic(tensor) is True


_ENCODED = {"one_hot": "one_hot", "multi_hot": "multi_hot", "label_encode": "integer",
            "argmax": "integer"}  # fmt: skip


def label_encoding(value: Value | None) -> str | None:
    """How labels are written: integer, one_hot, multi_hot or float; None where not certain."""
    if isinstance(value, Sequence):
        return _listed(value)
    for step in reversed(chain(value)):
        if step.op in _ENCODED:
            return _ENCODED[step.op]
        if not step.inputs or step.op in (INPUTS, LABELS, "tensor"):
            return _at_source(step)
        if step.op == "getitem" and _picks_rows_of_identity(step):
            return "one_hot"
        if step.op not in _KEEPING:
            return None
    return None


def _picks_rows_of_identity(step: Tensor) -> bool:
    """`np.eye(classes)[labels]`."""
    base = step.inputs[0]
    picked = step.inputs[1] if len(step.inputs) > 1 else None
    by_labels = isinstance(picked, Tensor | Object)
    return isinstance(base, Tensor) and base.op == "eye" and by_labels


def _at_source(step: Tensor) -> str | None:
    source = data_source(step)
    if source is not None and source.role == LABELS:
        return _loaded(step, source)
    if step.op == "tensor" and step.inputs:
        return _listed(step.inputs[0])
    if step.op in ("randint", "arange", "randperm"):
        return "integer"
    return "float" if step.op in _CONTINUOUS else None


def _loaded(step: Tensor, source: DataSource) -> str | None:
    dtype = step.dtype or ""
    if step.shape is not None and len(step.shape) == 2 and step.shape[1] not in (1, None):
        return "multi_hot" if dtype.startswith("int") else None
    if source.classes is not None or dtype.startswith(("int", "uint")):
        return "integer"
    return "float" if dtype.startswith("float") else None


def _listed(value: Value) -> str | None:
    """Labels written out in the program."""
    if not isinstance(value, Sequence) or not value.items or value.open:
        return None
    rows = [item for item in value.items if isinstance(item, Sequence)]
    if len(rows) == len(value.items):
        return _rows(rows)
    kinds = {type(item.value) for item in value.items if isinstance(item, Const)}
    if len([item for item in value.items if isinstance(item, Const)]) != len(value.items):
        return None
    if kinds <= {int, bool}:
        return "integer"
    return "float" if kinds <= {int, float} else None


def _rows(rows: list[Sequence]) -> str | None:
    numbers = [[number(item) for item in row.items] for row in rows]
    widths = {len(row) for row in numbers}
    if widths == {1}:
        flat = [row[0] for row in numbers]
        return "integer" if all(isinstance(item, int) for item in flat) else "float"
    if all(item in (0, 1) for row in numbers for item in row) and len(widths) == 1:
        return "one_hot" if all(sum(n or 0 for n in row) == 1 for row in numbers) else "multi_hot"
    return None
