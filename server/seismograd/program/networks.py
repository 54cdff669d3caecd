"""From tensors to networks: which layers data passes, in which order, to which output."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from seismograd.program.contents import within
from seismograd.program.model import Layer, Network
from seismograd.program.operations import (
    ACTIVATIONS,
    LEARNED,
    NORMALISATIONS,
    TRANSPARENT,
    ancestors,
)
from seismograd.program.settings import Setting
from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.values import (
    Choice,
    Const,
    Extent,
    Object,
    Place,
    Sequence,
    Tensor,
    Unknown,
    Value,
)

_BETWEEN = TRANSPARENT | NORMALISATIONS | {
    "adaptive_pool", "avg_pool", "dropout", "max_pool", "pad", "upsample",
}  # fmt: skip
"""Operations that may stand between a layer and the activation that belongs to it."""
SOURCES = frozenset(
    {"input", "data", "labels", "parameter", "zeros", "ones", "rand", "randn", "arange", "tensor",
     "zeros_like", "ones_like", "randn_like", "full", "empty", "eye"}
)  # fmt: skip

_MEETING = frozenset(
    {"add", "average", "cat", "div", "matmul", "maximum", "minimum", "mul", "stack", "sub"}
)
"""Operations all of whose inputs carry data."""


class SettingsOf(Protocol):
    """How a framework names the parameters of its layers."""

    def __call__(self, path: str, call: Call) -> dict[str, Setting]: ...


def ordered(output: Value | None, given: frozenset[int] = frozenset()) -> list[Tensor]:
    """All tensors behind an output in the order they were computed, from what was given on."""
    # What one call makes in several steps has one index: the nearest to the inputs comes first.
    found = [tensor for tensor in ancestors(output, given) if tensor.call is not None][::-1]
    return sorted(found, key=lambda tensor: tensor.call.index if tensor.call else 0)


def layers_of(tensors: Iterable[Tensor], settings_of: SettingsOf) -> list[Layer]:
    """The layers and functional calls that made these tensors, each layer once."""
    layers: list[Layer] = []
    seen: set[int] = set()
    for tensor in tensors:
        layer = _layer(tensor, settings_of)
        key = id(tensor.layer) if tensor.layer is not None else id(tensor)
        if layer is not None and key not in seen:
            seen.add(key)
            layer.index = len(layers)
            layers.append(layer)
    _resolve_activations(layers, list(tensors))
    return layers


def _layer(tensor: Tensor, settings_of: SettingsOf) -> Layer | None:
    built = tensor.layer
    call = tensor.call
    if call is None or call.place is None:
        return None
    if isinstance(built, Object):
        place = built.place or call.place
        settings = settings_of(built.path, built.call)
        return Layer(tensor.op, built.path, place, built.call, built, used_at=call.place,
                     tensor=tensor, settings=settings)  # fmt: skip
    if is_own_activation(tensor):
        return None
    if tensor.op in ACTIVATIONS or tensor.op in _BETWEEN - TRANSPARENT or tensor.op == "flatten":
        return Layer(tensor.op, call.path, call.place, call, None, used_at=call.place,
                     tensor=tensor, settings=settings_of(call.path, call))  # fmt: skip
    return None


def is_own_activation(tensor: Tensor) -> bool:
    """Whether a layer applied this itself: one call made both the layer's output and this."""
    source = tensor.inputs[0] if tensor.inputs else None
    return isinstance(source, Tensor) and source.call is tensor.call and source.layer is not None


def _resolve_activations(layers: list[Layer], tensors: list[Tensor]) -> None:
    consumers: dict[int, list[Tensor]] = {}
    for tensor in tensors:
        for value in tensor.inputs:
            consumers.setdefault(id(value), []).append(tensor)
    for layer in layers:
        if layer.tensor is not None and layer.activation is None and layer.is_learned:
            layer.activation, layer.activation_place = _activation_after(layer.tensor, consumers)


def _activation_after(
    tensor: Tensor, consumers: dict[int, list[Tensor]]
) -> tuple[str | None, Place | None]:
    """The function that a layer's output goes through first."""
    current = tensor
    for _ in range(64):
        following = consumers.get(id(current), [])
        if not following:
            return "linear", None
        if len(following) > 1 or following[0].inputs[0] is not current:
            return None, None
        current = following[0]
        if current.op in ACTIVATIONS:
            return current.op, current.place
        if current.op in LEARNED:
            return "linear", None
        if current.op not in _BETWEEN:
            return None, None
    return None, None


def is_complete(tensors: Iterable[Tensor], given: frozenset[int] = frozenset()) -> bool:
    """Whether a graph of tensors leads back to what was given and nothing else."""
    for tensor in tensors:
        if tensor.op == "unknown":
            return False
        if not tensor.inputs and tensor.op not in SOURCES:
            return False
        sources = tensor.inputs if tensor.op in _MEETING else tensor.inputs[:1]
        if not all(_is_understood(value, tensor, given) for value in sources):
            return False
    return True


def _is_understood(value: Value, consumer: Tensor, given: frozenset[int]) -> bool:
    if id(value) in given or consumer.op in SOURCES:
        return True
    return all(_is_known(part, given) for part in within(value, (Sequence,)))


def _is_known(part: Value, given: frozenset[int]) -> bool:
    if id(part) in given:
        return True
    if isinstance(part, Sequence):
        return not part.open
    if isinstance(part, Choice):
        return not any(isinstance(option, Tensor | Unknown) for option in part.options)
    return isinstance(part, Tensor | Const | Extent)


def is_sequential(tensors: list[Tensor]) -> bool:
    """Whether each tensor is made from one other and used once."""
    used: dict[int, int] = {}
    for tensor in tensors:
        sources = [value for value in tensor.inputs if isinstance(value, Tensor)]
        if len(sources) > 1:
            return False
        for value in sources:
            used[id(value)] = used.get(id(value), 0) + 1
    return all(count == 1 for count in used.values())


def make_network(
    name: str,
    place: Place,
    framework: str,
    value: Value,
    given: Value | None,
    output: Value | None,
    settings_of: SettingsOf,
    arguments: Iterable[Value] = (),
    returned: Value | None = None,
) -> Network:
    """A network from one run of it: what that run was given and all that it gave."""
    known = frozenset(id(argument) for argument in arguments)
    tensors = ordered(output if returned is None else returned, known)
    complete = bool(tensors) and not isinstance(output, Choice) and is_complete(tensors, known)
    layers = layers_of(tensors, settings_of)
    return Network(name, place, framework, value, layers, output, given, complete,
                   is_sequential(tensors), returned=returned)  # fmt: skip
