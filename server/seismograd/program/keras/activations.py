"""Activations by name, function, object or lambda, and the tensors they make."""

from __future__ import annotations

from seismograd.program.operations import ACTIVATIONS
from seismograd.program.tensors import operate
from seismograd.source.evaluate.calls import Argument, Call
from seismograd.source.evaluate.values import (
    Choice,
    Const,
    Function,
    Object,
    Symbol,
    Tensor,
    Value,
)

CUSTOM = "custom"
"""A function of which nothing is known."""

NAMES = {
    "celu": "celu", "crelu": CUSTOM, "elu": "elu", "exponential": "exponential", "gelu": "gelu",
    "glu": "glu", "hard_shrink": CUSTOM, "hard_sigmoid": "hard_sigmoid",
    "hard_silu": "hard_swish", "hard_swish": "hard_swish", "hard_tanh": "hardtanh",
    "leaky_relu": "leaky_relu", "leakyrelu": "leaky_relu", "linear": "linear",
    "log_sigmoid": "log_sigmoid", "log_softmax": "log_softmax", "mish": "mish",
    "prelu": "prelu", "relu": "relu", "relu6": "relu6", "selu": "selu", "sigmoid": "sigmoid",
    "silu": "silu", "soft_shrink": "softshrink", "softmax": "softmax", "softplus": "softplus",
    "softsign": "softsign", "sparse_plus": CUSTOM, "sparse_sigmoid": CUSTOM,
    "sparsemax": "sparsemax", "squareplus": CUSTOM, "swish": "silu", "tanh": "tanh",
    "tanh_shrink": "tanhshrink", "threshold": "threshold",
}  # fmt: skip
"""Names of activation functions in Keras and `tf.nn` -> operation."""

LAYERS = {
    "ELU": "elu", "LeakyReLU": "leaky_relu", "PReLU": "prelu", "ReLU": "relu",
    "Softmax": "softmax", "ThresholdedReLU": "thresholded_relu",
}  # fmt: skip
_MODULES = ("keras.activations", "keras.backend", "keras.ops", "keras.ops.nn", "tensorflow",
            "tensorflow.math", "tensorflow.nn", "keras.nn")  # fmt: skip


def activation_of(value: Value | None, call: Call) -> str:
    """The operation that an activation argument stands for; "linear" for none at all."""
    if value is None:
        return CUSTOM if call.open else "linear"
    if isinstance(value, Const):
        return _named(value.value)
    if isinstance(value, Symbol):
        return _of_symbol(value.path)
    if isinstance(value, Object):
        return _of_object(value, call)
    if isinstance(value, Function):
        return _of_function(value, call)
    if isinstance(value, Choice):
        found = {activation_of(option, call) for option in value.options}
        return found.pop() if len(found) == 1 else CUSTOM
    return CUSTOM


def _named(name: object) -> str:
    if name is None:
        return "linear"
    return NAMES.get(name.lower(), CUSTOM) if isinstance(name, str) else CUSTOM


def _of_symbol(path: str) -> str:
    module, _, name = path.rpartition(".")
    if module == "keras.layers":
        return LAYERS.get(name, CUSTOM)
    return NAMES.get(name, CUSTOM) if module in _MODULES else CUSTOM


def _of_object(value: Object, call: Call) -> str:
    if value.path == "keras.activations.get":
        return activation_of(value.call.value(0, "identifier"), call)
    if value.path == "keras.layers.Activation":
        return activation_of(value.call.value(0, "activation"), call)
    if value.path == "functools.partial":
        return activation_of(value.call.value(0, "func"), call)
    if value.path == "keras.layers.ReLU" and value.call.number(0, "max_value") == 6:
        return "relu6"
    return _of_symbol(value.path)


def _of_function(function: Function, call: Call) -> str:
    """A function of the project that does nothing but apply one activation."""
    run = call.interpreter
    probe = Tensor("input", (), None, call.place)
    with run.muted():
        trial = Call("", [Argument(probe, call.place)], {}, call.place, run)
        result = run.invocation.call(function, trial, function.scope)
    if result is probe:
        return "linear"
    plain = isinstance(result, Tensor) and result.op in ACTIVATIONS and result.inputs[0] is probe
    return result.op if plain and isinstance(result, Tensor) else CUSTOM


def activated(tensor: Tensor, argument: Argument | None, call: Call, built: Call) -> Tensor:
    """What a layer's own activation makes of its output; one call makes both tensors."""
    op = activation_of(None if argument is None else argument.value, built)
    if op == "linear":
        return tensor
    result = operate(op, (tensor,), call)
    result.shape = tensor.shape
    result.place = argument.place if argument is not None else call.place
    return result
