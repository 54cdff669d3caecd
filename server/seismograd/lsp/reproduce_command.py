"""`seismograd.reproduce`: from a report to a script, as a job that can be watched and cancelled."""

from __future__ import annotations

import asyncio
import shutil
from functools import partial
from typing import Any

from pygls.exceptions import JsonRpcException

from seismograd.jobs import Job, JobState
from seismograd.llm.choose import choose_model
from seismograd.llm.editor import EditorTransport
from seismograd.lsp.commands import REQUEST_FAILED
from seismograd.lsp.job_history import start_heavy
from seismograd.lsp.language_server import SeismogradServer
from seismograd.lsp.protocol import REPRODUCTION_LOG, ReproductionLogParams
from seismograd.lsp.reproduce_feature import ReproduceParams
from seismograd.lsp.reproduce_findings import Shown, findings_by_path
from seismograd.lsp.reproduce_live import LiveReproduction
from seismograd.lsp.reproduce_request import Place, criteria_of, place_of, report_of
from seismograd.lsp.reproduce_rows import Found, found_again
from seismograd.lsp.side_thread import in_side_thread
from seismograd.lsp.workspace_paths import named_path
from seismograd.own_folder import NoFolder, new_folder
from seismograd.reproduce.commits.repository import GitError
from seismograd.reproduce.criteria.criteria_file import CriteriaFileError
from seismograd.reproduce.propose import SearchBudget
from seismograd.reproduce.report.bug_report import NoReport
from seismograd.reproduce.request import ReproduceRequest
from seismograd.reproduce.results.follow_up import OutputOptions
from seismograd.reproduce.results.result import Reproduction, Status
from seismograd.reproduce.results.saved_results import FOLDER, REPORT, RESULT, prune
from seismograd.reproduce.results.write_results import CannotWriteResults
from seismograd.reproduce.validate.fidelity.departures import describe
from seismograd.reproduce.validate.fidelity.examination import decisive
from seismograd.runs.interpreter import NoInterpreter, find_interpreter
from seismograd_sandbox.host.sandbox import SandboxUnusable
from seismograd_sandbox.host.selection import choose_for_strangers
from seismograd_sandbox.untrusted_writes import replace_file

KIND = "reproduce"
LOOK_EVERY_S = 0.3
MOST_OF_TITLE = 60
NOT_TRUSTED = (
    "Nothing is reproduced because this workspace is not trusted: trust it to run its code."
)
_REFUSALS = (NoReport, CriteriaFileError, NoInterpreter, SandboxUnusable, NoFolder)
_FAILURES = (NoInterpreter, SandboxUnusable, CannotWriteResults, GitError)


async def reproduce(ls: SeismogradServer, asked: ReproduceParams) -> dict[str, str]:
    """Begin; it goes on as a job after the answer."""
    if not ls.options.trusted:
        raise JsonRpcException(NOT_TRUSTED, code=REQUEST_FAILED)
    await ls.configured()
    again = None if asked.id is None else await found_again(ls, asked.id)
    place, path = await ls.worker.run(partial(_place, ls, asked, again))
    editor = ls.editor_model if ls.options.language_model else None
    try:
        live = await in_side_thread(partial(_prepared, asked, again, place, path, editor))
    except _REFUSALS as error:
        raise JsonRpcException(str(error), code=REQUEST_FAILED) from error
    return {"job": _started(ls, live), "reproduction": live.id, "path": str(live.folder)}


def _place(ls: SeismogradServer, asked: ReproduceParams, again: Found | None) -> tuple[Place, str]:
    is_read = asked.text is None and asked.address is None and again is None
    path = named_path(ls.project, asked.uri) if asked.uri and is_read else ""
    return place_of(ls.project, asked, None if again is None else again.root), path


def _prepared(
    asked: ReproduceParams,
    again: Found | None,
    place: Place,
    path: str,
    editor: EditorTransport | None,
) -> LiveReproduction:
    """What can be wrong is looked at first; the folder for the result is made last."""
    report = report_of(asked, None if again is None else again.shown, path, place.root)
    fingerprint = criteria_of(asked.criteria)
    settings = place.settings
    find_interpreter(settings.python, place.root)
    sandbox = choose_for_strangers(place.sandbox, place.root)
    model = choose_model(settings, editor=editor)
    prune(place.root)
    folder = new_folder(place.root, FOLDER)
    replace_file(folder / REPORT, report.text.encode("utf-8", "replace"), within=place.root)
    request = ReproduceRequest(
        report=report,
        root=place.root,
        out=folder,
        settings=settings,
        sandbox=sandbox,
        search_budget=SearchBudget(),
        fingerprint=fingerprint,
        model=model.model,
        outputs=OutputOptions(test=True),
    )
    return LiveReproduction(request, about_model=model.why)


def _started(ls: SeismogradServer, live: LiveReproduction) -> str:
    """The job that carries it out when its turn comes."""
    ls.live_reproductions[live.id] = live
    work, root = partial(_carry_out, ls, live), str(live.request.root)
    title = f"Reproduce {live.title[:MOST_OF_TITLE]}"
    job, task = start_heavy(ls, KIND, title, work, root)
    task.add_done_callback(lambda _: _forget(ls, live))
    return job


def _forget(ls: SeismogradServer, live: LiveReproduction) -> None:
    ls.live_reproductions.pop(live.id, None)
    if not (live.folder / RESULT).exists():
        # It came to no result, so that there is nothing to keep.
        shutil.rmtree(live.folder, ignore_errors=True)


async def _carry_out(ls: SeismogradServer, live: LiveReproduction, job: Job) -> None:
    job.keep_result(str(live.folder))
    job.report("starting")
    running = asyncio.ensure_future(in_side_thread(live.carry_out))
    try:
        await _watched(ls, live, job, running)
        result = await running
    except asyncio.CancelledError:
        live.cancel.set()
        await asyncio.wait({running})
        raise
    except _FAILURES as error:
        # Nothing is wrong with the server: this is for the user, not for the log.
        job.end(JobState.FAILED, str(error))
        return
    finally:
        _tell_log(ls, live)
    shown = Shown(result.title, result.findings, result.script)
    found = await ls.worker.run(partial(findings_by_path, ls, shown, live.began))
    ls.run_findings.show(live.id, found)
    job.report(sentence(result))


async def _watched(
    ls: SeismogradServer, live: LiveReproduction, job: Job, running: asyncio.Future[Any]
) -> None:
    while not running.done():
        await asyncio.wait({running}, timeout=LOOK_EVERY_S)
        _tell_log(ls, live)
        if live.progress and not running.done():
            job.report(live.progress)


def _tell_log(ls: SeismogradServer, live: LiveReproduction) -> None:
    text = live.take_log()
    if text and ls.options.shows_jobs and not ls.was_shut_down:
        ls.protocol.notify(REPRODUCTION_LOG, ReproductionLogParams(live.id, text))


def sentence(result: Reproduction) -> str:
    """How it ended, for people."""
    proof = result.proof
    if proof is not None and not proof.is_faithful:
        return " ".join((result.why, *map(describe, decisive(proof.departures))))
    if proof is not None:
        return f"Reproduced in {proof.fired} of {proof.runs} runs, and not in the control."
    if result.status is Status.CANCELLED:
        return "It was cancelled."
    return " ".join((result.why, *result.missing)) or "It was not reproduced."
