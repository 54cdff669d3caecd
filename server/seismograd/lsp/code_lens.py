"""Above a training loop: run it, diagnose it, repair it, and what came of that last."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from lsprotocol import types

from seismograd.lsp.language_server import SeismogradServer
from seismograd.lsp.last_runs import LastRun
from seismograd.lsp.run_findings import CHANGED
from seismograd.lsp.training_loops import can_be_run, script_for, training_loops
from seismograd.lsp.uris import uri_of

MOST_OF_RESULT = 100
"""A lens is one line above the code."""


def register(server: SeismogradServer) -> None:
    server.feature(types.TEXT_DOCUMENT_CODE_LENS, types.CodeLensOptions(False))(code_lens)


async def code_lens(
    ls: SeismogradServer, params: types.CodeLensParams
) -> list[types.CodeLens] | None:
    """Where code may be run: in a trusted workspace, from a file that lies on the disk."""
    if not ls.options.trusted:
        return None
    uri = params.text_document.uri
    return await ls.run_checked(uri, partial(_lenses, ls, uri))


def _lenses(ls: SeismogradServer, uri: str) -> list[types.CodeLens] | None:
    path = ls.project.files.path_of(uri)
    if not can_be_run(ls, path):
        return None
    return [
        types.CodeLens(ls.project.places.location(span).range, command)
        for span in training_loops(ls, path)
        for command in _commands(ls, path)
    ]


def _commands(ls: SeismogradServer, path: str) -> Iterator[types.Command]:
    last = ls.last_runs.about(path)
    script = script_for(last, path)
    uri = uri_of(script)
    ours = ls.options.shows_jobs
    yield _command("Run", "seismograd.runScript" if ours else "seismograd.run", ours, uri)
    yield _command(
        "Diagnose", "seismograd.diagnoseScript" if ours else "seismograd.diagnose", ours, uri
    )
    yield _command("Repair", "seismograd.repairScript" if ours else "seismograd.repair", ours, uri)
    yield from _result(ls, last, script)


def _command(title: str, name: str, ours: bool, uri: str) -> types.Command:
    """Our own client opens a terminal and a panel; all others call the server."""
    argument: Any = uri if ours else {"uri": uri}
    return types.Command(title, name, arguments=[argument])


def _result(ls: SeismogradServer, last: LastRun | None, script: str) -> Iterator[types.Command]:
    live = next((one for one in list(ls.live_runs.values()) if one.script == script), None)
    if live is not None:
        yield _shown(ls, "running", "seismograd.openRun", live.folder.id)
        return
    if last is None:
        return
    changed = f" {CHANGED}" if last.is_stale else ""
    found = last.diagnosis
    if found is not None:
        title = f"{_short(found.sentence)}{changed}"
        yield _shown(ls, title, "seismograd.openDiagnosis", found.run)
    else:
        yield _shown(ls, f"{_short(last.sentence)}{changed}", "seismograd.openRun", last.id)


def _shown(ls: SeismogradServer, title: str, command: str, run: str) -> types.Command:
    """Other clients have no such command: an empty one is text."""
    if not ls.options.shows_jobs:
        return types.Command(title, "")
    return types.Command(title, command, arguments=[{"id": run}])


def _short(sentence: str) -> str:
    line = " ".join(sentence.split())
    return line if len(line) <= MOST_OF_RESULT else f"{line[: MOST_OF_RESULT - 1]}…"
