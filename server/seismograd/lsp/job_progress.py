"""Jobs as work-done progress, which every client can show and cancel."""

from __future__ import annotations

from concurrent.futures import Future
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from seismograd.jobs import JobStatus

if TYPE_CHECKING:
    from seismograd.lsp.language_server import SeismogradServer


class JobProgress:
    """Keeps one progress for each running job; the job's id is the token."""

    def __init__(self, server: SeismogradServer) -> None:
        self._server = server
        self._latest: dict[str, JobStatus] = {}
        self._begun: set[str] = set()

    def tell(self, status: JobStatus) -> None:
        is_new = status.id not in self._latest
        self._latest[status.id] = status
        if is_new:
            self._server.spawn(self._begin(status.id))
        elif status.id in self._begun:
            self._report(status)

    async def _begin(self, token: str) -> None:
        progress = self._server.work_done_progress
        await progress.create_async(token)
        progress.tokens[token].add_done_callback(lambda wish: self._cancel(token, wish))
        status = self._latest[token]
        begin = types.WorkDoneProgressBegin(
            title=f"Seismograd: {status.title}",
            cancellable=True,
            message=status.message,
            percentage=status.percentage or 0,
        )
        progress.begin(token, begin)
        self._begun.add(token)
        if status.is_over:
            self._end(status)

    def _cancel(self, token: str, wish: Future[Any]) -> None:
        if wish.cancelled():
            self._server.jobs.cancel(token)

    def _report(self, status: JobStatus) -> None:
        if status.is_over:
            self._end(status)
            return
        # Some clients drop a report without a percentage where the beginning had one.
        report = types.WorkDoneProgressReport(
            cancellable=True, message=status.message, percentage=status.percentage or 0
        )
        self._server.work_done_progress.report(status.id, report)

    def _end(self, status: JobStatus) -> None:
        progress = self._server.work_done_progress
        progress.end(status.id, types.WorkDoneProgressEnd(message=status.message))
        progress.tokens.pop(status.id, None)
        self._begun.discard(status.id)
        del self._latest[status.id]
