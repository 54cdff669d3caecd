"""Jobs as the client sees them: by our own notifications, or as work-done progress."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from seismograd.jobs import JobStatus
from seismograd.lsp.job_progress import JobProgress
from seismograd.lsp.protocol import CANCEL_JOB, JOB, CancelJobParams, CancelJobResult, JobParams

if TYPE_CHECKING:
    from seismograd.lsp.language_server import SeismogradServer


def register(server: SeismogradServer) -> None:
    progress = JobProgress(server)

    def tell(status: JobStatus) -> None:
        if server.options.shows_jobs:
            server.protocol.notify(JOB, _params(status))
        elif server.client.shows_progress:
            progress.tell(status)

    server.jobs.listen(tell)
    server.feature(CANCEL_JOB)(cancel_job)
    server.feature(types.SHUTDOWN)(shutdown)


def _params(status: JobStatus) -> JobParams:
    return JobParams(
        id=status.id,
        kind=status.kind,
        title=status.title,
        state=status.state.value,
        message=status.message,
        percentage=status.percentage,
    )


def cancel_job(ls: SeismogradServer, params: CancelJobParams) -> CancelJobResult:
    return CancelJobResult(ls.jobs.cancel(params.id))


def shutdown(ls: SeismogradServer, *_nothing: object) -> None:
    # Nothing is waited for: a client may send its last word together with this one.
    ls.jobs.cancel_all()
    ls.protocol.cancel_pending()
