"""Diagnoses of earlier sessions and of the command line, shown again."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from seismograd.localise.diagnose_training import script_of
from seismograd.localise.kept_diagnosis import began_at, kept_diagnosis
from seismograd.lsp.language_server import SeismogradServer
from seismograd.lsp.last_runs import LastDiagnosis
from seismograd.lsp.own_folders import roots_of_own_folders
from seismograd.lsp.shown_diagnosis import REPORT_FILE, show_diagnosis
from seismograd.lsp.side_thread import in_side_thread
from seismograd.runs.folder import RunFolder
from seismograd.runs.history import list_runs
from seismograd.runs.summary import RunSummary, summarise_run
from seismograd.runs.told import history_by_trace
from seismograd.traces.history import RunHistory

MOST_SCRIPTS = 10
"""Of a project: the trace of each is read again for what it measured."""


class Kept(NamedTuple):
    summary: RunSummary
    history: RunHistory
    known: LastDiagnosis


async def show(ls: SeismogradServer) -> None:
    """The newest of each script that has not been run in this session."""
    await ls.configured()
    for root in await ls.worker.run(partial(roots_of_own_folders, ls)):
        for kept in await in_side_thread(partial(_kept, root)):
            script = script_of(kept.summary.record)
            is_older = script is None or ls.last_runs.about(str(script)) is not None
            if not ls.was_shut_down and not is_older:
                await show_diagnosis(ls, kept.known, *kept[:2], began_at(kept.summary.record))


def _kept(root: Path) -> list[Kept]:
    return list(islice(_newest(root), MOST_SCRIPTS))


def _newest(root: Path) -> Iterator[Kept]:
    seen: set[Path | None] = {None}
    for folder, record in list_runs(root):
        script = script_of(record)
        if script not in seen and (kept := _read(folder, root)) is not None:
            seen.add(script)
            yield kept


def _read(folder: RunFolder, root: Path) -> Kept | None:
    found, summary = kept_diagnosis(folder, root), summarise_run(folder)
    if found is None or summary is None:
        return None
    page = folder.path / REPORT_FILE
    known = LastDiagnosis(folder.id, found.causes, found.sentence, page)
    return Kept(summary, history_by_trace(folder), known)
