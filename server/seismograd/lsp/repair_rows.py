"""Repairs as an editor lists them: those that are saved, and those that go on."""

from __future__ import annotations

from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

from pygls.exceptions import JsonRpcException

from seismograd.lsp.commands import REQUEST_FAILED
from seismograd.lsp.current_text import text_of
from seismograd.lsp.language_server import SeismogradServer
from seismograd.lsp.own_folders import roots_of_own_folders
from seismograd.lsp.side_thread import in_side_thread
from seismograd.lsp.started_at import started_at
from seismograd.repair.patches.patch_state import patch_state
from seismograd.repair.results.saved_repair import (
    SAVED,
    SavedPatch,
    SavedRepair,
    find_repair,
    list_repairs,
)


async def repairs(ls: SeismogradServer) -> list[dict[str, Any]]:
    """Those of the open folders, newest first."""
    saved = await in_side_thread(partial(_listed, await _roots(ls)))
    live = [one.shown() for one in ls.live_repairs.values()]
    shown = {one.id: one for one in (*saved, *live)}
    newest = sorted(shown.values(), key=lambda one: one.id, reverse=True)
    return await ls.worker.run(lambda: [_row(ls, one) for one in newest[:SAVED]])


async def report(ls: SeismogradServer, name: str) -> dict[str, str]:
    """The page that was written when the repair ended."""
    page = (await found_repair(ls, name)).page
    if page is None:
        raise JsonRpcException("There is no page of this repair.", code=REQUEST_FAILED)
    return {"path": str(page)}


async def load(ls: SeismogradServer) -> None:
    """So that patches of earlier sessions are offered on their lines."""
    for saved in reversed(await in_side_thread(partial(_listed, await _roots(ls)))):
        ls.known_repairs.add(saved)


async def found_repair(ls: SeismogradServer, name: str) -> SavedRepair:
    live = ls.live_repairs.get(name)
    if live is not None:
        raise JsonRpcException("The search is not over yet.", code=REQUEST_FAILED)
    roots = await _roots(ls)
    found = await in_side_thread(lambda: [find_repair(root, name) for root in roots])
    saved = next((one for one in found if one is not None), None)
    if saved is None:
        raise JsonRpcException(f"There is no repair {name} any more.", code=REQUEST_FAILED)
    return saved


async def _roots(ls: SeismogradServer) -> list[Path]:
    await ls.configured()
    return await ls.worker.run(partial(roots_of_own_folders, ls))


def _listed(roots: list[Path]) -> list[SavedRepair]:
    return [one for root in roots for one in list_repairs(root)]


def _row(ls: SeismogradServer, one: SavedRepair) -> dict[str, Any]:
    return {
        "id": one.id,
        "path": str(one.folder),
        "title": one.title,
        "status": one.status,
        "sentence": one.sentence,
        "started": started_at(one.id),
        "objective": one.objective,
        "patches": [_patch(ls, patch) for patch in one.patches],
        "trials": [asdict(trial) for trial in one.trials],
        "report": str(one.page) if one.page else None,
    }


def _patch(ls: SeismogradServer, patch: SavedPatch) -> dict[str, Any]:
    return {
        "number": patch.number,
        "summary": patch.summary,
        "verified": patch.is_verified,
        "state": patch_state(patch.files, partial(text_of, ls.project)).value,
        "changes": [asdict(change) for change in patch.changes],
        "places": [
            {"path": file.path, "line": edit.span.start.line}
            for file in patch.files
            for edit in file.edits
        ],
    }
