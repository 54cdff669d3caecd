"""Criteria that a second reader does not find in the report, as departures from it."""

from __future__ import annotations

from seismograd.reproduce.candidate import Departure
from seismograd.reproduce.criteria.criterion import Criterion, Fingerprint
from seismograd.reproduce.validate.script_reviewer import LONGEST


def doubted_criteria(fingerprint: Fingerprint) -> tuple[Departure, ...]:
    return tuple(_departure(one) for one in fingerprint.criteria if one.doubt)


def _departure(criterion: Criterion) -> Departure:
    words = " ".join(criterion.doubt.split())[:LONGEST]
    what = f"criterion {criterion.id} does not follow from the report, a second reader says"
    return Departure(f'{what}: "{words}"', 1)
