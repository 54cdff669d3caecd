"""`seismograd.diagnose`: a watched run and its causes, as a job that can be cancelled."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from pathlib import Path

from pygls.exceptions import JsonRpcException

from seismograd.cancellation import Cancellation
from seismograd.jobs import Job, JobState
from seismograd.localise.diagnose_training import EmptyTrace, diagnose_summary, run_experiments
from seismograd.localise.diagnosis import Diagnosis
from seismograd.localise.kept_diagnosis import began_at, keep_diagnosis
from seismograd.lsp.commands import REQUEST_FAILED
from seismograd.lsp.diagnose_feature import DiagnoseParams
from seismograd.lsp.diagnose_model import model_for_diagnosis, second_opinion
from seismograd.lsp.job_history import start_heavy
from seismograd.lsp.language_server import SeismogradServer
from seismograd.lsp.last_runs import LastDiagnosis
from seismograd.lsp.live_runs import LiveRun
from seismograd.lsp.run_command import NOT_TRUSTED, carry_out_run, prepared_run, start_run
from seismograd.lsp.runs_commands import summary_of_run
from seismograd.lsp.runs_feature import RunParams
from seismograd.lsp.shown_diagnosis import REPORT_FILE, show_diagnosis
from seismograd.lsp.side_thread import in_deep_thread
from seismograd.reports.diagnosis_html import diagnosis_html
from seismograd.reports.diagnosis_text import diagnosis_sentence
from seismograd.reports.report import Report
from seismograd.runs.summary import RunSummary
from seismograd.runs.watched_run import WatchedRun
from seismograd.settings import Settings
from seismograd_sandbox.host.sandbox import SandboxUnusable

KIND = "diagnose"
Tell = Callable[[str], None]


async def diagnose(ls: SeismogradServer, asked: DiagnoseParams) -> dict[str, str]:
    """Begin; it goes on as a job after the answer."""
    if not ls.options.trusted:
        raise JsonRpcException(NOT_TRUSTED, code=REQUEST_FAILED)
    if asked.id is not None:
        return await _diagnose_earlier(ls, asked.id)
    wanted = RunParams(asked.uri, asked.arguments, asked.seed)
    live, settings = await prepared_run(ls, wanted, check_network=True)
    work = partial(_carry_out, ls, live, settings, asked.budget)
    job = start_run(ls, live, KIND, f"Diagnose {live.record.title}", work)
    return {"job": job, "run": live.folder.id, "path": str(live.folder.path)}


async def _diagnose_earlier(ls: SeismogradServer, run_id: str) -> dict[str, str]:
    summary = await summary_of_run(ls, run_id)
    if not summary.record.state.is_over:
        raise JsonRpcException("The run is not over yet.", code=REQUEST_FAILED)
    title = f"Diagnose {summary.record.title}"
    work = partial(_look_back, ls, summary)
    job, _ = start_heavy(ls, KIND, title, work, summary.record.root)
    return {"job": job, "run": run_id, "path": str(summary.folder.path)}


async def report(ls: SeismogradServer, run_id: str) -> dict[str, str]:
    """The page of a diagnosis; made now, without experiments, where there was none."""
    if not ls.options.trusted:
        raise JsonRpcException(NOT_TRUSTED, code=REQUEST_FAILED)
    known = ls.last_runs.diagnosis(run_id)
    if known is not None and known.report.exists():
        return {"path": str(known.report)}
    summary = await summary_of_run(ls, run_id)
    settings = await ls.worker.run(partial(_settings, ls, summary))
    try:
        found = await in_deep_thread(partial(diagnose_summary, summary, settings))
    except EmptyTrace as error:
        raise JsonRpcException(str(error), code=REQUEST_FAILED) from error
    return {"path": str(await in_deep_thread(partial(_write_page, found, summary)))}


async def _carry_out(
    ls: SeismogradServer, live: LiveRun, settings: Settings, budget: float | None, job: Job
) -> None:
    await carry_out_run(ls, live, job)
    job.report("looking for causes")
    watched = WatchedRun(live.summary, live.plan, live.choice)

    def test(found: Diagnosis, cancel: Cancellation, tell: Tell) -> Diagnosis:
        return run_experiments(found, watched, budget, cancel, tell)

    await _diagnose_and_show(ls, live.summary, settings, live.began, job, test)


async def _look_back(ls: SeismogradServer, summary: RunSummary, job: Job) -> None:
    job.keep_result(str(summary.folder.path))
    settings = await ls.worker.run(partial(_settings, ls, summary))
    await _diagnose_and_show(
        ls, summary, settings, began_at(summary.record), job, lambda found, cancel, tell: found
    )


async def _diagnose_and_show(
    ls: SeismogradServer,
    summary: RunSummary,
    settings: Settings,
    began: float,
    job: Job,
    test: Callable[[Diagnosis, Cancellation, Tell], Diagnosis],
) -> None:
    try:
        found = await in_deep_thread(partial(diagnose_summary, summary, settings))
        model = model_for_diagnosis(ls, settings)

        def examine(cancel: Cancellation, tell: Tell) -> Diagnosis:
            """The model first: experiments test the line that it proposes, too."""
            return test(second_opinion(found, summary, model, cancel, tell), cancel, tell)

        found = await _examined(ls, examine, summary, job, began)
    except (EmptyTrace, SandboxUnusable) as error:
        # Nothing is wrong with the server: this is for the user, not for the log.
        job.end(JobState.FAILED, str(error))
        return
    await _show(ls, found, summary, began)
    job.report(diagnosis_sentence(found, summary))


async def _examined(
    ls: SeismogradServer,
    examine: Callable[[Cancellation, Tell], Diagnosis],
    summary: RunSummary,
    job: Job,
    began: float,
) -> Diagnosis:
    cancel = Cancellation()

    def tell(text: str) -> None:
        ls.on_loop(partial(job.report, text))

    running = asyncio.ensure_future(in_deep_thread(partial(examine, cancel, tell)))
    try:
        await asyncio.wait({running})
    except asyncio.CancelledError:
        cancel.set()
        await asyncio.wait({running})
        if not ls.was_shut_down and running.exception() is None:
            # What is known by now is of use, tested or not.
            await _show(ls, running.result(), summary, began)
        raise
    return running.result()


def _settings(ls: SeismogradServer, summary: RunSummary) -> Settings:
    return ls.project.settings.settings(str(Path(summary.record.root, summary.record.entry)))


async def _show(ls: SeismogradServer, found: Diagnosis, summary: RunSummary, began: float) -> None:
    """On the lines of files that are what was run, and as a page."""
    page = await in_deep_thread(partial(_keep, found, summary))
    sentence = diagnosis_sentence(found, summary)
    known = LastDiagnosis(summary.folder.id, found.causes, sentence, page)
    await show_diagnosis(ls, known, summary, found.history, began)


def _keep(found: Diagnosis, summary: RunSummary) -> Path:
    """For later sessions and as a page."""
    keep_diagnosis(summary, found.causes, diagnosis_sentence(found, summary))
    return _write_page(found, summary)


def _write_page(found: Diagnosis, summary: RunSummary) -> Path:
    causes = [cause.finding for cause in found.causes]
    page = diagnosis_html(found, summary, Report(causes, base=summary.record.root))
    path = summary.folder.path / REPORT_FILE
    summary.folder.place(path, page.encode())
    return path
