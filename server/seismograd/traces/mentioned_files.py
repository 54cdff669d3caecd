"""Files of the project that a run is known to have gone through."""

from __future__ import annotations

from collections.abc import Iterator

from seismograd.traces.events import (
    Layer,
    LossFunction,
    Network,
    Optimiser,
    Place,
    Scheduler,
)
from seismograd.traces.history import RunHistory


def mentioned_files(history: RunHistory) -> set[str]:
    """As the trace names them: relative to the root of the project."""
    return {place.file for place in _places(history) if place.file}


def _places(history: RunHistory) -> Iterator[Place]:
    parts: list[Layer | Network | LossFunction | Optimiser | Scheduler] = [
        *history.layers.values(),
        *history.networks,
        *history.loss_functions,
        *history.optimisers,
        *history.schedulers,
    ]
    for part in parts:
        yield from (place for place in (part.built, part.called) if place is not None)
    yield from (loader.built for loader in history.loaders.values() if loader.built is not None)
