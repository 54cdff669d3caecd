"""The protocol of everything that proposes scripts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from seismograd.reproduce.candidate import Attempt, Candidate
from seismograd.reproduce.case import Case


class Generator(Protocol):
    @property
    def name(self) -> str: ...

    def propose(self, case: Case, attempts: Sequence[Attempt]) -> Candidate | None:
        """The next candidate, given all that was tried; None when it has no more ideas."""
