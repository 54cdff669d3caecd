"""Runs that are kept: listed, summed up, and as a page."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from pygls.exceptions import JsonRpcException, JsonRpcInvalidParams

from seismograd.lsp.commands import REQUEST_FAILED
from seismograd.lsp.language_server import SeismogradServer
from seismograd.lsp.live_runs import LiveRun
from seismograd.lsp.own_folders import roots_of_own_folders
from seismograd.lsp.runs_feature import RunIdParams
from seismograd.lsp.side_thread import in_side_thread
from seismograd.runs.folder import RunFolder
from seismograd.runs.history import KEPT_RUNS, find_run, list_runs
from seismograd.runs.record import RunRecord
from seismograd.runs.summary import RunSummary, summarise_run
from seismograd.runs.summary_json import summary_as_dict
from seismograd.runs.told import history_by_trace
from seismograd.traces import plain
from seismograd.traces.history import RunHistory
from seismograd.traces.live_symptoms import LiveSymptoms

REPORT_FILE = "report.html"
SYMPTOM = ("name", "message", "step", "place")
MOST_SYMPTOMS = 50
NOT_TRUSTED = "No report is written into a workspace that is not trusted: trust it first."


async def runs(ls: SeismogradServer) -> list[dict[str, Any]]:
    """The newest runs of the open folders."""
    await ls.configured()
    roots = await ls.worker.run(partial(roots_of_own_folders, ls))
    return await in_side_thread(partial(_listed, roots))


async def run_summary(ls: SeismogradServer, params: RunIdParams | None) -> dict[str, Any]:
    """What is known of a run, with the curve of its loss; also while it goes on."""
    summary = await _summary(ls, params)
    live = ls.live_runs.get(summary.folder.id)
    return await in_side_thread(partial(_shown_summary, summary, live))


async def run_report(ls: SeismogradServer, params: RunIdParams | None) -> dict[str, str]:
    """Write the page of a run into its folder."""
    if not ls.options.trusted:
        raise JsonRpcException(NOT_TRUSTED, code=REQUEST_FAILED)
    return await in_side_thread(partial(_write_page, await _summary(ls, params)))


async def _summary(ls: SeismogradServer, params: RunIdParams | None) -> RunSummary:
    if params is None:
        raise JsonRpcInvalidParams("the run is missing: {id}")
    return await summary_of_run(ls, params.id)


async def summary_of_run(ls: SeismogradServer, run_id: str) -> RunSummary:
    live = ls.live_runs.get(run_id)
    if live is not None:
        return live.summary
    roots = await ls.worker.run(partial(roots_of_own_folders, ls))
    found = await in_side_thread(partial(_kept_summary, roots, run_id))
    if found is None:
        raise JsonRpcException(f"There is no run {run_id} any more.", code=REQUEST_FAILED)
    return found


def _shown_summary(summary: RunSummary, live: LiveRun | None) -> dict[str, Any]:
    """With the symptoms so far of a run that goes on, and all of them afterwards."""
    symptoms = live.symptoms if live else LiveSymptoms(_history(summary)).refresh()
    shown = [{name: plain(getattr(one, name)) for name in SYMPTOM} for one in symptoms]
    return {**summary_as_dict(summary, with_curve=True), "symptoms": shown[:MOST_SYMPTOMS]}


def _history(summary: RunSummary) -> RunHistory:
    """Empty for a trace that does not count any more."""
    return history_by_trace(summary.folder) if summary.told.events else RunHistory()


def _listed(roots: list[Path]) -> list[dict[str, Any]]:
    found = [kept for root in roots for kept in list_runs(root)]
    found.sort(key=lambda kept: kept[0].id, reverse=True)
    return [_row(folder, record) for folder, record in found[:KEPT_RUNS]]


def _row(folder: RunFolder, record: RunRecord) -> dict[str, Any]:
    return {
        "id": folder.id,
        "path": str(folder.path),
        "title": record.title,
        "state": record.state.value,
        "sentence": record.sentence,
        "started": record.started,
        "seconds": record.seconds,
        "steps": record.steps,
        "loss": plain(record.loss),
        "sandbox": record.sandbox,
    }


def _kept_summary(roots: list[Path], run_id: str) -> RunSummary | None:
    folders = (find_run(root, run_id) for root in roots)
    folder = next((folder for folder in folders if folder is not None), None)
    return None if folder is None else summarise_run(folder)


def _write_page(summary: RunSummary) -> dict[str, str]:
    from seismograd.reports.run_html import run_html

    path = summary.folder.path / REPORT_FILE
    summary.folder.place(path, run_html(summary).encode())
    return {"path": str(path)}
