"""Logarithms of probabilities: who reports them, and how they are written in one step."""

from __future__ import annotations

from seismograd.source.evaluate.values import Tensor

ONE_STEP = {"softmax": "log_softmax", "sigmoid": "logsigmoid"}


def is_written_as_one(log: Tensor) -> bool:
    """Whether a log stands right on its softmax or sigmoid, in the same function: there is one
    operation for both."""
    inner = log.inputs[0] if log.inputs else None
    if not isinstance(inner, Tensor) or inner.op not in ONE_STEP:
        return False
    made, taken = inner.call, log.call
    return made is not None and taken is not None and made.function is taken.function
