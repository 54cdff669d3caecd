"""Which explanation fits an exception."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from seismograd.faults import FaultType
from seismograd.localise.crashes.answers import at_last_line
from seismograd.localise.crashes.crash import Crash
from seismograd.localise.crashes.failure import Failure
from seismograd.localise.crashes.families import (
    batch_of_one,
    devices,
    dtypes,
    in_place,
    indices,
    keras_models,
    kernel_size,
    layer_shapes,
    loss_shapes,
    memory,
    misuse,
    no_gradient,
    output_domain,
    parallel,
    second_backward,
    state_dicts,
    tensor_shapes,
    workers,
)
from seismograd.localise.crashes.sources import Read, Sources
from seismograd.localise.crashes.worker_errors import original_failure
from seismograd.traces import TraceSummary
from seismograd.traces.events import Raised, RaisedInThread

FAMILIES = (
    *memory.FAMILIES,
    *state_dicts.FAMILIES,
    *parallel.FAMILIES,
    *workers.FAMILIES,
    *second_backward.FAMILIES,
    *in_place.FAMILIES,
    *no_gradient.FAMILIES,
    *keras_models.FAMILIES,
    *batch_of_one.FAMILIES,
    *indices.FAMILIES,
    *devices.FAMILIES,
    *kernel_size.FAMILIES,
    *output_domain.FAMILIES,
    *loss_shapes.FAMILIES,
    *layer_shapes.FAMILIES,
    *dtypes.FAMILIES,
    *misuse.FAMILIES,
    *tensor_shapes.FAMILIES,
)
"""Asked in this order: what has one meaning first, what depends on the tensors then, and the
words of plain operations last."""
MAX_MESSAGE = 4_000
FRAMEWORKS = ("/torch/", "/keras/", "/tensorflow/", "/torchvision/", "/lightning/")
UNKNOWN = 0.2
"""The confidence of an answer that only names the line."""


def explain_crash(
    raised: Raised | RaisedInThread,
    summary: TraceSummary | None = None,
    read: Read | None = None,
) -> Crash | None:
    """The cause of an exception, on a line of the project.

    None where the project has no part in it, and for plain errors of Python: their message and
    line say it already. What a framework raised for a reason that is not known here is named with
    its line and a confidence of 0.2. `read` gives the text of a file of the project.
    """
    sources = Sources(read)
    failure = Failure(raised, summary or TraceSummary(), sources)
    for each in _told(failure):
        found = _explained(each)
        if found is not None:
            return found
    return _unknown(failure)


def _told(failure: Failure) -> Iterator[Failure]:
    """The failure as a worker saw it, the failure itself, and those that it came from."""
    original = original_failure(failure)
    if original is not None:
        yield original
    yield failure
    for earlier in failure.raised.because:
        raised = replace(
            failure.raised, type=earlier.type, message=earlier.message, frames=earlier.frames
        )
        yield replace(failure, raised=raised)


def _explained(failure: Failure) -> Crash | None:
    message = failure.message[:MAX_MESSAGE]
    for family in FAMILIES:
        match = family.pattern.search(message)
        found = family.explain(failure, match) if match else None
        if found is not None:
            return found
    return None


def _unknown(failure: Failure) -> Crash | None:
    failure = original_failure(failure) or failure
    if failure.last is None or not _is_of_framework(failure):
        return None
    said = failure.message.strip().split("\n")[0][:200]
    return at_last_line(failure, "unknown", FaultType.API, f"{failure.type}: {said}", UNKNOWN)


def _is_of_framework(failure: Failure) -> bool:
    """Raised in the framework's Python, or by its C++ code, which raises RuntimeError."""
    inside = any(part in frame.file for frame in failure.below for part in FRAMEWORKS)
    return inside or (failure.type == "RuntimeError" and not failure.below)
