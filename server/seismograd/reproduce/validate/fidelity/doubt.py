"""Something in a script that may decide its outcome, though nobody but its writer has asked for it.

What it is replaced by shows whether it does: nothing else counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum


class Decides(Enum):
    """When something is decisive, by what its variants showed."""

    WHERE_ONE_STOPS = "one"
    """Each variant is how the thing would have been done: the symptom has to be there as well."""
    WHERE_NONE_KEEPS = "none"
    """Any other value will do: the symptom may be gone with some, but not with all of them."""
    WHERE_ONE_KEEPS = "keeps"
    """Each variant is a case in which all is well: the symptom has to be gone."""
    AS_THE_FIRST_SAYS = "first"
    """The best variant comes first; the next counts only where that says nothing."""
    BY_ITSELF = "itself"
    """Nothing can be put in its place."""


@dataclass(frozen=True, slots=True)
class Variant:
    """The script with something else in the place of what is doubted."""

    instead: str
    source: str
    through: tuple[str, str] | None = None
    """A file and a function that must be entered, for the end of the run to say anything."""


@dataclass(frozen=True, slots=True)
class Doubt:
    what: str
    line: int
    variants: Sequence[Variant] = ()
    decides: Decides = Decides.WHERE_ONE_STOPS
