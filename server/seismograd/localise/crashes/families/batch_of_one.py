"""Batch normalisation in training with one value a channel."""

from __future__ import annotations

import ast
import re

from seismograd.faults import FaultType
from seismograd.localise.crashes.answers import related, tensors_at, without
from seismograd.localise.crashes.crash import Crash
from seismograd.localise.crashes.failure import Failure, place_of
from seismograd.localise.crashes.family import family
from seismograd.localise.crashes.loops import loops_around
from seismograd.localise.crashes.origins import Origins
from seismograd.traces.events import Loader


def _explain(failure: Failure, match: re.Match[str]) -> Crash | None:
    if failure.last is None:
        return None
    loader = _loader(failure)
    layer = failure.layer.module.built if failure.layer and failure.layer.module else None
    first = loader.built if loader else None
    place = first or place_of(failure.last)
    small = loader is not None and loader.batch_size == 1
    cause = "Batch normalisation gets a single example in training mode"
    why = (
        f", because the loader's batch size is {loader.batch_size}"
        if small and loader
        else ", because the last batch of the loader has one example left"
        if loader
        else ""
    )
    return Crash(
        "batch-of-one",
        place,
        FaultType.HBS if loader else FaultType.LOOP,
        f"{cause}{why}.",
        0.9 if loader else 0.6,
        (FaultType.LOOP, FaultType.HBS),
        "Use a larger batch size."
        if small
        else "Set `drop_last=True` in the loader."
        if loader
        else "Call `model.eval()` before predicting single examples.",
        tensors_at(failure),
        without(
            related(
                (layer, "The layer is built here."), (place_of(failure.last), "It fails here.")
            ),
            place,
        ),
    )


def _loader(failure: Failure) -> Loader | None:
    """The loader whose batches are being gone through, if it keeps a last incomplete batch."""
    loaders = [loader for loader in failure.summary.parts.loaders if loader.built is not None]
    for frame in reversed(failure.project):
        loop = next(iter(loops_around(failure, frame)[::-1]), None)
        if not isinstance(loop, ast.For) or not loaders:
            continue
        origin = Origins(failure, into_loaders=False).of_expression(frame, loop.iter)
        if origin is None:
            return None if loaders[-1].drop_last else loaders[-1]
        for loader in reversed(loaders):
            if loader.built == origin.place:
                return None if loader.drop_last else loader
    return None


FAMILIES = (family(r"Expected more than 1 (?:value per channel|spatial element)", _explain),)
