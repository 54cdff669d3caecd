"""A server with heavy jobs that do nothing: for as long as they are let, or not long at all."""

from __future__ import annotations

import asyncio
from typing import Any

from seismograd.jobs import Job
from seismograd.lsp import job_history, looking_back
from seismograd.lsp.assembly import create_server
from seismograd.lsp.language_server import SeismogradServer
from seismograd.lsp.server import run


async def endless(job: Job) -> None:
    job.keep_result("/runs/7")
    job.report("epoch 3")
    await asyncio.Event().wait()


async def short(job: Job) -> None:
    job.report("loss 0.1", 100)


async def start(ls: SeismogradServer, title: str, *_more: Any) -> str:
    await ls.configured()
    roots = [folder.root for folder in ls.project.settings.folders]
    work = endless if title == "endless" else short
    return job_history.start_heavy(ls, "run", title, work, roots[0] if roots else None)[0]


if __name__ == "__main__":
    looking_back.LOOK_BACK_AFTER = 0.2
    server = create_server(())
    server.command("sample.start")(start)
    run(server)
