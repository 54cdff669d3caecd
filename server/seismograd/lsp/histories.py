"""The histories of jobs, one a folder."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from seismograd.jobs.history_thread import HistoryThread

LAST_WORDS_PATIENCE = 0.5


class Histories:
    """Each is made when it is first needed."""

    def __init__(self) -> None:
        self._by_root: dict[str | None, HistoryThread] = {}

    def of(self, root: str | None) -> HistoryThread:
        known = self._by_root.get(root)
        if known is None:
            from seismograd.jobs.history import JobHistory
            from seismograd.jobs.history_thread import HistoryThread

            folder = None if root is None else Path(root)
            known = self._by_root[root] = HistoryThread(JobHistory.of(folder))
        return known

    def finish(self) -> None:
        """The process is about to end: what was told should be written down by then."""
        for history in self._by_root.values():
            history.finish(LAST_WORDS_PATIENCE)
