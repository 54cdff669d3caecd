"""The width of a tensor whose number of axes is not known: what its last layer says."""

from __future__ import annotations

from seismograd.program.operations import ACTIVATIONS, PASSING
from seismograd.program.shapes.operation import shape_of, size_of
from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.values import Object, Sequence, Size, Tensor, Value

_KEEPING = (
    (ACTIVATIONS - {"glu"}) | PASSING | {"batch_norm", "contiguous", "detach", "dropout"}
)  # fmt: skip
_UNITS = {"dense": 1, "embedding": 1, "bilinear": 2}
_NORMS = frozenset({"layer_norm", "rms_norm"})
MAX_STEPS = 64


def last_size(value: Value | None) -> Size:
    """The size of the last axis, as far as it is known."""
    for _ in range(MAX_STEPS):
        shape = shape_of(value)
        if shape is not None or not isinstance(value, Tensor):
            return shape[-1] if shape else None
        if isinstance(value.layer, Object) and (value.op in _UNITS or value.op in _NORMS):
            return declared_width(value.op, value.layer)
        if value.op not in _KEEPING or not value.inputs:
            return None
        value = value.inputs[0]
    return None


def declared_width(op: str, layer: Object) -> Size:
    """The width that a layer was built with."""
    call = layer.call
    if op in _NORMS:
        return normalised_shape(call)[-1]
    if layer.path.startswith("keras."):
        return size_of(_keras_units(op, call))
    index, name = _UNITS[op], "embedding_dim" if op == "embedding" else "out_features"
    if layer.path.endswith(".LazyLinear"):
        index = 0
    return size_of(call.value(index, name))


def _keras_units(op: str, call: Call) -> Value | None:
    return call.value(1, "output_dim") if op == "embedding" else call.value(0, "units")


def normalised_shape(call: Call) -> list[Size]:
    """The last axes that a layer normalisation goes over."""
    given = call.value(0, "normalized_shape")
    if isinstance(given, Sequence) and given.items and not given.open:
        return [size_of(item) for item in given.items]
    return [size_of(given)]
