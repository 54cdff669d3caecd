"""What can be said of a layer from how it was built."""

from __future__ import annotations

from seismograd.program.contents import leaves
from seismograd.program.model import Layer, Network, Program
from seismograd.program.settings import Setting
from seismograd.source.evaluate.values import (
    Const,
    Instance,
    Object,
    Sequence,
    Tensor,
    Value,
    integer,
    text,
)


def class_name(layer: Layer) -> str:
    return layer.path.rpartition(".")[2]


def sizes(setting: Setting | None) -> list[int] | None:
    """A size for each axis, or one for all; None where one of them is not known."""
    if setting is None:
        return None
    if isinstance(setting.value, Sequence):
        found = [integer(item) for item in setting.value.items]
        known = [size for size in found if size is not None]
        return known if len(known) == len(found) and found else None
    return None if setting.integer is None else [setting.integer]


def is_pointwise(layer: Layer) -> bool:
    """Whether a convolution looks at single positions, or that cannot be ruled out."""
    kernel = sizes(layer.setting("kernel_size"))
    return kernel is None or all(size == 1 for size in kernel)


def is_patching(layer: Layer) -> bool:
    """Whether a convolution cuts its input into patches: the stride is the kernel."""
    kernel, stride = sizes(layer.setting("kernel_size")), sizes(layer.setting("stride"))
    if kernel is None or stride is None:
        return True
    return max(kernel) == max(stride) and max(kernel) > 1


def is_grouped(layer: Layer) -> bool:
    """Whether a convolution is depthwise or grouped, or that cannot be ruled out."""
    groups = layer.setting("groups")
    if class_name(layer).startswith(("Depthwise", "Separable", "LocallyConnected")):
        return True
    return groups is not None and groups.number != 1


def certain(setting: Setting | None) -> bool:
    """Whether nobody can give another value when the program runs."""
    if setting is None:
        return False
    return setting.value is None or (isinstance(setting.value, Const) and not setting.value.soft)


def input_width(layer: Layer) -> int | None:
    """The width of what a layer is given."""
    stated = layer.setting("in_units")
    if stated is not None and stated.integer is not None:
        return stated.integer
    source = layer.tensor.inputs[0] if layer.tensor is not None and layer.tensor.inputs else None
    shape = source.shape if isinstance(source, Tensor) else None
    return shape[-1] if shape and isinstance(shape[-1], int) else None


def is_bottleneck(layer: Layer, following: Layer) -> bool:
    """Whether a dense layer is narrower than what stands around it, or that cannot be ruled out."""
    before, middle, after = input_width(layer), layer.units, following.units
    if middle is None or after is None:
        return True
    return middle < after and (before is None or middle < before)


def is_first_factor(layer: Layer) -> bool:
    """Whether a dense layer is a matrix of low rank: it narrows its input, and has no bias.

    The layer after it would undo a bias: who leaves it away knows that the two are one product.
    """
    stated, before, middle = layer.setting("use_bias"), input_width(layer), layer.units
    has_bias = (
        stated is None or not isinstance(stated.value, Const) or stated.value.value is not False
    )
    return not has_bias and middle is not None and (before is None or middle < before)


def name_of(layer: Layer, program: Program) -> str:
    """What the program calls a layer: an attribute, or its `name`."""
    for instance in program.instances:
        for name, value in instance.attributes.items():
            if value is layer.value:
                return name
    stated = None if layer.call is None else text(layer.call.value(None, "name"))
    return stated or ""


def layer_behind(network: Network, tensor: Tensor) -> Layer | None:
    """The layer of a network that made a tensor."""
    for layer in network.layers:
        if layer.tensor is tensor or (tensor.layer is not None and layer.value is tensor.layer):
            return layer
    return None


def held_values(value: Value) -> list[Value]:
    """The layers and objects in a list, tuple or dict, and in those it holds."""
    return [inner for inner in leaves(value) if isinstance(inner, Object | Instance)]
