"""What a relation is about: how it is made, and the functions that it offers to both ways."""

from __future__ import annotations

from dataclasses import dataclass

from seismograd.reproduce.generate.offline.inputs.draft_builder import DraftBuilder


@dataclass(frozen=True, slots=True)
class Subject:
    name: str
    builder: DraftBuilder
    offers: frozenset[str]
    """Functions and methods that not every subject has."""
    helpers: tuple[str, ...]
    """Definitions for the top of the script."""
    setting: tuple[str, ...]
    """Statements that make it, and what it is given."""
