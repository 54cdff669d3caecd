"""Usual mistakes undone: one file a kind of mistake."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from seismograd.reproduce.candidate import Patch
from seismograd.reproduce.suspicion.suspect_statements import SuspectStatement

Operator = Callable[[SuspectStatement], Iterator[Patch]]
"""Gives the statement in other words; nothing where it could not hold that mistake."""
