"""What a draft lacks, by what its run says: one file a kind of thing that is missing."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from seismograd.reproduce.candidate import Attempt
from seismograd.reproduce.case import Case
from seismograd.reproduce.generate.offline.draft import Draft

Completion = Callable[[Case, Draft, Attempt], Iterator[Draft]]
"""Gives better drafts, the most promising first; none where nothing of its kind is missing."""
