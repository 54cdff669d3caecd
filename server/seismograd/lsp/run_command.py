"""`seismograd.run`: run a script in a sandbox, as a job that can be watched and cancelled."""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from pygls.exceptions import JsonRpcException, JsonRpcInvalidParams

from seismograd.jobs import Job
from seismograd.lsp.commands import REQUEST_FAILED
from seismograd.lsp.job_history import start_heavy
from seismograd.lsp.language_server import SeismogradServer
from seismograd.lsp.live_runs import LiveRun
from seismograd.lsp.protocol import RUN_OUTPUT, RunOutputParams
from seismograd.lsp.run_results import is_outdated, last_run_of
from seismograd.lsp.runs_feature import RunParams
from seismograd.lsp.side_thread import in_side_thread
from seismograd.lsp.uris import is_on_disk
from seismograd.lsp.workspace_paths import named_path
from seismograd.own_folder import NoFolder
from seismograd.reports.run_status import status_line
from seismograd.runs.entry import Entry, NoSuchEntry, script_entry
from seismograd.runs.folder import new_run_folder
from seismograd.runs.history import prune
from seismograd.runs.interpreter import NoInterpreter
from seismograd.runs.prepare import Wishes, prepare
from seismograd.runs.told import history_by_trace
from seismograd.settings import Settings
from seismograd_sandbox.host.limits import UnknownLimit
from seismograd_sandbox.host.sandbox import SandboxUnusable, Stream
from seismograd_sandbox.host.selection import choose

KIND = "run"
LOOK_EVERY_S = 0.3
NOT_TRUSTED = "Runs are off because this workspace is not trusted: trust it to run its code."
_REFUSALS = (NoSuchEntry, NoInterpreter, NoFolder, UnknownLimit, SandboxUnusable)


async def run(ls: SeismogradServer, asked: RunParams) -> dict[str, str]:
    """Start a run; it goes on as a job after the answer."""
    if not ls.options.trusted:
        raise JsonRpcException(NOT_TRUSTED, code=REQUEST_FAILED)
    live, _ = await prepared_run(ls, asked)
    work = partial(_carry_out, ls, live)
    job = start_run(ls, live, KIND, f"Run {live.record.title}", work)
    return {"job": job, "run": live.folder.id, "path": str(live.folder.path)}


async def prepared_run(
    ls: SeismogradServer, asked: RunParams, *, check_network: bool = False
) -> tuple[LiveRun, Settings]:
    """A run that has not begun, and the settings that hold for it."""
    await ls.configured()
    path, here, settings = await ls.worker.run(partial(_place, ls, asked.uri))
    wishes = Wishes(seed=asked.seed, check_network=check_network)
    try:
        live = await in_side_thread(
            partial(_prepared, wishes, path, here, asked.arguments, settings)
        )
    except _REFUSALS as error:
        raise JsonRpcException(str(error), code=REQUEST_FAILED) from error
    return live, settings


def _place(ls: SeismogradServer, uri: str | None) -> tuple[str, str, Settings]:
    """The script, where it is started, and the settings that hold there."""
    project = ls.project
    if uri is None:
        if not project.settings.folders:
            raise JsonRpcInvalidParams("name a script to run: {uri, arguments}")
        root = project.settings.folders[0].root
        settings = project.settings.settings(os.path.join(root, ""))
        if not settings.entry:
            raise JsonRpcException(
                "Name a script to run, or set 'entry' in the settings.", code=REQUEST_FAILED
            )
        return os.path.join(root, settings.entry), root, settings
    path = named_path(project, uri)
    if not is_on_disk(path):
        raise JsonRpcException("Save the file first: runs use files on disk.", code=REQUEST_FAILED)
    folder = project.settings.folder_of(path)
    here = folder.root if folder else os.path.dirname(path)
    return path, here, project.settings.settings(path)


def _prepared(
    wishes: Wishes, path: str, here: str, arguments: list[str], settings: Settings
) -> LiveRun:
    entry: Entry = script_entry(path, Path(here), arguments)
    plan = prepare(entry, settings, wishes)
    choice = choose(settings.sandbox, entry.root)
    prune(entry.root)
    return LiveRun(plan, choice, new_run_folder(entry.root))


def start_run(
    ls: SeismogradServer,
    live: LiveRun,
    kind: str,
    title: str,
    work: Callable[[Job], Awaitable[None]],
) -> str:
    """The job that carries a run out when its turn comes."""
    ls.live_runs[live.folder.id] = live
    job, task = start_heavy(ls, kind, title, work, str(live.plan.entry.root))
    task.add_done_callback(lambda _: _forget(ls, live))
    ls.last_runs.refresh_lenses()
    return job


def _forget(ls: SeismogradServer, live: LiveRun) -> None:
    ls.live_runs.pop(live.folder.id, None)
    # A repair has the id of its run.
    ls.live_repairs.pop(live.folder.id, None)
    ls.last_runs.refresh_lenses()
    with contextlib.suppress(OSError):
        # Cancelled before its turn came: there is nothing in it.
        live.folder.path.rmdir()


async def _carry_out(ls: SeismogradServer, live: LiveRun, job: Job) -> None:
    await carry_out_run(ls, live, job)
    await _note(ls, live)
    job.report(live.record.sentence)


async def _note(ls: SeismogradServer, live: LiveRun) -> None:
    """For hovers and lenses."""
    history = await in_side_thread(partial(history_by_trace, live.folder))
    last = last_run_of(live.summary, history)
    if last is not None:
        stale = await ls.worker.run(partial(is_outdated, ls, last, live.began))
        ls.last_runs.add(replace(last, is_stale=stale))


async def carry_out_run(ls: SeismogradServer, live: LiveRun, job: Job) -> None:
    """To its end, with its output told and its progress reported."""
    job.keep_result(str(live.folder.path))
    job.report(f"starting in {live.choice.sandbox.name}")
    running = asyncio.ensure_future(in_side_thread(live.carry_out))
    try:
        await _watched(ls, live, job, running)
    except asyncio.CancelledError:
        live.cancel.set()
        await asyncio.wait({running})
        raise
    finally:
        _tell_output(ls, live)
    await running


async def _watched(
    ls: SeismogradServer, live: LiveRun, job: Job, running: asyncio.Future[Any]
) -> None:
    while not running.done():
        await asyncio.wait({running}, timeout=LOOK_EVERY_S)
        told = await in_side_thread(live.look)
        _tell_output(ls, live)
        line = status_line(told, live.epoch)
        if line and not running.done():
            job.report("; ".join([line, *(symptom.name for symptom in live.symptoms)]))


def _tell_output(ls: SeismogradServer, live: LiveRun) -> None:
    def send(stream: Stream, text: str) -> None:
        is_shown = ls.options.shows_jobs and live.tells_output
        if is_shown and not ls.was_shut_down:
            ls.protocol.notify(RUN_OUTPUT, RunOutputParams(live.folder.id, stream.value, text))

    live.output.tell(send)
