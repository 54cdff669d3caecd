"""All families, crashes first."""

from __future__ import annotations

from seismograd.reproduce.criteria.derive.families import (
    batch,
    config,
    data,
    determinism,
    dtype,
    error_in_prose,
    evaluation,
    gradient,
    hang,
    invariants,
    learning,
    mask,
    memory,
    message_in_prose,
    metric,
    missing_error,
    nan,
    reload,
    scheduler,
    shape,
    shown,
    signal_crash,
    traceback_crash,
    value,
    warning,
)
from seismograd.reproduce.criteria.derive.families.family import Family

CRASHES: tuple[Family, ...] = (
    traceback_crash,
    error_in_prose,
    message_in_prose,
    signal_crash,
)
SILENT: tuple[Family, ...] = (
    nan,
    learning,
    gradient,
    reload,
    determinism,
    evaluation,
    batch,
    mask,
    config,
    shown,
    shape,
    dtype,
    invariants,
    metric,
    scheduler,
    data,
    memory,
    hang,
    value,
    warning,
    missing_error,
)
