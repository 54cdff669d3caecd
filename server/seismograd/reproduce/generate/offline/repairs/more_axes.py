"""A draft that fails as reported, but may fail so for its guessed inputs: the same with more axes.

Where the report says no more than the type of an exception, inputs of a wrong form bring it about
as well. With a form that goes through there is a run to begin with.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from seismograd.reproduce.candidate import Attempt, Rung
from seismograd.reproduce.case import Case
from seismograd.reproduce.generate.offline.draft import Draft
from seismograd.reproduce.generate.offline.inputs.tensors import Kind
from seismograd.reproduce.generate.offline.rendering import is_exact
from seismograd.reproduce.generate.offline.repairs.made_tensors import made_tensors

MOST_AXES = 4
_SIZE = "8"


def try_more_axes(case: Case, draft: Draft, attempt: Attempt) -> Iterator[Draft]:
    """All of them together: what is compared must have one form."""
    if attempt.rung is not Rung.PROVENANCE or not draft.is_baseline or is_exact(case):
        return
    if draft.switches or draft.patches or draft.doubted is not None:
        return
    guessed = [
        tensor
        for tensor in made_tensors(draft, attempt)
        if tensor.name in draft.guessed and tensor.spec.kind is Kind.FLOAT
    ]
    better = draft
    for tensor in guessed:
        sizes = tensor.spec.sizes
        if 2 <= len(sizes) < MOST_AXES:
            more = replace(tensor.spec, sizes=(*sizes[:-1], _SIZE, sizes[-1]))
            better = tensor.replaced(better, more, "with one axis more")
    if better is not draft:
        yield better
