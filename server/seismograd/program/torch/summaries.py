"""Tools that print a network for an input of given size: they tell the shape it is meant for."""

from __future__ import annotations

from seismograd.program.shapes.operation import sizes_of
from seismograd.program.shapes.sizes import BATCH
from seismograd.source.evaluate.calls import Argument, Call
from seismograd.source.evaluate.library import Library, Model
from seismograd.source.evaluate.values import Const, Sequence, Shape, Tensor, Value

_WITHOUT_BATCH = ("torchsummary.summary", "torchsummaryX.summary")
_WITH_BATCH = ("torchinfo.summary",)


def register(library: Library) -> None:
    for path in _WITHOUT_BATCH:
        library.functions[path] = _summary(adds_batch=True)
    for path in _WITH_BATCH:
        library.functions[path] = _summary(adds_batch=False)


def _summary(adds_batch: bool) -> Model:
    def model(call: Call) -> Value | None:
        network, given = call.value(0, "model"), call.value(1, "input_size")
        shape = _shape(given, adds_batch)
        if network is None or shape is None:
            return None
        sample = Tensor("input", (), shape, call.place, dtype="float32")
        call.interpreter.invocation.apply(network, [Argument(sample, call.place)], {}, call.place)
        return Const(None, call.place)

    return model


def _shape(given: Value | None, adds_batch: bool) -> Shape:
    if not isinstance(given, Sequence) or any(isinstance(item, Sequence) for item in given.items):
        return None
    sizes = sizes_of(given)
    if not sizes or None in sizes:
        return None
    return (BATCH, *sizes) if adds_batch else tuple(sizes)
