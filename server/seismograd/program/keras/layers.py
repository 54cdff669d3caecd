"""Applying layers of Keras, and the settings they were built with."""

from __future__ import annotations

from seismograd.program.keras.activations import activated, activation_of
from seismograd.program.keras.layer_table import SPECS, LayerSpec
from seismograd.program.settings import Setting
from seismograd.program.shapes.convolution import is_first_generation
from seismograd.program.tensors import operate
from seismograd.source.evaluate.calls import Argument, Call
from seismograd.source.evaluate.library import Library
from seismograd.source.evaluate.values import (
    Const,
    Instance,
    Object,
    Sequence,
    Tensor,
    Value,
)


def register(library: Library) -> None:
    for name in SPECS:
        library.object_calls[f"keras.layers.{name}"] = apply_layer
    library.object_calls["keras.layers.TimeDistributed"] = _apply_each_step
    library.object_calls["keras.layers.Lambda"] = _apply_lambda
    for name in ("SpectralNormalization", "Wrapper"):
        library.object_calls[f"keras.layers.{name}"] = _apply_inner


def spec_of(path: str) -> LayerSpec | None:
    """What is known of a layer class, by canonical name."""
    head, _, name = path.rpartition(".")
    return SPECS.get(name) if head == "keras.layers" else None


def layer_settings(path: str, call: Call) -> dict[str, Setting]:
    """The parameters of a layer under neutral names."""
    spec = spec_of(path)
    if spec is None:
        return {}
    found = {name: parameter.setting(name, call) for name, parameter in spec.parameters.items()}
    if path == "keras.layers.Bidirectional":
        found = _wrapped_settings(call) | found
        found["bidirectional"] = Setting("bidirectional", Const(True, call.place), call.place)
    if spec.op in ("conv", "conv_transpose") and is_first_generation(call):
        found |= _first_generation_kernel(call)
    return found


def _wrapped_settings(call: Call) -> dict[str, Setting]:
    inner = call.value(0, "layer")
    return layer_settings(inner.path, inner.call) if isinstance(inner, Object) else {}


def _first_generation_kernel(call: Call) -> dict[str, Setting]:
    sides = [call.argument(1, "nb_row"), call.argument(2, "nb_col")]
    found = [side for side in sides if side is not None]
    if len(found) != 2:
        return {}
    pair = Sequence("tuple", [side.value for side in found], found[0].place)
    stride = call.argument(None, "subsample")
    return {
        "kernel_size": Setting("kernel_size", pair, found[0].place),
        "stride": Setting("stride", None if stride is None else stride.value,
                          call.place if stride is None else stride.place, 1),
    }  # fmt: skip


def inputs_of(call: Call) -> tuple[Value, ...]:
    """The tensors that a layer is applied to; a list of them counts as each."""
    given = [argument.value for argument in call.positional]
    if not given:
        given = [argument.value for name, argument in call.keywords.items()
                 if name not in ("training", "mask")][:1]  # fmt: skip
    if len(given) == 1 and isinstance(given[0], Sequence) and not given[0].open:
        return tuple(given[0].items)
    return tuple(value for value in given if not isinstance(value, Const))


def apply_layer(call: Call) -> Value | None:
    """Run a layer on its input."""
    layer = call.receiver
    spec = spec_of(layer.path) if isinstance(layer, Object) else None
    if spec is None or not isinstance(layer, Object):
        return None
    op = _operation(spec, layer)
    result = operate(op, inputs_of(call), call, layer=layer, built=layer.call)
    if spec.activates:
        result = activated(result, spec.parameters["activation"].find(layer.call), call, layer.call)
    return _with_state(layer, result, call)


def _operation(spec: LayerSpec, layer: Object) -> str:
    if layer.path == "keras.layers.Activation":
        op = activation_of(layer.call.value(0, "activation"), layer.call)
        return "identity" if op == "linear" else op
    if layer.path == "keras.layers.ReLU" and layer.call.number(0, "max_value") == 6:
        return "relu6"
    return spec.op


def _with_state(layer: Object, result: Tensor, call: Call) -> Value:
    """Recurrent layers and attention can give more than their output."""
    settings = layer_settings(layer.path, layer.call)
    state = settings.get("return_state")
    if state is not None and state.flag is True:
        inner = layer.call.value(0, "layer")
        path = inner.path if isinstance(inner, Object) else layer.path
        count = (2 if path.endswith("LSTM") else 1) * (2 if "bidirectional" in settings else 1)
        states: list[Value] = [operate("state", (result,), call) for _ in range(count)]
        return Sequence("list", [result, *states], call.place)
    if call.flag(None, "return_attention_scores") is True:
        weights = operate("attention_weights", (result,), call)
        return Sequence("tuple", [result, weights], call.place)
    return result


def invoke(module: Value, value: Value, call: Call) -> Value:
    """Apply a layer or model that another one holds."""
    run = call.interpreter
    step = Call("", [Argument(value, call.place)], {}, call.place, run)
    return run.invocation.call(module, step, run.module_frame(call.place))


def _wrapped(call: Call) -> Value | None:
    layer = call.receiver
    return layer.call.value(0, "layer") if isinstance(layer, Object) else None


def _apply_inner(call: Call) -> Value | None:
    inner = _wrapped(call)
    inputs = inputs_of(call)
    if inner is None or not inputs:
        return operate("unknown", inputs, call, layer=call.receiver)
    return invoke(inner, inputs[0], call)


def _apply_each_step(call: Call) -> Value | None:
    """`TimeDistributed`: the time axis is folded into the batch, and unfolded afterwards."""
    inner = _wrapped(call)
    inputs = inputs_of(call)
    given = inputs[0] if inputs else None
    if not isinstance(given, Tensor) or not isinstance(inner, Object | Instance):
        return operate("unknown", inputs, call, layer=call.receiver)
    shape = given.shape
    steps = shape[1] if shape is not None and len(shape) > 1 else None
    folded = operate("reshape", (given,), call)
    folded.shape = None if shape is None else (shape[0], *shape[2:])
    result = invoke(inner, folded, call)
    if not isinstance(result, Tensor):
        return result
    unfolded = operate("reshape", (result,), call)
    inside = result.shape
    unfolded.shape = None if not inside or shape is None else (inside[0], steps, *inside[1:])
    return unfolded


def _apply_lambda(call: Call) -> Value | None:
    layer = call.receiver
    if not isinstance(layer, Object):
        return None
    function = layer.call.value(0, "function")
    inputs = inputs_of(call)
    result: Value | None = None
    if function is not None and call.positional:
        result = invoke(function, call.positional[0].value, call)
    if not isinstance(result, Tensor):
        return operate("unknown", inputs, call, layer=layer)
    return operate("identity", (result,), call, layer=layer)
