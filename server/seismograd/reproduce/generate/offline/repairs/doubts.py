"""A draft that shows the bug with guessed inputs: would the code take others?

Where one other form goes through, the guess was wrong, and nothing was shown. Where none does,
and what was seen is what the report says, down to the place, the inputs are not at fault.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from seismograd.reproduce.candidate import Attempt, Rung
from seismograd.reproduce.case import Case
from seismograd.reproduce.criteria.checks.check import CheckError
from seismograd.reproduce.criteria.checks.raised_in import RaisedIn
from seismograd.reproduce.criteria.language import parse
from seismograd.reproduce.generate.offline.draft import ENOUGH_VALUES, Draft
from seismograd.reproduce.generate.offline.inputs.tensors import Kind
from seismograd.reproduce.generate.offline.rendering import is_exact
from seismograd.reproduce.generate.offline.repairs.made_tensors import made_tensors
from seismograd.reproduce.generate.offline.repairs.patches import patch_suspect_lines
from seismograd.reproduce.generate.offline.repairs.whose_fault import whatever_is_given
from seismograd.reproduce.observation import Observation

MOST_FORMS = 8


def doubt_guessed_inputs(case: Case, draft: Draft, attempt: Attempt) -> Iterator[Draft]:
    seen = attempt.observation
    if seen is None or draft.switches or draft.patches:
        return
    if draft.doubted is not None:
        if not seen.is_clean:
            yield from _after(case, *draft.doubted, draft.withstood)
    elif whatever_is_given(case, draft, seen):
        return
    elif attempt.rung is Rung.PROVENANCE and draft.guessed and _is_placed(case, seen):
        yield from _after(case, draft, attempt, 0)


def _is_placed(case: Case, seen: Observation) -> bool:
    """Whether the criteria say what is raised, with its words, and where.

    Words that the project itself has written into a `raise` are a place, too.
    """
    frames = seen.exception.frames if seen.exception else ()
    if frames and frames[-1].in_project and (frames[-1].text or "").startswith("raise "):
        return is_exact(case)
    checks = []
    for criterion in case.fingerprint.criteria:
        try:
            checks.append(parse(criterion.check))
        except CheckError:
            continue
    return is_exact(case) and any(isinstance(one, RaisedIn) for one in checks)


def _after(case: Case, draft: Draft, attempt: Attempt, tried: int) -> Iterator[Draft]:
    """The next form; after the last one, what was doubted stands."""
    forms = list(_forms(draft, attempt))[:MOST_FORMS]
    if not forms or draft.doubted is not None:
        return
    if tried < len(forms):
        yield forms[tried].changed(doubted=(draft, attempt), withstood=tried + 1)
        return
    certain = draft.changed(guessed=(), made_up=(), withstood=ENOUGH_VALUES)
    yield from patch_suspect_lines(case, certain, attempt)


def _forms(draft: Draft, attempt: Attempt) -> Iterator[Draft]:
    for tensor in made_tensors(draft, attempt):
        sizes = tensor.spec.sizes
        if tensor.name not in draft.guessed:
            continue
        before_last = max(len(sizes) - 1, 1)
        more = replace(tensor.spec, sizes=(*sizes[:before_last], "3", *sizes[before_last:]))
        yield tensor.replaced(draft, more, "with one axis more")
        if len(sizes) > 1:
            less = replace(tensor.spec, sizes=(*sizes[:-2], sizes[-1]))
            yield tensor.replaced(draft, less, "with one axis less")
        for kind in Kind:
            if kind is not tensor.spec.kind:
                other = replace(tensor.spec, kind=kind)
                yield tensor.replaced(draft, other, f"of the kind {kind.value}")
