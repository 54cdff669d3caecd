"""A draft that shows the bug with inputs as reported: is it that there are several of them?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from seismograd.reproduce.candidate import Attempt, Rung
from seismograd.reproduce.case import Case
from seismograd.reproduce.generate.offline.draft import Draft
from seismograd.reproduce.generate.offline.rendering import is_exact


def try_one_example(case: Case, draft: Draft, attempt: Attempt) -> Iterator[Draft]:
    if attempt.rung is not Rung.PROVENANCE or draft.switches or draft.patches or draft.guessed:
        return
    batch = next((one for one in draft.constants if one.name == "BATCH"), None)
    if batch is None or batch.name in draft.made_up or batch.value == "1" or not is_exact(case):
        return
    alone = replace(batch, control="1")
    yield draft.changed(
        constants=tuple(alone if one is batch else one for one in draft.constants),
        is_baseline=False,
        idea=f"{draft.idea} Its control: one example alone.",
    )
