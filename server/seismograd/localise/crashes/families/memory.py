"""Out of memory, with what is known to be large."""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import prod

from seismograd.faults import FaultType
from seismograd.localise.crashes.answers import related, tensors_at, without
from seismograd.localise.crashes.crash import Crash
from seismograd.localise.crashes.failure import Failure, place_of
from seismograd.localise.crashes.family import family
from seismograd.traces.events import Frame, Place

BYTES = 4
"""Of a float32 element, the usual type of weights and activations."""
OPTIMISER_COPIES = 4
"""Weights, gradients and the two moments of Adam."""
UNITS = {"B": 1, "KiB": 2**10, "MiB": 2**20, "GiB": 2**30, "TiB": 2**40, "bytes": 1}
WANTED = re.compile(r"allocate ([\d.]{1,20}) ?(bytes|[KMGT]iB)", re.IGNORECASE)
MAX_LARGEST = 3


@dataclass(frozen=True)
class Large:
    what: str
    size: int
    place: Place | None


def _explain(failure: Failure, match: re.Match[str]) -> Crash | None:
    if failure.last is None:
        return None
    largest = sorted(_known(failure), key=lambda large: -large.size)[:MAX_LARGEST]
    wanted = _wanted(failure.message)
    building = _is_built(failure.below)
    listed = "; the largest known: " + ", ".join(_text(large) for large in largest)
    tried = f" when {_readable(wanted)} more are asked for" if wanted is not None else ""
    place = place_of(failure.last)
    others = related(*((large.place, f"{_text(large)}.") for large in largest))
    return Crash(
        "out-of-memory",
        place,
        FaultType.LCN if building else FaultType.HBS,
        f"Memory runs out{tried}{listed if largest else ''}.",
        0.6,
        (FaultType.HBS, FaultType.LCN, FaultType.GRAPH),
        "Make the layer smaller."
        if building
        else "Use a smaller batch size, or accumulate gradients over smaller batches.",
        tensors_at(failure),
        without(others, place),
    )


def _is_built(below: tuple[Frame, ...]) -> bool:
    return any((frame.function or "").endswith("__init__") for frame in below)


def _wanted(message: str) -> int | None:
    found = WANTED.search(message)
    if found is None:
        return None
    try:
        return int(float(found.group(1)) * UNITS.get(found.group(2), 1))
    except (ValueError, OverflowError):
        return None


def _known(failure: Failure) -> list[Large]:
    parts = failure.summary.parts
    found = [
        Large(
            f"{network.type} with its optimiser",
            network.parameters * BYTES * OPTIMISER_COPIES,
            network.built,
        )
        for network in parts.networks
        if network.parameters
    ]
    found += [
        Large(f"the output of {layer.name or layer.type}", _size(layer.output_shape), layer.built)
        for layer in parts.layers
        if layer.output_shape
    ]
    tensors = failure.last.tensors if failure.last else ()
    return found + [
        Large(f"`{tensor.name}`", _size(tensor.shape), None) for tensor in tensors if tensor.shape
    ]


def _size(shape: tuple[int | None, ...]) -> int:
    return prod(size or 1 for size in shape) * BYTES


def _text(large: Large) -> str:
    return f"{large.what} ({_readable(large.size)})"


def _readable(size: int) -> str:
    for unit in ("TiB", "GiB", "MiB", "KiB"):
        if size >= UNITS[unit]:
            return f"{size / UNITS[unit]:.1f} {unit}"
    return f"{size} bytes"


FAMILIES = (
    family(
        r"out of memory|can't allocate memory|not enough memory|Unable to allocate [\d.]+ \wiB"
        r"|Invalid buffer size",
        _explain,
    ),
)
