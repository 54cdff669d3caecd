"""A draft that shows the bug whatever its values are: take the project's suspect lines away."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from seismograd.reproduce.candidate import Attempt, Rung
from seismograd.reproduce.case import Case
from seismograd.reproduce.generate.offline.draft import Draft
from seismograd.reproduce.generate.offline.rendering import is_named
from seismograd.reproduce.generate.offline.repairs.whose_fault import whatever_is_given
from seismograd.reproduce.generate.offline.seeds.calls import ends_the_run
from seismograd.reproduce.generate.offline.seeds.entry_points import SEED as ENTRY_POINT
from seismograd.reproduce.suspicion.suspicion import suspect_patches
from seismograd.reproduce.validate.controls.patched_line import MOST_PATCHES


def patch_suspect_lines(case: Case, draft: Draft, attempt: Attempt) -> Iterator[Draft]:
    """After all variants: they are cheaper, and a value that is the trigger says more."""
    seen = attempt.observation
    if attempt.rung is not Rung.PROVENANCE or draft.switches or draft.patches or seen is None:
        return
    if draft.doubted is not None or not (draft.is_given or whatever_is_given(case, draft, seen)):
        return  # what was made up may be at fault itself
    if draft.seed == ENTRY_POINT and ends_the_run(case) and not is_named(case):
        return  # a script may fail for many reasons; only a reported option tells that it is this
    patches = tuple(islice(suspect_patches(case, seen), MOST_PATCHES))
    if patches:
        yield draft.changed(
            patches=patches, idea=f"{draft.idea} Its control: other lines in the project."
        )
