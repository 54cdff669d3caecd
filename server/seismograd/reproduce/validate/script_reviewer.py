"""Second readers: of a script that holds, and of criteria that a report may not have."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from seismograd.reproduce.candidate import Candidate, Departure
from seismograd.reproduce.case import Case
from seismograd.reproduce.criteria.criterion import Criterion, Fingerprint
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


def doubted_criteria(fingerprint: Fingerprint) -> tuple[Departure, ...]:
    return tuple(_departure(one) for one in fingerprint.criteria if one.doubt)


def _departure(criterion: Criterion) -> Departure:
    words = " ".join(criterion.doubt.split())[:LONGEST]
    what = f"criterion {criterion.id} does not follow from the report, a second reader says"
    return Departure(f'{what}: "{words}"', 1)
