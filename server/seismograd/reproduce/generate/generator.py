"""The protocol of everything that proposes scripts, and scripts that were proposed before."""

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


class EarlierScripts:
    """A `Generator`: each once."""

    name = "earlier"

    def __init__(self, scripts: Sequence[Candidate]) -> None:
        self._left = list(scripts)

    def propose(self, case: Case, attempts: Sequence[Attempt]) -> Candidate | None:
        return self._left.pop(0) if self._left else None


def last_written(attempts: Sequence[Attempt]) -> list[Candidate]:
    """The last script that somebody wrote, rather than a scheme made; [] where there is none."""
    written = [one.candidate for one in attempts if one.candidate.is_free_hand]
    return written[-1:]
