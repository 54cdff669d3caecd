"""`seismograd.checkWorkspace`: a job that checks every file of the open folders."""

from __future__ import annotations

from functools import partial
from typing import Any

from seismograd.jobs import Job
from seismograd.lsp.language_server import SeismogradServer

CHECK_WORKSPACE = "seismograd.checkWorkspace"
KIND = "check"


def register(server: SeismogradServer) -> None:
    server.command(CHECK_WORKSPACE)(check_workspace)


async def check_workspace(ls: SeismogradServer, *_arguments: Any) -> dict[str, str]:
    """Start the check, or name the one that runs; what it finds is shown from then on."""
    for status in ls.jobs.running:
        if status.kind == KIND:
            return {"job": status.id}
    job_id, _ = ls.jobs.start(KIND, "Check workspace", partial(_check, ls))
    return {"job": job_id}


async def _check(ls: SeismogradServer, job: Job) -> None:
    job.report("looking for files", 0)
    await ls.configured()
    try:
        paths = await ls.worker.run(ls.project.workspace_files.everything)
        for done, path in enumerate(paths):
            percentage = 100 * done // len(paths)
            if done == 0 or percentage != job.status.percentage:
                job.report(f"{done} of {len(paths)} files", percentage)
            await ls.worker.run(partial(ls.project.adopt, path))
        await ls.worker.run(ls.project.widen)
    finally:
        # Also what was found before somebody stopped it is there to be seen.
        ls.recheck()
    job.report(await ls.worker.run(partial(_summary, ls)), 100)


def _summary(ls: SeismogradServer) -> str:
    paths = ls.project.checked_paths()
    found = sum(len(ls.project.visible_findings(path)) for path in paths)
    return f"{_count(found, 'finding')} in {_count(len(paths), 'file')}"


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
