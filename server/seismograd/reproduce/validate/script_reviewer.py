"""Somebody who reads a script that holds, and says why it may not be what was reported."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from seismograd.reproduce.candidate import Candidate, Departure
from seismograd.reproduce.case import Case
from seismograd.reproduce.observation import Observation
from seismograd.reproduce.validate.controls.control import Control

LONGEST = 400


@dataclass(frozen=True, slots=True)
class Shown:
    """What there is to be read: nothing of why its writer thinks that it is right."""

    case: Case
    candidate: Candidate
    seen: Observation
    control: Control
    departures: tuple[Departure, ...]


class ScriptReviewer(Protocol):
    def objection(self, shown: Shown) -> str:
        """Why it is not what was reported; "" where nothing is to be said against it."""
        ...


def departure_of(objection: str) -> Departure:
    words = " ".join(objection.split())[:LONGEST]
    what = f'a language model says that this is not what was reported: "{words}"'
    return Departure(what, 1, is_objection=True)
