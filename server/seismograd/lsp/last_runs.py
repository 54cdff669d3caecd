"""The last run of each script: what it measured and what was found, until the code changes."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from seismograd.localise.diagnosis import Cause
    from seismograd.lsp.language_server import SeismogradServer
    from seismograd.traces.measured_parts import MeasuredPart

MOST_SCRIPTS = 50
"""Nobody works on more in one session; the oldest are forgotten."""


@dataclass(frozen=True, slots=True)
class LastDiagnosis:
    run: str
    causes: tuple[Cause, ...]
    sentence: str
    report: Path


@dataclass(frozen=True, slots=True)
class LastRun:
    id: str
    script: str
    root: str
    sentence: str
    """How it ended."""
    files: frozenset[str] = field(repr=False)
    """The files that its results are about."""
    parts: tuple[MeasuredPart, ...] = ()
    diagnosis: LastDiagnosis | None = None
    is_stale: bool = False
    """Whether one of the files has changed since."""


class LastRuns:
    """Only the event loop changes it; other threads may look."""

    def __init__(self, server: SeismogradServer) -> None:
        self._server = server
        self._by_script: dict[str, LastRun] = {}

    def add(self, run: LastRun) -> None:
        """A run without a diagnosis leaves that of an earlier one in place while it holds."""
        before = self._by_script.pop(run.script, None)
        kept = before.diagnosis if before and not before.is_stale else None
        if before and before.diagnosis and (run.diagnosis or kept is None):
            self._server.run_findings.forget(before.diagnosis.run)
        self._by_script[run.script] = replace(run, diagnosis=run.diagnosis or kept)
        for script in list(self._by_script)[:-MOST_SCRIPTS]:
            del self._by_script[script]
        self.refresh_lenses()

    def about(self, path: str) -> LastRun | None:
        """The newest whose results are about a file."""
        runs = reversed(list(self._by_script.values()))
        return next((run for run in runs if path in run.files), None)

    def diagnosis(self, run_id: str) -> LastDiagnosis | None:
        found = (run.diagnosis for run in list(self._by_script.values()))
        return next((one for one in found if one is not None and one.run == run_id), None)

    def file_changed(self, path: str) -> None:
        """What stands in the other files of its run is about other code, too."""
        for run in list(self._by_script.values()):
            if path in run.files and not run.is_stale:
                self._by_script[run.script] = replace(run, is_stale=True)
                if run.diagnosis is not None:
                    self._server.run_findings.fade(run.diagnosis.run)
                self.refresh_lenses()

    def refresh_lenses(self) -> None:
        server = self._server
        if server.client.refreshes_lenses and not server.was_shut_down:
            server.workspace_code_lens_refresh(None)
