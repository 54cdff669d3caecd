"""Checks of many files: one after the other, so that other work can come between, with progress."""

from __future__ import annotations

import uuid
from collections.abc import AsyncIterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from lsprotocol import types

if TYPE_CHECKING:
    from seismograd.lsp.language_server import SeismogradServer

WORTH_SHOWING = 20
"""So many files take long enough for a person to wonder."""


async def check_stale(ls: SeismogradServer) -> AsyncIterator[str]:
    """Bring every file up to date that needs it, telling of each when it is done."""
    paths = await ls.worker.run(ls.project.stale_paths)
    async for path in _with_progress(ls, paths):
        await ls.worker.run(partial(ls.project.settle, path))
        yield path


async def _with_progress(ls: SeismogradServer, paths: Sequence[str]) -> AsyncIterator[str]:
    if len(paths) < WORTH_SHOWING or not ls.client.shows_progress:
        for path in paths:
            yield path
        return
    progress, token = ls.work_done_progress, str(uuid.uuid4())
    await progress.create_async(token)
    progress.begin(token, types.WorkDoneProgressBegin("Seismograd", percentage=0))
    try:
        for done, path in enumerate(paths):
            report = types.WorkDoneProgressReport(
                message=f"{done} of {len(paths)} files", percentage=100 * done // len(paths)
            )
            progress.report(token, report)
            yield path
    finally:
        progress.end(token, types.WorkDoneProgressEnd())
        progress.tokens.pop(token, None)
