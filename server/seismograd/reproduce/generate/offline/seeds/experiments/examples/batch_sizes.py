"""What goes wrong with batches, and not where every batch has one example."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from seismograd.reproduce.generate.offline.draft import Constant, Draft

SIZE = "BATCH_SIZE"
_GIVEN = re.compile(r"\bbatch_size=(\d+)\b")


def in_batches_of_one(draft: Draft) -> Iterator[Draft]:
    """With batches of one for a control: there is no last batch that is not full."""
    named = _with_a_name(draft)
    constants = tuple(_switched(one) for one in named.constants)
    if constants != named.constants and not draft.switches:
        yield named.changed(constants=constants)


def _switched(one: Constant) -> Constant:
    return replace(one, control="1") if one.name == SIZE and one.value != "1" else one


def _with_a_name(draft: Draft) -> Draft:
    """The size that the project gives itself, as a constant."""
    found = _GIVEN.search("\n".join(draft.exercise))
    if found is None or any(one.name == SIZE for one in draft.constants):
        return draft
    exercise = tuple(_GIVEN.sub(f"batch_size={SIZE}", line) for line in draft.exercise)
    constants = (*draft.constants, Constant(SIZE, found[1]))
    return draft.changed(exercise=exercise, constants=constants)
