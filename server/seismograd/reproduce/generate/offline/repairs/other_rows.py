"""A draft that shows the bug with data of its own: is it their number that brings it about?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from seismograd.reproduce.candidate import Attempt, Rung
from seismograd.reproduce.case import Case
from seismograd.reproduce.generate.offline.draft import Draft
from seismograd.reproduce.generate.offline.inputs.files import ROWS
from seismograd.reproduce.generate.offline.rendering import is_exact


def try_other_rows(case: Case, draft: Draft, attempt: Attempt) -> Iterator[Draft]:
    """Where the same kind of data in another number goes through, its form is not at fault."""
    if attempt.rung is not Rung.PROVENANCE or draft.switches or draft.patches:
        return
    rows = next((one for one in draft.constants if one.name == ROWS), None)
    if rows is None or not rows.value.isdigit() or not is_exact(case):
        return
    count = int(rows.value)
    for other in (count + 4, count + 2, 2 * count, count + 7, 4 * count + 3):
        control = replace(rows, control=str(other))
        yield draft.changed(
            constants=tuple(control if one is rows else one for one in draft.constants),
            is_baseline=False,
            idea=f"{draft.idea} Its control: with {other} rows.",
        )
