"""What a script that stands at the top of the ladder has for it."""

from __future__ import annotations

from dataclasses import dataclass

from seismograd.reproduce.candidate import Candidate, Departure
from seismograd.reproduce.criteria.judging import Judgement
from seismograd.reproduce.observation import Observation
from seismograd.reproduce.validate.controls.control import Control
from seismograd.reproduce.validate.fidelity.examination import decisive
from seismograd.reproduce.validate.provenance import Provenance


@dataclass(frozen=True, slots=True)
class Proof:
    """All that makes a script a reproduction."""

    candidate: Candidate
    seen: Observation
    judgement: Judgement
    provenance: Provenance
    control: Control
    runs: int
    fired: int
    departures: tuple[Departure, ...] = ()
    """Those that were examined, the decisive ones first."""

    @property
    def is_faithful(self) -> bool:
        """Whether it shows what was reported, and not something of its own making."""
        return not decisive(self.departures)
