"""Where drafts begin: the report's own code, entry points, and what the project offers."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from seismograd.reproduce.case import Case
from seismograd.reproduce.generate.offline.draft import Draft

Seed = Callable[[Case], Iterator[Draft]]
