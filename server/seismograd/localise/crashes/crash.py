"""What is known about an exception that ended a run."""

from __future__ import annotations

from dataclasses import dataclass

from seismograd.faults import FaultType, Fix
from seismograd.traces.events import Place, TensorFacts


@dataclass(frozen=True)
class RelatedPlace:
    """Another line that takes part."""

    place: Place
    message: str


@dataclass(frozen=True)
class Crash:
    """An exception explained: one line of the project and one sentence."""

    name: str
    """The kind of crash, such as `layer-width`."""
    place: Place
    fault_type: FaultType
    cause: str
    confidence: float
    alternatives: tuple[FaultType, ...] = ()
    advice: str | None = None
    tensors: tuple[TensorFacts, ...] = ()
    related: tuple[RelatedPlace, ...] = ()
    fixes: tuple[Fix, ...] = ()
