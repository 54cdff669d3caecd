"""A draft that shows the bug with made-up sizes: does it with others, too?

Where it does, the sizes are not what brings it about.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from seismograd.reproduce.candidate import Attempt, Rung
from seismograd.reproduce.case import Case
from seismograd.reproduce.generate.offline.draft import ENOUGH_VALUES, Constant, Draft

_LIMITS = ("VOCABULARY",)
"""What numbers must stay below: a network may know no larger ones."""


def try_other_sizes(case: Case, draft: Draft, attempt: Attempt) -> Iterator[Draft]:
    if attempt.rung is not Rung.PROVENANCE or draft.switches or draft.patches or draft.guessed:
        return
    if not draft.made_up or draft.withstood >= ENOUGH_VALUES:
        return
    others = tuple(_other(one, draft) for one in draft.constants)
    if others != draft.constants:
        yield draft.changed(
            constants=others,
            withstood=draft.withstood + 1,
            idea=f"{draft.idea} With other sizes, to see that they do not matter.",
        )


def _other(constant: Constant, draft: Draft) -> Constant:
    """Twice as much: what divides it still does."""
    is_free = constant.name in draft.made_up and constant.name not in _LIMITS
    if not is_free or not constant.value.isdigit():
        return constant
    value = int(constant.value)
    return replace(constant, value=str(2 * value)) if value else constant
