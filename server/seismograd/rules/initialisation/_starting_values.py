"""From which values the weights and biases of layers start, whoever says it and how."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from seismograd.program.model import Layer, Network, Program
from seismograd.program.operations import (
    ACTIVATIONS,
    LEARNED,
    NORMALISATIONS,
    TRANSPARENT,
)
from seismograd.rules.layer_facts import input_width, sizes
from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.values import (
    Const,
    Object,
    Place,
    Symbol,
    Tensor,
    Value,
    number,
)

WEIGHTED = frozenset({"conv", "conv_transpose", "dense"})
_PASSING = TRANSPARENT | ACTIVATIONS | NORMALISATIONS | {
    "adaptive_pool", "avg_pool", "dropout", "max_pool", "mean", "pad", "upsample",
}  # fmt: skip
_INIT = "torch.nn.init."
_FILLING = frozenset({"fill_", "normal_", "uniform_", "zero_"})
_CONSTANTS = {"zeros": 0.0, "zero": 0.0, "zeros_initializer": 0.0, "ones": 1.0, "one": 1.0,
              "ones_initializer": 1.0}  # fmt: skip
_NAMES = {
    "glorot_normal": "xavier", "glorotnormal": "xavier", "glorot_uniform": "xavier",
    "glorotuniform": "xavier", "xavier_normal_": "xavier", "xavier_uniform_": "xavier",
    "he_normal": "he", "henormal": "he", "he_uniform": "he", "heuniform": "he",
    "kaiming_normal_": "he", "kaiming_uniform_": "he", "lecun_normal": "lecun",
    "lecunnormal": "lecun", "lecun_uniform": "lecun", "lecununiform": "lecun",
    "orthogonal": "orthogonal", "orthogonal_": "orthogonal",
}  # fmt: skip


class Start(NamedTuple):
    """The values that the weights or the bias of a layer start from."""

    network: Network
    layer: Layer
    role: str
    """kernel or bias."""
    place: Place
    """Where it is said."""
    scheme: str
    """constant, normal, uniform, xavier, he, lecun or orthogonal."""
    mean: float = 0.0
    spread: float = 0.0
    """The standard deviation; zero for constants, unknown (0) for schemes that scale by fan."""

    @property
    def size(self) -> float:
        """The root mean square of the values."""
        return math.hypot(self.mean, self.spread)


def starts(program: Program) -> Iterable[Start]:
    """What the program says about the start of each layer; the last word counts."""
    return program.derived(_all_starts)


def _all_starts(program: Program) -> list[Start]:
    found: dict[tuple[int, str], Start] = {}
    for network in program.networks:
        for layer in network.layers:
            if layer.kind in WEIGHTED:
                for start in [*_stated(network, layer), *_set_later(program, network, layer)]:
                    found[id(layer.value), start.role] = start
    return list(found.values())


# -- Keras: an argument of the layer ---------------------------------------------------------


def _stated(network: Network, layer: Layer) -> Iterator[Start]:
    for role in ("kernel", "bias"):
        setting = layer.setting(f"{role}_initializer")
        if setting is None or setting.value is None:
            continue
        read = _keras_scheme(setting.value)
        if read is not None:
            yield Start(network, layer, role, setting.place, *read)


def _keras_scheme(value: Value) -> tuple[str, float, float] | None:
    name = _keras_name(value)
    call = value.call if isinstance(value, Object) else None
    if name in _CONSTANTS:
        return "constant", _CONSTANTS[name], 0.0
    if name in ("constant", "constant_initializer"):
        given = 0.0 if call is None else call.number(0, "value", 0.0)
        return None if given is None else ("constant", float(given), 0.0)
    if name in ("randomnormal", "random_normal", "normal", "truncatednormal", "truncated_normal",
                "random_normal_initializer"):  # fmt: skip
        return _normal(call, "mean", "stddev", 0.05)
    if name in ("randomuniform", "random_uniform", "uniform", "random_uniform_initializer"):
        return _uniform(call, "minval", "maxval", -0.05, 0.05)
    scheme = _NAMES.get(name)
    return None if scheme is None else (scheme, 0.0, 0.0)


def _keras_name(value: Value) -> str:
    if isinstance(value, Const):
        return value.value.lower() if isinstance(value.value, str) else ""
    if isinstance(value, Object | Symbol):
        module, _, name = value.path.rpartition(".")
        return name.lower() if module.startswith(("keras.initializers", "tensorflow")) else ""
    return ""


def _normal(
    call: Call | None, mean: str, spread: str, default: float
) -> tuple[str, float, float] | None:
    if call is None:
        return "normal", 0.0, default
    middle, width = call.number(0, mean, 0.0), call.number(1, spread, default)
    return None if middle is None or width is None else ("normal", float(middle), float(width))


def _uniform(
    call: Call | None, low: str, high: str, least: float, most: float
) -> tuple[str, float, float] | None:
    bounds = (least, most)
    if call is not None:
        given = call.number(0, low, least), call.number(1, high, most)
        if given[0] is None or given[1] is None:
            return None
        bounds = float(given[0]), float(given[1])
    return "uniform", sum(bounds) / 2, abs(bounds[1] - bounds[0]) / math.sqrt(12)


# -- PyTorch: a call after the layer is built --------------------------------------------------


def _set_later(program: Program, network: Network, layer: Layer) -> Iterator[Start]:
    if not isinstance(layer.value, Object) or not layer.path.startswith("torch."):
        return
    for role, attribute in (("kernel", "weight"), ("bias", "bias")):
        parameter = layer.value.attributes.get(attribute)
        filling = program.derived(_filling) if isinstance(parameter, Tensor) else {}
        for call in filling.get(id(parameter), ()):
            read = _torch_scheme(call)
            if read is not None:
                yield Start(network, layer, role, call.place, *read)


def _filling(program: Program) -> dict[int, list[Call]]:
    """For each parameter the calls that always fill it with values."""
    found: dict[int, list[Call]] = {}
    for call in program.index.matching(_fills):
        filled = _filled(call)
        if filled is not None and not call.branches:
            found.setdefault(id(filled), []).append(call)
    return found


def _fills(path: str) -> bool:
    return path.startswith(_INIT) or path.rpartition(".")[2] in _FILLING


def _filled(call: Call) -> Value | None:
    """The parameter that a call fills with values."""
    if call.path.startswith(_INIT):
        found = call.value(0, "tensor")
    elif call.method in _FILLING:
        found = call.receiver
    else:
        return None
    if isinstance(found, Tensor) and found.op == "detach" and found.inputs:
        return found.inputs[0]
    return found


def _torch_scheme(call: Call) -> tuple[str, float, float] | None:
    offset = 1 if call.path.startswith(_INIT) else 0
    name = call.method
    if name in ("zeros_", "zero_"):
        return "constant", 0.0, 0.0
    if name == "ones_":
        return "constant", 1.0, 0.0
    if name in ("constant_", "fill_"):
        given = number(call.value(offset, "val" if offset else "value"))
        return None if given is None else ("constant", float(given), 0.0)
    if name in ("normal_", "trunc_normal_"):
        middle, width = call.number(offset, "mean", 0.0), call.number(offset + 1, "std", 1.0)
        return None if middle is None or width is None else ("normal", middle, width)
    if name == "uniform_":
        low, high = call.number(offset, "a", 0.0), call.number(offset + 1, "b", 1.0)
        if low is None or high is None:
            return None
        return "uniform", (low + high) / 2, abs(high - low) / math.sqrt(12)
    scheme = _NAMES.get(name)
    return None if scheme is None else (scheme, 0.0, 0.0)


# -- the layer in its network ----------------------------------------------------------------


def is_hidden(start: Start) -> bool:
    """Whether the output of the layer goes into another learned layer and nowhere else."""
    tensor = start.layer.tensor
    path = start.network.flow.path(tensor, _PASSING) if tensor is not None else []
    return bool(path) and path[-1].op in LEARNED


def is_output(start: Start) -> bool:
    """Whether the layer makes what the network gives."""
    tensor = start.layer.tensor
    return tensor is not None and start.network.flow.reaches_end(tensor, _PASSING)


def is_normalised(start: Start) -> bool:
    """Whether a normalisation takes the scale of the weights away again."""
    tensor = start.layer.tensor
    following = None if tensor is None else start.network.flow.next(tensor)
    return following is not None and following.op in NORMALISATIONS


def fan_in(layer: Layer) -> int | None:
    """How many products each unit of a layer sums up."""
    width = input_width(layer)
    if layer.kind == "dense" or width is None:
        return width
    stated = layer.setting("in_units")
    if layer.path.startswith("torch.") and (stated is None or stated.integer is None):
        return None
    kernel = sizes(layer.setting("kernel_size"))
    if kernel is None:
        return None
    rank = next((int(letter) for letter in layer.path if letter.isdigit()), 2)
    return width * (math.prod(kernel) if len(kernel) > 1 else kernel[0] ** rank)
