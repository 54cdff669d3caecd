"""Layers of the project are built when they are first applied, from the shape they are given."""

from __future__ import annotations

from seismograd.program.keras.layers import inputs_of
from seismograd.program.keras.names import LAYER, MODEL
from seismograd.source.evaluate.calls import Argument, Call
from seismograd.source.evaluate.library import Library
from seismograd.source.evaluate.values import (
    BoundMethod,
    Const,
    Extent,
    Function,
    Instance,
    Sequence,
    Size,
    Tensor,
    Unknown,
    Value,
)

BUILT = "<built>"


def register(library: Library) -> None:
    library.before_calls[LAYER] = _build_once
    library.before_calls[MODEL] = _build_once
    library.methods[f"{LAYER}.build"] = lambda call: Const(None, call.place)


def _build_once(layer: Instance, call: Call) -> None:
    build = layer.cls.lookup("build")
    if not isinstance(build, Function) or BUILT in layer.attributes:
        return
    run = call.interpreter
    run.store.set(layer.attributes, BUILT, Const(True, call.place))
    inputs = inputs_of(call)
    shape = Argument(_shape(inputs[0] if inputs else None, call), call.place)
    step = Call("", [shape], {}, call.place, run)
    run.invocation.call(BoundMethod(build, layer, build.place), step, build.scope)


def _shape(given: Value | None, call: Call) -> Value:
    if not isinstance(given, Tensor) or given.shape is None:
        return Unknown(call.place, "input_shape")
    sizes = [_size(size, call) for size in given.shape[1:]]
    return Sequence("tuple", [Const(None, call.place), *sizes], call.place)


def _size(size: Size, call: Call) -> Value:
    if isinstance(size, int):
        return Const(size, call.place)
    return Unknown(call.place, "size") if size is None else Extent(size, call.place)
