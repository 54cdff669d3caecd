"""The script of the project that the report ran: where that is healthy, another path was found."""

from __future__ import annotations

from collections.abc import Iterator

from seismograd.reproduce.drafts.commands import from_whole_runs
from seismograd.reproduce.drafts.rendering import render
from seismograd.reproduce.validate.fidelity.doubt import Doubt, Variant
from seismograd.reproduce.validate.fidelity.reported_path import is_shown_by_ending, raising_place
from seismograd.reproduce.validate.fidelity.subject import Subject

MOST_RUNS = 2


def reported_runs(subject: Subject) -> Iterator[Doubt]:
    """With the options of the report and nothing made smaller: what takes too long says nothing."""
    place, case = raising_place(subject), subject.case
    if place is None or not is_shown_by_ending(subject):
        return
    for number, draft in enumerate(from_whole_runs(case)):
        if number < MOST_RUNS and draft.constants:
            source = render(draft, case.fingerprint, case.project.search_path)
            variant = Variant("the script that the report runs", source, place)
            yield Doubt("what it does beside the script that the report runs", 1, [variant])
