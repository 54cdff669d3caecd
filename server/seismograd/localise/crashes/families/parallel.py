"""Parameters that get no gradient under DistributedDataParallel."""

from __future__ import annotations

import re

from seismograd.faults import FaultType
from seismograd.localise.crashes.answers import related, without
from seismograd.localise.crashes.crash import Crash
from seismograd.localise.crashes.failure import Failure, place_of
from seismograd.localise.crashes.family import family
from seismograd.traces.events import Layer, Place

INDICES = re.compile(r"did not receive grad for rank \d+: ([\d ]{1,2000})")
NAMES = re.compile(r"Parameters which did not receive grad for rank \d+: ([\w., ]{1,2000})")
ADVICE = (
    "Use the layer in `forward`, remove it, or pass `find_unused_parameters=True` to "
    "DistributedDataParallel."
)


def _explain(failure: Failure, match: re.Match[str]) -> Crash | None:
    if failure.last is None:
        return None
    unused = _never_called(failure)
    wrapped = _wrapped_at(failure)
    first = next((layer.built for layer in unused if layer.built is not None), None)
    place = first or wrapped or place_of(failure.last)
    named = ", ".join(f"`{layer.name or layer.type}`" for layer in unused[:3])
    what = named or _told(failure.message)
    return Crash(
        "unused-parameters",
        place,
        FaultType.REG,
        f"Parameters take no part in the loss: {what}.",
        0.85 if first else 0.6,
        (FaultType.GRAPH, FaultType.API),
        ADVICE,
        (),
        without(related((wrapped, "The model is wrapped here.")), place),
    )


def _never_called(failure: Failure) -> list[Layer]:
    layers = [layer for layer in failure.summary.parts.layers if layer.parameters]
    return [layer for layer in layers if layer.called is None]


def _wrapped_at(failure: Failure) -> Place | None:
    for frame in failure.frames:
        if frame.module and (frame.module.type or "").startswith("DistributedDataParallel"):
            return frame.module.built
    return None


def _told(message: str) -> str:
    named, counted = NAMES.search(message), INDICES.search(message)
    if named:
        return named.group(1).strip()
    return f"numbers {counted.group(1).strip()}" if counted else "which ones is not told"


FAMILIES = (family(r"Expected to have finished reduction in the prior iteration", _explain),)
