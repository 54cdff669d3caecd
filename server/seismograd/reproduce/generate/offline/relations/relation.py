"""What a relation is: two programs whose results are compared."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Relation:
    """Bodies of functions in terms of what its subject offers; each returns numbers."""

    symptom: str
    """The family of criteria that it shows; see `silent_symptoms`."""
    measurement: str
    idea: str
    """For people; `{subject}` is its name."""
    first: tuple[str, ...]
    second: tuple[str, ...]
    before: tuple[str, ...] = ()
    """Statements that both ways need."""
    needs: tuple[str, ...] = ()
    """Functions that not every subject offers."""
    control: tuple[str, ...] = ()
    """The second way of the control; else it is the first way once more."""
