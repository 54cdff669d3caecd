"""The kernel sizes of convolutions whose output keeps its size."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import partial

from seismograd.faults import Edit, FaultType
from seismograd.program.model import Layer
from seismograd.program.settings import Setting
from seismograd.repair.context import RepairContext
from seismograd.repair.edits.setting_edits import setting_edits
from seismograd.repair.layers.keywords import keyword_of
from seismograd.repair.layers.layer_sites import SharedSetting, layer_sites, shared_settings
from seismograd.repair.operators.offer import offered
from seismograd.repair.operators.operator import Operator
from seismograd.repair.parameter import CannotWrite, Choices, Parameter, Value
from seismograd.source.evaluate.values import Place, Sequence, integer
from seismograd.source.rewrite import replace

_NAMED = (ast.Name, ast.Attribute, ast.Subscript)
SIZES = (3, 5, 7)
"""Those that networks have in use; 1 sees no neighbours."""


class KernelSize(Operator):
    def parameters(self, context: RepairContext) -> Iterator[Parameter]:
        for shared in shared_settings(layer_sites(context.program, ("conv",)), "kernel_size"):
            name, old = f"kernel size of {shared.name}", _size(shared.setting)
            if old is None:
                context.refuse(name, "it is not one known number")
                continue
            options = tuple(str(one) for one in SIZES if one != old and (one - old) % 2 == 0)
            if not options:
                context.refuse(name, "no usual size keeps the size of the output")
                continue
            found = Parameter(name, FaultType.LCF, str(old), Choices(options),
                              partial(_write, shared, old, context), options,
                              costs=True)  # fmt: skip
            yield from offered(context, found, *options)


def _size(setting: Setting) -> int | None:
    """Where it is the same along all axes."""
    if not isinstance(setting.value, Sequence):
        return setting.integer
    sizes = {integer(item) for item in setting.value.items}
    return sizes.pop() if len(sizes) == 1 and not setting.value.open else None


def _write(
    shared: SharedSetting, old: int, context: RepairContext, value: Value
) -> tuple[Edit, ...]:
    new = int(value)
    layers = [layer for _, layer in shared.members]
    edits = list(_size_edits(layers[0], shared.setting, new, context))
    for layer in layers:
        edits += _padding_edits(layer, new - old, context)
    return tuple(dict.fromkeys(edits))


def _size_edits(
    layer: Layer, setting: Setting, new: int, context: RepairContext
) -> tuple[Edit, ...]:
    if not isinstance(setting.value, Sequence):
        return setting_edits(setting, keyword_of(layer.path, "kernel_size"), str(new), context)
    if not isinstance(setting.place.node, ast.Tuple | ast.List):
        raise CannotWrite("it does not stand in the call")
    items = ", ".join([str(new)] * len(setting.value.items))
    is_tuple = isinstance(setting.place.node, ast.Tuple)
    return (replace(setting.place, f"({items})" if is_tuple else f"[{items}]"),)


def _padding_edits(layer: Layer, more: int, context: RepairContext) -> tuple[Edit, ...]:
    """So that the output is as large as before."""
    padding = layer.setting("padding")
    if padding is not None and padding.text is not None and padding.text.lower() == "same":
        return ()
    dilation = layer.setting("dilation")
    size = None if padding is None else padding.integer
    if padding is None or size is None or dilation is None or dilation.integer != 1:
        raise CannotWrite("the size of its output would change")
    if size + more // 2 < 0:
        raise CannotWrite("the padding cannot make up for it")
    text = str(size + more // 2)
    if _follows_kernel(layer, padding):
        return ()
    return setting_edits(padding, keyword_of(layer.path, "padding"), text, context)


def _follows_kernel(layer: Layer, padding: Setting) -> bool:
    """Whether it is computed from the kernel size: `padding=k // 2`."""
    kernel = layer.setting("kernel_size")
    return kernel is not None and bool(_names(padding.place) & _names(kernel.place))


def _names(place: Place) -> set[str]:
    return {ast.unparse(one) for one in ast.walk(place.node) if isinstance(one, _NAMED)}
