"""What to change in a draft after its run: one file a kind of mistake."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from seismograd.reproduce.candidate import Attempt
from seismograd.reproduce.case import Case
from seismograd.reproduce.generate.offline.draft import Draft

Repair = Callable[[Case, Draft, Attempt], Iterator[Draft]]
"""Gives better drafts, the most promising first; none where it knows of no mistake of its kind."""
