"""What every family of bugs does with a report."""

from __future__ import annotations

from typing import Protocol

from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.criteria.derive.reading import Reading


class Family(Protocol):
    """A module of this package, too, is one."""

    def read(self, reading: Reading, /) -> list[Fingerprint]:
        """Fingerprints with their confidence; none where nothing speaks for the family."""
