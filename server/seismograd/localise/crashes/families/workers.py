"""Failures of a data loader and of its worker processes."""

from __future__ import annotations

import ast
import re
from dataclasses import replace

from seismograd.faults import FaultType
from seismograd.localise.crashes.answers import at_last_line, related, tensors_at, without
from seismograd.localise.crashes.crash import Crash
from seismograd.localise.crashes.failure import Failure, place_of
from seismograd.localise.crashes.family import family
from seismograd.localise.crashes.sources import Function
from seismograd.traces.events import Place

LOCAL = re.compile(r"local object '?([\w.<>]{1,200})|<function (\S{1,200}) at")


def _collate(failure: Failure, match: re.Match[str]) -> Crash | None:
    """Examples of different sizes cannot be put into one batch by themselves."""
    if not any("collate" in (frame.function or "") for frame in failure.below):
        return None
    loader = _loader(failure)
    found = at_last_line(failure, "collate", FaultType.CPP, "", 0.8)
    if found is None:
        return None
    place = loader or found.place
    return replace(
        found,
        place=place,
        cause="The examples of a batch have different sizes: "
        f"{match.group(1)} and {match.group(2)}.",
        alternatives=(FaultType.SHAPE, FaultType.API),
        advice="Pass a `collate_fn` that pads them, or make them equal in the dataset.",
        tensors=tensors_at(failure),
        related=without(related((found.place, "The batch is asked for here.")), place),
    )


def _loader(failure: Failure) -> Place | None:
    """The loader that was iterated last."""
    loaders = [loader.built for loader in failure.summary.parts.loaders if loader.built]
    return loaders[-1] if loaders else None


def _killed(failure: Failure, match: re.Match[str]) -> Crash | None:
    found = at_last_line(failure, "worker-killed", FaultType.API, "", 0.6)
    if found is None:
        return None
    place = _loader(failure) or found.place
    return replace(
        found,
        place=place,
        cause="A worker process of the loader ended without an exception: killed, crashed, or out "
        "of (shared) memory.",
        advice="Run once with `num_workers=0` to see the error itself; with too little shared "
        "memory use fewer workers.",
        related=without(related((found.place, "The batch is asked for here.")), place),
    )


def _unpicklable(failure: Failure, match: re.Match[str]) -> Crash | None:
    """What is sent to a worker that does not share this process's memory has to be importable."""
    if not any("multiprocessing" in frame.file for frame in failure.below):
        return None
    found = at_last_line(failure, "worker-unpicklable", FaultType.API, "", 0.8)
    if found is None:
        return None
    place = _definition(failure) or _loader(failure) or found.place
    return replace(
        found,
        place=place,
        cause="Something that the worker processes need cannot be pickled: "
        f"{failure.message.splitlines()[0][:120]}.",
        advice="Define it with `def` at the top of a module, or use `num_workers=0`.",
        related=without(related((found.place, "The workers are started here.")), place),
    )


def _definition(failure: Failure) -> Place | None:
    """The one lambda, or the function with the name that the message tells."""
    named = LOCAL.search(failure.message)
    path = (named.group(1) or named.group(2) or "") if named else ""
    name = path.rpartition(".")[2]
    found = [
        Place(file, node.lineno)
        for file in failure.files
        for node in failure.sources.nodes(file)
        if (isinstance(node, ast.Lambda) and name.endswith("<lambda>"))
        or (isinstance(node, Function | ast.ClassDef) and node.name == name)
    ]
    return found[0] if len(found) == 1 else None


def _no_examples(failure: Failure, match: re.Match[str]) -> Crash | None:
    cause = "The dataset of this loader is empty."
    found = at_last_line(failure, "empty-dataset", FaultType.CPP, cause, 0.85)
    return replace(found, place=place_of(failure.last)) if found and failure.last else None


FAMILIES = (
    family(
        r"stack expects each tensor to be equal size, but got (\[.*?\]) at entry 0 and (\[.*?\])",
        _collate,
    ),
    family(
        r"DataLoader worker \(pid.{0,40}(?:exited unexpectedly|is killed by signal)|unable to open "
        r"shared memory|insufficient shared memory|unable to write to file </torch_",
        _killed,
    ),
    family(r"Can't pickle|cannot pickle|Can't get local object|can't get attribute", _unpicklable),
    family(r"num_samples should be a positive integer value, but got num_samples=0", _no_examples),
)
