"""What torch's layers expect of their input, from what they show of themselves."""

from __future__ import annotations

import re
from dataclasses import dataclass

from seismograd.localise.crashes.failure import inputs_of
from seismograd.traces.events import Frame, TensorFacts

MAX_SETTINGS = 3
_FIRST = re.compile(r"\s{0,20}\(?(\d{1,12})")
NAMED = re.compile(r"\b(?:in_features|in1_features|normalized_shape)=\(?(\d{1,12})")


@dataclass(frozen=True)
class Wanted:
    """Which axis of the input has to have the layer's width, and the names of that argument."""

    axis: int
    names: tuple[str, ...]
    spatial: int = 0
    """Axes of an image after the channels."""


def _spatial(prefix: str, names: tuple[str, ...]) -> dict[str, Wanted]:
    return {f"{prefix}{n}d": Wanted(-(n + 1), names, n) for n in (1, 2, 3)}


_CHANNELS = ("in_channels",)
_FEATURES = ("num_features",)
WANTED: dict[str, Wanted] = {
    "Linear": Wanted(-1, ("in_features",)),
    **_spatial("Conv", _CHANNELS),
    **_spatial("ConvTranspose", _CHANNELS),
    "BatchNorm1d": Wanted(1, _FEATURES),
    "BatchNorm2d": Wanted(1, _FEATURES, 2),
    "BatchNorm3d": Wanted(1, _FEATURES, 3),
    "SyncBatchNorm": Wanted(1, _FEATURES),
    "LayerNorm": Wanted(-1, ("normalized_shape",)),
    "RMSNorm": Wanted(-1, ("normalized_shape",)),
    "RNN": Wanted(-1, ("input_size",)),
    "GRU": Wanted(-1, ("input_size",)),
    "LSTM": Wanted(-1, ("input_size",)),
    "RNNCell": Wanted(-1, ("input_size",)),
    "GRUCell": Wanted(-1, ("input_size",)),
    "LSTMCell": Wanted(-1, ("input_size",)),
    "PReLU": Wanted(1, ("num_parameters",)),
    "MultiheadAttention": Wanted(-1, ("embed_dim",)),
}
"""By the documentation of torch.nn: channels come second, features last. The width is the first
argument of each of these layers (GroupNorm's is the second)."""


@dataclass(frozen=True)
class LayerCall:
    """A layer that was called, what it expects, and what it got."""

    frame: Frame
    type: str
    wanted: Wanted
    width: int
    given: TensorFacts

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple(size or 0 for size in self.given.shape)

    @property
    def got(self) -> int | None:
        axis = self.wanted.axis
        return self.shape[axis] if -len(self.shape) <= axis < len(self.shape) else None


def read_layer_call(frame: Frame | None) -> LayerCall | None:
    """None for layers whose width is not known, and where the input is not."""
    if frame is None or frame.module is None:
        return None
    kind = frame.module.type or ""
    wanted, width = WANTED.get(kind), layer_width(frame)
    given = main_input(frame)
    if wanted is None or width is None or given is None:
        return None
    return LayerCall(frame, kind, wanted, width, given)


def layer_width(frame: Frame) -> int | None:
    """The first number that a layer shows of itself, or the width of its weights."""
    settings = frame.module.settings or "" if frame.module else ""
    found = NAMED.search(settings) or _FIRST.match(settings)
    if found:
        return int(found.group(1))
    weight = next((t for t in frame.tensors if t.name == "self.in_proj_weight"), None)
    return weight.shape[-1] if weight is not None and weight.shape else None


def layer_text(frame: Frame) -> str:
    """`Linear(in_features=8, out_features=4, bias=True)`, with three settings at most."""
    if frame.module is None:
        return "The layer"
    parts = re.split(r", (?![^(]*\))", frame.module.settings or "")
    shown = ", ".join(parts[:MAX_SETTINGS]) + (", ..." if len(parts) > MAX_SETTINGS else "")
    return f"{frame.module.type}({shown})"


def main_input(frame: Frame) -> TensorFacts | None:
    given = list(inputs_of(frame))
    for name in ("input", "query", "x", "args[0]"):
        for tensor in given:
            if tensor.name == name:
                return tensor
    return given[0] if given else None
