"""Write another activation in the place of one, or none, however it is spelt."""

from __future__ import annotations

import ast

from seismograd.faults import Edit
from seismograd.program.operations import ACTIVATIONS, LEARNED, through
from seismograd.program.settings import from_argument
from seismograd.repair.context import RepairContext
from seismograd.repair.edits.imports import Named, sibling_of_call
from seismograd.repair.layers.activation_sites import BETWEEN, ActivationSite
from seismograd.repair.layers.function_edits import other_function, other_method
from seismograd.repair.layers.keras_arguments import named_value, without_argument
from seismograd.repair.layers.layer_removal import input_instead, layer_removal
from seismograd.repair.layers.output_activations import COMPETING
from seismograd.repair.parameter import CannotWrite
from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.values import Object, Place, Tensor
from seismograd.source.rewrite import replace, source_of

TORCH_CLASSES = {
    "relu": "ReLU", "tanh": "Tanh", "sigmoid": "Sigmoid", "gelu": "GELU",
    "leaky_relu": "LeakyReLU", "elu": "ELU", "softmax": "Softmax", "log_softmax": "LogSoftmax",
}  # fmt: skip
OF_TORCH = frozenset({"relu", "tanh", "sigmoid", "softmax", "log_softmax"})
"""Activations that are functions of `torch` and methods of tensors; the others are not."""
NONE = "linear"
FUNCTIONAL = "torch.nn.functional"
WHOLE_MODULES = (FUNCTIONAL, "keras.activations", "keras.ops", "tensorflow.nn")
"""Modules that have all activations as functions, under the same names."""
KERAS_LAYER = "keras.layers.Activation"


def activation_edits(site: ActivationSite, new: str, context: RepairContext) -> tuple[Edit, ...]:
    """Raises `CannotWrite`."""
    if new == NONE:
        return removal_edits(site, context)
    if site.setting is not None:
        return named_value(site.setting, "activation", new, context)
    call = _call(site)
    if call.path.startswith("keras.layers."):
        return _keras_layer(call, new, context)
    if isinstance(site.tensors[0].layer, Object):
        name, imports = sibling_of_call(call.place, call.path, TORCH_CLASSES[new])
        return (replace(call.place, f"{name}({softmax_dim(site.tensors[0], new)})"), *imports)
    return _function(site, call, new)


def removal_edits(site: ActivationSite, context: RepairContext) -> tuple[Edit, ...]:
    """Raises `CannotWrite`."""
    if site.setting is not None:
        call = None if site.layer is None else site.layer.call
        return without_argument(call, site.setting, "activation", NONE, context)
    call = _call(site)
    if not isinstance(site.tensors[0].layer, Object):
        return (input_instead(call),)
    return layer_removal(call, site.tensors)


def softmax_dim(tensor: Tensor, new: str) -> str:
    """Arguments of an activation of PyTorch: softmax must know the axis of the classes."""
    if new not in COMPETING:
        return ""
    made = through(tensor, *ACTIVATIONS, *BETWEEN)
    is_image = isinstance(made, Tensor) and made.op in LEARNED and made.op.startswith("conv")
    return f"dim={1 if is_image else -1}"


def _of_torch(module: str, new: str) -> str:
    """`module`: how the file names `torch`, which does not have all activations itself."""
    return f"{module}.{new}" if new in OF_TORCH else f"{module}.nn.functional.{new}"


def options_of(site: ActivationSite, options: tuple[str, ...]) -> tuple[str, ...]:
    """Those that can be written here: tensors have few activations as methods."""
    call = site.call
    is_method = call is not None and call.path.startswith("Tensor.")
    return tuple(one for one in options if one in OF_TORCH) if is_method else options


def _call(site: ActivationSite) -> Call:
    call = site.call
    if call is None or not isinstance(call.place.node, ast.Call):
        raise CannotWrite("it is not a call in the source")
    return call


def _keras_layer(call: Call, new: str, context: RepairContext) -> tuple[Edit, ...]:
    if call.path == KERAS_LAYER:
        given = call.argument(0, "activation")
        if given is None:
            raise CannotWrite("its activation is not an argument")
        return named_value(from_argument("activation", given), "activation", new, context)
    name, imports = sibling_of_call(call.place, call.path, "Activation")
    return (replace(call.place, f'{name}("{new}")'), *imports)


def _function(site: ActivationSite, call: Call, new: str) -> tuple[Edit, ...]:
    """`F.relu(x)`, `torch.relu(x)`, `x.relu()` or `relu(x)`; what goes into it is left alone, since
    that may hold another activation."""
    node = call.place.node
    assert isinstance(node, ast.Call)
    module = call.path.rpartition(".")[0]
    dim = softmax_dim(site.tensors[0], new) if module in ("torch", "Tensor", FUNCTIONAL) else ""
    if module == "Tensor":
        return other_method(call.place, new, dim)
    name, imports = _function_spelling(call, module, new)
    return (*other_function(call.place, name, dim), *imports)


def _function_spelling(call: Call, module: str, new: str) -> Named:
    node = call.place.node
    function = node.func if isinstance(node, ast.Call) else None
    if module == "torch" and isinstance(function, ast.Attribute):
        return Named(_of_torch(source_of(Place(call.place.chunk, function.value)), new))
    if module not in WHOLE_MODULES:
        raise CannotWrite("it is not certain that its module has other activations")
    return sibling_of_call(call.place, call.path, new)
