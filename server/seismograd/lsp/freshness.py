"""Which results still hold: a check is as old as the newest change to anything it rests on."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from seismograd.source.document import Document
from seismograd.source.workspace import Workspace


@dataclass(slots=True)
class Observed:
    """What a check asked for."""

    documents: set[str] = field(default_factory=set)
    places: set[str] = field(default_factory=set)
    """Files and folders that it looked for, whether they were there or not."""


class ObservedWorkspace(Workspace):
    """A workspace that tells what was asked for."""

    def __init__(self, roots: Iterable[str | Path] = ()) -> None:
        super().__init__(roots)
        self._observed = Observed()
        self._known_places: dict[str, str] = {}

    def _leads_out(self, path: str) -> bool:
        """Also what lies outside of all folders: an editor has open what its user wants read."""
        return not self.holds(path)

    def document(self, path: str) -> Document | None:
        self._observed.documents.add(path)
        return super().document(path)

    def looked_for(self, path: str) -> None:
        # Thousands of files look for the same places: one text for each is enough.
        self._observed.places.add(self._known_places.setdefault(path, path))

    @contextmanager
    def observed(self) -> Iterator[Observed]:
        self._observed = Observed()
        try:
            yield self._observed
        finally:
            self._observed = Observed()


class Freshness:
    """Ages of changes and of checks, by path."""

    def __init__(self) -> None:
        self._now = 0
        self._everything = 0
        self._changed: dict[str, int] = {}
        self._came_or_went: dict[str, int] = {}
        self._checked: dict[str, int] = {}
        self._looked_at: dict[str, set[str]] = {}
        self._looked_for: dict[str, tuple[str, ...]] = {}

    def touch(self, path: str) -> None:
        self._now += 1
        self._changed[path] = self._now

    def came_or_went(self, path: str) -> None:
        """A file is there now, or no longer; with it may have come or gone the folders around it.

        A file that was there and has other contents now, and is loaded as data, counts as well.
        """
        self._now += 1
        while path not in ("", os.path.dirname(path)):
            self._came_or_went[path] = self._now
            path = os.path.dirname(path)

    def touch_everything(self) -> None:
        self._now += 1
        self._everything = self._now

    def forget(self, path: str) -> None:
        self._checked.pop(path, None)

    def mark_checked(self, path: str, observed: Observed) -> None:
        # What was seen once counts for ever: a later check may have used a result it kept.
        self._looked_at.setdefault(path, set()).update(observed.documents)
        known = self._looked_for.get(path, ())
        if not observed.places.issubset(known):
            self._looked_for[path] = tuple(observed.places.union(known))
        self._checked[path] = self._now

    def is_fresh(self, path: str) -> bool:
        checked = self._checked.get(path)
        if checked == self._now:
            return True
        if checked is None or not self._has_held_since(path, checked):
            return False
        # Nobody need ask again what happened until now.
        self._checked[path] = self._now
        return True

    def _has_held_since(self, path: str, checked: int) -> bool:
        if self._everything > checked:
            return False
        places = self._looked_for.get(path, ())
        if any(self._came_or_went.get(place, 0) > checked for place in places):
            return False
        return all(self._changed.get(used, 0) <= checked for used in self._closure(path))

    def last_change(self, path: str) -> int:
        return self._changed.get(path, 0)

    def _closure(self, path: str) -> set[str]:
        found = {path}
        pending = [path]
        while pending:
            used = self._looked_at.get(pending.pop(), set()) - found
            found |= used
            pending.extend(used)
        return found
