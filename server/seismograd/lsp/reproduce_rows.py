"""Reproductions as an editor lists them; those that are kept, and those that go on."""

from __future__ import annotations

import json
import shutil
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

from pygls.exceptions import JsonRpcException

from seismograd.lsp.commands import REQUEST_FAILED
from seismograd.lsp.language_server import SeismogradServer
from seismograd.lsp.own_folders import roots_of_own_folders
from seismograd.lsp.side_thread import in_side_thread
from seismograd.lsp.started_at import started_at
from seismograd.reproduce.results.saved_results import (
    CRITERIA,
    KEPT,
    CannotInsert,
    KeptReproduction,
    find_kept,
    insert_test,
    list_kept,
)
from seismograd_sandbox.untrusted_writes import replace_file

NOT_TRUSTED = "Nothing is written into a workspace that is not trusted: trust it first."
_EXAMPLE = {
    "id": "c1",
    "fact": "what shall be seen, in words",
    "scope": "where and when",
    "check": 'raises("ValueError", "part of the message")',
}


@dataclass(frozen=True, slots=True)
class Found:
    root: Path
    shown: KeptReproduction


async def reproductions(ls: SeismogradServer) -> list[dict[str, Any]]:
    """Those of the open folders, newest first."""
    kept = await in_side_thread(partial(_listed, await _roots(ls)))
    live = [one.shown() for one in ls.live_reproductions.values()]
    shown = {one.id: one for one in (*kept, *live)}
    newest = sorted(shown.values(), key=lambda one: one.id, reverse=True)
    return [_row(one) for one in newest[:KEPT]]


async def criteria(ls: SeismogradServer, name: str) -> dict[str, str]:
    """The file with the criteria of a reproduction, written where it is missing."""
    if not ls.options.trusted:
        raise JsonRpcException(NOT_TRUSTED, code=REQUEST_FAILED)
    found = await found_again(ls, name)
    try:
        return {"path": str(await in_side_thread(partial(_criteria_file, found)))}
    except OSError as error:
        sentence = f"{error.filename} cannot be written: {error.strerror}."
        raise JsonRpcException(sentence, code=REQUEST_FAILED) from error


async def remove(ls: SeismogradServer, name: str) -> dict[str, bool]:
    """Remove a reproduction that is over, and what it showed in the code."""
    if name in ls.live_reproductions:
        raise JsonRpcException("It still goes on: cancel it first.", code=REQUEST_FAILED)
    found = await found_again(ls, name)
    ls.run_findings.forget(name)
    await in_side_thread(partial(shutil.rmtree, found.shown.folder, ignore_errors=True))
    return {"removed": not found.shown.folder.exists()}


async def insert(ls: SeismogradServer, name: str) -> dict[str, str]:
    """Copy the regression test into the project; what lies among its tests will be run."""
    if not ls.options.trusted:
        raise JsonRpcException(NOT_TRUSTED, code=REQUEST_FAILED)
    found = await found_again(ls, name)
    try:
        path = await in_side_thread(partial(insert_test, found.root, found.shown))
    except CannotInsert as error:
        raise JsonRpcException(str(error), code=REQUEST_FAILED) from error
    return {"path": str(path)}


async def found_again(ls: SeismogradServer, name: str) -> Found:
    live = ls.live_reproductions.get(name)
    if live is not None:
        return Found(live.request.root, live.shown())
    found = await in_side_thread(partial(_kept, await _roots(ls), name))
    if found is None:
        raise JsonRpcException(f"There is no reproduction {name} any more.", code=REQUEST_FAILED)
    return found


async def _roots(ls: SeismogradServer) -> list[Path]:
    await ls.configured()
    return await ls.worker.run(partial(roots_of_own_folders, ls))


def _listed(roots: list[Path]) -> list[KeptReproduction]:
    return [one for root in roots for one in list_kept(root)]


def _kept(roots: list[Path], name: str) -> Found | None:
    found = ((root, find_kept(root, name)) for root in roots)
    return next((Found(root, one) for root, one in found if one is not None), None)


def _row(one: KeptReproduction) -> dict[str, Any]:
    return {
        "id": one.id,
        "path": str(one.folder),
        "title": one.title,
        "status": one.status,
        "sentence": one.sentence,
        "started": started_at(one.id),
        "missing": list(one.missing),
        "criteria": [asdict(criterion) for criterion in one.criteria],
        "control": one.control,
        "repeats": one.repeats,
        "places": [{"path": str(place.file), "line": place.line} for place in one.places],
        "attempts": [asdict(attempt) for attempt in one.attempts],
        "script": _name(one.script),
        "test": _name(one.test),
        "nearest": _name(one.nearest),
        "writeUp": _name(one.write_up),
        "report": _name(one.report),
        "sandbox": one.sandbox,
    }


def _name(path: Path | None) -> str | None:
    return None if path is None else str(path)


def _criteria_file(found: Found) -> Path:
    """What the user saves in the editor must not go through a link either."""
    file = found.shown.folder / CRITERIA
    if file.is_symlink() or not file.is_file():
        text = json.dumps(_criteria_document(found.shown), indent=2, ensure_ascii=False) + "\n"
        replace_file(file, text.encode(), within=found.root)
    return file


def _criteria_document(shown: KeptReproduction) -> dict[str, object]:
    names = ("id", "fact", "scope", "check")
    known = [{name: getattr(one, name) for name in names} for one in shown.criteria]
    return {"version": 1, "criteria": known or [_EXAMPLE]}
