"""Ordered steps with concrete values, from a report to a check."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Way(StrEnum):
    """How the bug is reached, where the report says it."""

    SNIPPET = "snippet"
    COMMAND = "command"
    CALL = "call"
    RELATION = "relation"


@dataclass(frozen=True, slots=True)
class Plan:
    way: Way
    """What is tried first."""
    steps: tuple[str, ...]
    """Each one sentence, with the values."""
