"""A diagnosis on the lines of the files that were run, in lenses and in hovers."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from seismograd.lsp.diagnose_findings import causes_by_path
from seismograd.lsp.language_server import SeismogradServer
from seismograd.lsp.last_runs import LastDiagnosis
from seismograd.lsp.run_results import is_outdated, last_run_of
from seismograd.runs.summary import RunSummary
from seismograd.traces.history import RunHistory

REPORT_FILE = "diagnosis.html"


async def show_diagnosis(
    ls: SeismogradServer,
    known: LastDiagnosis,
    summary: RunSummary,
    history: RunHistory,
    began: float,
) -> None:
    """Where the code has changed since, it is greyed or not shown."""
    files = {cause.finding.span.file for cause in known.causes}
    last = last_run_of(summary, history, files)
    if last is None:
        return
    stale = await ls.worker.run(partial(is_outdated, ls, last, began))
    shown = await ls.worker.run(partial(causes_by_path, ls, known.causes, began))
    ls.last_runs.add(replace(last, diagnosis=known, is_stale=stale))
    ls.run_findings.show(summary.folder.id, shown)
