"""Whether the axes of images stand in the order that a convolution expects."""

from __future__ import annotations

from typing import NamedTuple

from seismograd.program.model import Program
from seismograd.program.shapes import ShapeMismatch
from seismograd.program.shapes.mismatch import INPUT_CHANNELS
from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.values import Object, Place, Size, Tensor


class SwappedImage(NamedTuple):
    """Images with their channels last that go into a layer which wants them first."""

    call: Call
    shape: tuple[Size, ...]
    channels: int


def swapped_image(program: Program, mismatch: ShapeMismatch) -> SwappedImage | None:
    """Whether a mismatch of channels is nothing but a wrong order of axes."""
    if mismatch.what != INPUT_CHANNELS:
        return None
    for call in program.derived(_by_place).get(mismatch.place, ()):
        layer = call.receiver
        if not isinstance(layer, Object) or not call.positional:
            continue
        data = call.positional[0].value
        channels = layer.call.integer(0, "in_channels")
        shape = data.shape if isinstance(data, Tensor) else None
        if channels is not None and shape is not None and len(shape) == 4 and shape[3] == channels:
            return SwappedImage(call, shape, channels)
    return None


def _by_place(program: Program) -> dict[Place, list[Call]]:
    found: dict[Place, list[Call]] = {}
    for call in (*program.calls, *program.trial_calls):
        found.setdefault(call.place, []).append(call)
    return found
