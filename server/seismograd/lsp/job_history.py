"""Heavy jobs, which wait for their turn and are remembered; and those that a crash cut short."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import asdict
from functools import partial
from typing import Any, TypeVar

from lsprotocol import types

from seismograd.jobs import Job, JobRecord
from seismograd.lsp.language_server import SeismogradServer
from seismograd.lsp.protocol import JOB, JobParams
from seismograd.lsp.side_thread import in_side_thread

Result = TypeVar("Result")
JOB_HISTORY = "seismograd.jobHistory"
TITLES_TOLD = 3


def register(server: SeismogradServer) -> None:
    server.command(JOB_HISTORY)(job_history)


def start_heavy(
    ls: SeismogradServer,
    kind: str,
    title: str,
    work: Callable[[Job], Awaitable[Result]],
    root: str | None,
) -> tuple[str, asyncio.Task[Result]]:
    """Begin a job that is written down in the history of its folder."""
    history = ls.histories.of(root)
    started = ls.jobs.start(kind, title, work, heavy=True, memory=history)
    ls.spawn(_tell_interrupted(ls, root))
    return started


async def job_history(ls: SeismogradServer, *_arguments: Any) -> list[dict[str, Any]]:
    """The jobs that are remembered of the open folders, newest first."""
    records: list[JobRecord] = []
    for root in await _roots(ls):
        records += await ls.histories.of(root).recent()
        await _tell_interrupted(ls, root)
    return [asdict(record) for record in sorted(records, key=lambda r: r.queued, reverse=True)]


async def tell_all_interrupted(ls: SeismogradServer) -> None:
    """Of the open folders, as far as they have a history at all."""
    from seismograd.jobs.places import has_history

    for root in await _roots(ls):
        if await in_side_thread(partial(has_history, root)):
            await _tell_interrupted(ls, root)


async def _roots(ls: SeismogradServer) -> list[str | None]:
    """The open folders; without any, what was run belongs to none."""
    await ls.configured()
    folders = await ls.worker.run(lambda: list(ls.project.settings.folders))
    return [folder.root for folder in folders] or [None]


async def _tell_interrupted(ls: SeismogradServer, root: str | None) -> None:
    history = ls.histories.of(root)
    records = await history.take_interrupted()
    if not records:
        return
    if ls.options.shows_jobs:
        for record in records:
            ls.protocol.notify(JOB, _params(record))
    ls.window_show_message(types.ShowMessageParams(types.MessageType.Info, _sentence(records)))


def _params(record: JobRecord) -> JobParams:
    return JobParams(record.id, record.kind, record.title, record.state.value, record.message, None)


def _sentence(records: list[JobRecord]) -> str:
    titles = ", ".join(f'"{record.title}" of {_moment(record)}' for record in records[:TITLES_TOLD])
    more = len(records) - TITLES_TOLD
    others = f" and {more} more" if more > 0 else ""
    return f"Seismograd ended before these jobs did: {titles}{others}."


def _moment(record: JobRecord) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(record.started or record.queued))
