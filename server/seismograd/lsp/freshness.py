"""Which results still hold: a check is as old as the newest change to any file it looked at."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from seismograd.source.document import Document
from seismograd.source.workspace import Workspace


class ObservedWorkspace(Workspace):
    """A workspace that tells which documents were asked for."""

    def __init__(self, roots: Iterable[str | Path] = ()) -> None:
        super().__init__(roots)
        self._seen: set[str] = set()

    def _leads_out(self, path: str) -> bool:
        """Also what lies outside of all folders: an editor has open what its user wants read."""
        return not self.holds(path)

    def document(self, path: str) -> Document | None:
        self._seen.add(path)
        return super().document(path)

    @contextmanager
    def observed(self) -> Iterator[set[str]]:
        self._seen = set()
        yield self._seen


class Freshness:
    """Ages of changes and of checks, by path."""

    def __init__(self) -> None:
        self._now = 0
        self._everything = 0
        self._changed: dict[str, int] = {}
        self._checked: dict[str, int] = {}
        self._looked_at: dict[str, set[str]] = {}

    def touch(self, path: str) -> None:
        self._now += 1
        self._changed[path] = self._now

    def touch_everything(self) -> None:
        self._now += 1
        self._everything = self._now

    def forget(self, path: str) -> None:
        self._checked.pop(path, None)

    def mark_checked(self, path: str, looked_at: set[str]) -> None:
        # What was seen once counts for ever: a later check may have used a result it kept.
        self._looked_at.setdefault(path, set()).update(looked_at)
        self._checked[path] = self._now

    def is_fresh(self, path: str) -> bool:
        checked = self._checked.get(path)
        if checked is None or self._everything > checked:
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
