"""Lengths that a report names: "63 tokens work, 64 do not"."""

from __future__ import annotations

from collections.abc import Iterator

from seismograd.reproduce.case import Case
from seismograd.reproduce.criteria.derive.running_text import running_text
from seismograd.reproduce.generate.offline.draft import Constant, Draft
from seismograd.reproduce.generate.offline.triggers.told_amounts import STEPS
from seismograd.reproduce.report.values.amounts import Amount, amounts_in

MOST_LENGTHS = 3
MOST_TEXT = 40_000
_LENGTH = "LENGTH"


def told_lengths(case: Case, draft: Draft, values: dict[str, str]) -> Iterator[Draft]:
    """Sequences of that length, all else being as reported; shorter ones are the control."""
    usual = next((one.value for one in draft.constants if one.name == _LENGTH), None)
    told = [one for one in _amounts(case) if float(one.value).is_integer()]
    for bad in [one for one in told if not one.is_fine][:MOST_LENGTHS] if usual else ():
        fine = [one for one in told if one.is_fine and one.noun == bad.noun]
        other = str(int(fine[0].value)) if fine else str(usual)
        yield _with_length(draft, values, str(int(bad.value)), other)


def _amounts(case: Case) -> list[Amount]:
    text = running_text(f"{case.report.title}\n{case.report.text}"[:MOST_TEXT])
    return [one for one in amounts_in(text) if one.noun in STEPS]


def _with_length(draft: Draft, values: dict[str, str], bad: str, fine: str) -> Draft:
    constants = tuple(
        Constant(_LENGTH, bad, fine)
        if one.name == _LENGTH
        else Constant(one.name, values.get(one.name, one.value))
        for one in draft.constants
    )
    idea = f"{draft.idea} Now with {_LENGTH} = {bad}, as reported."
    return draft.changed(constants=constants, idea=idea)
