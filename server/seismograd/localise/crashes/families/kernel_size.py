"""Kernels and windows that are larger than what is left of the input."""

from __future__ import annotations

import re

from seismograd.faults import FaultType
from seismograd.localise.crashes.answers import at_last_line, related, tensors_at
from seismograd.localise.crashes.crash import Crash
from seismograd.localise.crashes.failure import Failure, place_of, shape_text
from seismograd.localise.crashes.family import family
from seismograd.localise.crashes.layers import layer_text, main_input

ADVICE = "Use a smaller kernel, padding, fewer pooling layers or a larger input."


def _explain(failure: Failure, match: re.Match[str]) -> Crash | None:
    frame = failure.layer
    if frame is None or frame.module is None or frame.module.built is None or failure.last is None:
        cause = "The kernel is larger than the input that is left at this point."
        return at_last_line(failure, "kernel-size", FaultType.LCF, cause, 0.6)
    given = main_input(frame)
    size = f" {shape_text(given.shape)}" if given is not None else ""
    return Crash(
        "kernel-size",
        frame.module.built,
        FaultType.LCF,
        f"The kernel of {layer_text(frame)} is larger than its input{size}.",
        0.85,
        (FaultType.LAD, FaultType.SHAPE),
        ADVICE,
        tensors_at(failure),
        related((place_of(failure.last), "The layer is called here.")),
    )


FAMILIES = (
    family(
        r"Kernel size can't be greater than actual input|Output size is too small"
        r"|Padding size should be less than|pad should be at most half",
        _explain,
    ),
)
