"""All families, crashes first."""

from __future__ import annotations

from seismograd.reproduce.criteria.derive.families import (
    contrasted,
    error_in_prose,
    message_in_prose,
    shown,
    signal_crash,
    silent_symptoms,
    traceback_crash,
    warning,
)
from seismograd.reproduce.criteria.derive.families.family import Family

CRASHES: tuple[Family, ...] = (traceback_crash, error_in_prose, message_in_prose, signal_crash)
SILENT: tuple[Family, ...] = (shown, contrasted, silent_symptoms, warning)
