"""What doubts are looked for in: a script, its run, and what could give a reason for it."""

from __future__ import annotations

from dataclasses import dataclass

from seismograd.reproduce.case import Case
from seismograd.reproduce.observation import Observation
from seismograd.reproduce.validate.fidelity.grounds import Grounds
from seismograd.reproduce.validate.fidelity.script import Script


@dataclass(frozen=True, slots=True)
class Subject:
    case: Case
    script: Script
    grounds: Grounds
    seen: Observation
