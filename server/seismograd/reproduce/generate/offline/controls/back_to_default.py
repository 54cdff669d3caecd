"""A draft that shows the bug and gives an option: without it, what does the default do?"""

from __future__ import annotations

from collections.abc import Iterator

from seismograd.reproduce.candidate import Attempt, Rung
from seismograd.reproduce.case import Case
from seismograd.reproduce.generate.offline.call_options import without_options
from seismograd.reproduce.generate.offline.draft import Draft
from seismograd.reproduce.generate.offline.measured_conditions import is_about_one_value


def go_back_to_defaults(case: Case, draft: Draft, attempt: Attempt) -> Iterator[Draft]:
    """Only of calls that the report or the project wrote: what they give is meant."""
    if attempt.rung is not Rung.PROVENANCE or draft.switches or draft.patches:
        return
    if is_about_one_value(case.fingerprint):
        return
    if draft.seed in ("snippet", "completed"):
        yield from without_options(case, draft)
