"""Diagnostics that the server sends of its own accord, for clients that do not ask."""

from __future__ import annotations

import asyncio
import time
from functools import partial
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from seismograd.lsp.diagnostics import diagnostics_by_uri
from seismograd.lsp.long_check import check_stale

if TYPE_CHECKING:
    from seismograd.lsp.language_server import SeismogradServer

DEBOUNCE = 0.15
"""How long to wait for a pause in typing, in seconds."""
BURST = 0.01
"""What to wait for where checks are quick: edits that an editor sends together."""
QUICK = 0.1
"""Checks that take less time than this are quick."""


class Publisher:
    """Checks what is stale and publishes what changed, in one task that newer edits restart."""

    def __init__(self, server: SeismogradServer) -> None:
        self._server = server
        self._task: asyncio.Task[Any] | None = None
        self._shown: dict[str, set[str]] = {}
        """Addresses with diagnostics on the client's side, by the path they belong to."""
        self._last_check = 0.0

    def refresh(self, *, after_pause: bool = False) -> None:
        """Check what is stale now, or once a pause in typing makes it worth while."""
        pause = DEBOUNCE if self._last_check > QUICK else BURST
        self._restart(self._check_and_publish(pause if after_pause else 0.0))

    def publish_again(self, path: str) -> None:
        """Send what is known of one file, also if no check has brought anything new."""
        self._server.enqueue(lambda: self._server.on_loop(partial(self._send, self._of_path(path))))

    def ask_to_pull_again(self) -> None:
        self._restart(self._request_refresh())

    def _restart(self, work: Any) -> None:
        if self._task is not None:
            self._task.cancel()
        self._task = self._server.spawn(work)

    async def _request_refresh(self) -> None:
        await asyncio.sleep(DEBOUNCE)
        if self._server.client.refreshes_diagnostics:
            await self._server.workspace_diagnostic_refresh_async(None)

    async def _check_and_publish(self, delay: float) -> None:
        await asyncio.sleep(delay)
        await self._server.configured()
        started = time.monotonic()
        async for _ in check_stale(self._server):
            await self._publish()
        self._last_check = time.monotonic() - started
        await self._publish()

    async def _publish(self) -> None:
        await self._server.worker.run(self._hand_over)

    def _hand_over(self) -> None:
        # What has been taken must be sent, even if the task that asked is cancelled meanwhile.
        self._server.on_loop(partial(self._send, self._publications()))

    def _send(self, publications: list[types.PublishDiagnosticsParams]) -> None:
        for params in publications:
            self._server.text_document_publish_diagnostics(params)

    def _publications(self) -> list[types.PublishDiagnosticsParams]:
        project = self._server.project
        changed = project.findings.take_rechecked(project.is_settled)
        return [params for path in sorted(changed) for params in self._of_path(path)]

    def _of_path(self, path: str) -> list[types.PublishDiagnosticsParams]:
        project = self._server.project
        found = diagnostics_by_uri(project, self._server.client, path)
        for uri, diagnostic in self._server.run_findings.of(path):
            found.setdefault(uri, []).append(diagnostic)
        file = project.files.get(path)
        versions = file.versions if file else {}
        before = self._shown.pop(path, set())
        current = {uri for uri, diagnostics in found.items() if diagnostics}
        if current:
            self._shown[path] = current
        return [
            types.PublishDiagnosticsParams(uri, found.get(uri, []), versions.get(uri))
            for uri in sorted({*versions, *before, *current})
        ]
