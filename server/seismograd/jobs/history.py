"""What became of jobs, over many sessions. Without it the work goes on all the same."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from seismograd.jobs.job import JobRecord
from seismograd.jobs.owner import this_process
from seismograd.jobs.places import Place, in_cache

if TYPE_CHECKING:
    from seismograd.jobs.store import JobStore

log = logging.getLogger(__name__)
Result = TypeVar("Result")
RETRY_SECONDS = 30.0
"""A file that could not be used is left in peace for so long."""


class JobHistory:
    """Never raises; opened on first use, and always used by one thread."""

    def __init__(self, place: Place) -> None:
        self._place = place
        self._store: JobStore | None = None
        self._unsaved: dict[str, JobRecord] = {}
        self._interrupted: list[JobRecord] = []
        self._told: set[str] = set()
        self._not_before = 0.0

    @classmethod
    def of(cls, root: Path | None) -> JobHistory:
        """The history of a project, which lies in the user's cache folder."""
        return cls(in_cache(root))

    def remember(self, record: JobRecord) -> bool:
        """Write down a job; whether it will be there after a crash."""
        self._unsaved[record.id] = record
        return self._try(self._save, otherwise=False)

    def recent(self, most: int = 200) -> list[JobRecord]:
        """Newest first; where nothing can be written down, those of this session."""
        unsaved = sorted(self._unsaved.values(), key=lambda record: record.queued, reverse=True)
        return self._try(lambda store: store.recent(most), otherwise=unsaved[:most])

    def take_interrupted(self) -> list[JobRecord]:
        """Jobs that were found without their process, each told once."""
        self._try(lambda store: None, otherwise=None)
        found, self._interrupted = self._interrupted, []
        return found

    def close(self) -> None:
        if self._store is not None:
            self._store.close()
            self._store = None

    def _save(self, store: JobStore) -> bool:
        """What could not be written down when it happened is still to be."""
        for record in list(self._unsaved.values()):
            store.keep(record, this_process())
            del self._unsaved[record.id]
        return True

    def _try(self, work: Callable[[JobStore], Result], otherwise: Result) -> Result:
        if self._store is None and time.monotonic() < self._not_before:
            return otherwise
        import sqlite3

        from seismograd.jobs.store import StoreDamaged, StoreUnusable

        trouble: Exception | None = None
        for _ in range(2):
            try:
                return work(self._opened())
            except (sqlite3.Error, OSError, StoreDamaged, StoreUnusable) as error:
                # The file may have been broken or taken away: what opens it sees to that.
                trouble = error
                self.close()
        self._not_before = time.monotonic() + RETRY_SECONDS
        self._say(f"Jobs are not written down: {trouble}")
        return otherwise

    def _opened(self) -> JobStore:
        if self._store is not None and not self._store.is_in_place:
            self.close()
        if self._store is None:
            self._store = self._open()
            self._interrupted += self._store.interrupt_abandoned()
            self._store.prune()
        return self._store

    def _open(self) -> JobStore:
        from seismograd.jobs.damaged_store import open_store

        store, sentence = open_store(self._place())
        if sentence is not None:
            self._say(sentence)
        return store

    def _say(self, sentence: str) -> None:
        if sentence not in self._told:
            self._told.add(sentence)
            log.warning("%s", sentence)
