"""What the families of bugs are, crashes first, and what each does with a report."""

from __future__ import annotations

from typing import Protocol

from seismograd.reproduce.criteria.criterion import Fingerprint
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
from seismograd.reproduce.criteria.derive.reading import Reading


class Family(Protocol):
    """A module of this package, too, is one."""

    def read(self, reading: Reading, /) -> list[Fingerprint]:
        """Fingerprints with their confidence; none where nothing speaks for the family."""


CRASHES: tuple[Family, ...] = (traceback_crash, error_in_prose, message_in_prose, signal_crash)
SILENT: tuple[Family, ...] = (shown, contrasted, silent_symptoms, warning)
