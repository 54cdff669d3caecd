"""What an experiment measured, without and with a change: for reports that show the numbers."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Comparison:
    """Lower is better; a run that broke down counts as infinite."""

    title: str
    """What was changed."""
    sentence: str
    """What came of it, with the test."""
    before: tuple[float, ...]
    after: tuple[float, ...]
    """By seed, in the same order."""
