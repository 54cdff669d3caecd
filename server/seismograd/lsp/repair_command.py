"""`seismograd.repair`: search a verified patch, as a job that can be watched and cancelled."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path

from pygls.exceptions import JsonRpcException

from seismograd.jobs import Job, JobState
from seismograd.localise.diagnose_training import EmptyTrace
from seismograd.lsp.commands import REQUEST_FAILED
from seismograd.lsp.diagnose_model import model_for_diagnosis
from seismograd.lsp.language_server import SeismogradServer
from seismograd.lsp.live_runs import LiveRun
from seismograd.lsp.repair_feature import RepairParams
from seismograd.lsp.repair_live import RUNNING, LiveRepair
from seismograd.lsp.repair_rows import found_repair
from seismograd.lsp.run_command import NOT_TRUSTED, carry_out_run, prepared_run, start_run
from seismograd.lsp.runs_feature import RunParams
from seismograd.lsp.side_thread import in_deep_thread, in_side_thread
from seismograd.lsp.uris import uri_of
from seismograd.repair.objective import NoObjective, require_objective
from seismograd.repair.options import RepairOptions
from seismograd.repair.results.result import RepairResult
from seismograd.repair.results.saved_repair import find_repair, prune_repairs
from seismograd.repair.search_loop import useful_at_once
from seismograd.reports.repair_sentence import repair_sentence
from seismograd_sandbox.host.sandbox import SandboxUnusable

KIND = "repair"
LOOK_EVERY_S = 0.3


async def repair(ls: SeismogradServer, asked: RepairParams) -> dict[str, str]:
    """Begin; it goes on as a job after the answer."""
    if not ls.options.trusted:
        raise JsonRpcException(NOT_TRUSTED, code=REQUEST_FAILED)
    wanted = RunParams(asked.uri, asked.arguments)
    if asked.id is not None:
        wanted = await _as_before(ls, asked.id)
    run, settings = await prepared_run(ls, wanted, check_network=True)
    options = await ls.worker.run(partial(_options, ls, asked, run))
    live = LiveRepair(run, settings, options, model_for_diagnosis(ls, settings))
    run.tells_output = False
    ls.live_repairs[live.id] = live
    work = partial(_carry_out, ls, live)
    job = start_run(ls, run, KIND, f"Repair {run.record.title}", work)
    return {"job": job, "repair": live.id, "path": str(live.shown().folder)}


async def _as_before(ls: SeismogradServer, name: str) -> RunParams:
    saved = await found_repair(ls, name)
    return RunParams(uri_of(str(saved.root / saved.script)), list(saved.arguments))


def _options(ls: SeismogradServer, asked: RepairParams, run: LiveRun) -> RepairOptions:
    settings = ls.project.settings.of_repair(run.script)
    objective, trainings = asked.objective or settings.objective, asked.trainings
    _demand_objective(objective)
    trainings = trainings or settings.trainings or RepairOptions().trainings
    return RepairOptions(max(1, trainings), objective=objective, at_once=useful_at_once(trainings))


def _demand_objective(wanted: str | None) -> None:
    """Before anything is trained."""
    try:
        if wanted is not None:
            require_objective(wanted)
    except NoObjective as error:
        raise JsonRpcException(str(error), code=REQUEST_FAILED) from None


async def _carry_out(ls: SeismogradServer, live: LiveRepair, job: Job) -> None:
    live.status = RUNNING
    try:
        await carry_out_run(ls, live.run, job)
        result = await _searched(ls, live, job)
    except (EmptyTrace, SandboxUnusable) as error:
        # Nothing is wrong with the server: this is for the user, not for the log.
        job.end(JobState.FAILED, str(error))
        return
    finally:
        ls.live_repairs.pop(live.id, None)
    not_saved = await _keep(ls, live, result)
    job.report(f"{repair_sentence(result)} {not_saved}".rstrip())


async def _searched(ls: SeismogradServer, live: LiveRepair, job: Job) -> RepairResult:
    running = asyncio.ensure_future(in_deep_thread(live.carry_out))
    try:
        while not running.done():
            job.report(live.progress.line, live.progress.percentage)
            await asyncio.wait({running}, timeout=LOOK_EVERY_S)
    except asyncio.CancelledError:
        live.cancel.set()
        await asyncio.wait({running})
        if not ls.was_shut_down and running.exception() is None:
            await _keep(ls, live, running.result())
        raise
    return running.result()


async def _keep(ls: SeismogradServer, live: LiveRepair, result: RepairResult) -> str:
    """Where that is not possible, the reason: the sentence of the job is all that is left."""
    try:
        folder = await in_side_thread(partial(live.save, result))
    except OSError as error:
        return f"It could not be saved: {error.strerror or error}."
    await in_side_thread(partial(prune_repairs, live.root))
    saved = await in_side_thread(partial(find_repair, live.root, Path(folder).name))
    if saved is not None:
        ls.known_repairs.add(saved)
    return ""
