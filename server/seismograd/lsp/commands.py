"""Commands that a person can call from the editor."""

from __future__ import annotations

import dataclasses
import os
import platform
from functools import partial
from pathlib import Path
from typing import Any

import attrs
from pygls.exceptions import JsonRpcException

from seismograd import __version__
from seismograd.lsp.folder_settings import Folder
from seismograd.lsp.language_server import SeismogradServer
from seismograd.lsp.long_check import check_stale
from seismograd.program import read_program
from seismograd.settings_file import read_settings

SHOW_PROGRAM = "seismograd.showProgram"
CHECK_WORKSPACE = "seismograd.checkWorkspace"
DEBUG_INFORMATION = "seismograd.debugInformation"
REQUEST_FAILED = -32803


@attrs.define
class ShowProgramParams:
    """The document whose program is wanted."""

    uri: str


def register(server: SeismogradServer) -> None:
    server.command(SHOW_PROGRAM)(show_program)
    server.command(CHECK_WORKSPACE)(check_workspace)
    server.command(DEBUG_INFORMATION)(debug_information)


async def show_program(ls: SeismogradServer, params: ShowProgramParams) -> Any:
    """What was understood of a document, as JSON."""
    return await ls.run_checked(params.uri, partial(_program, ls, params.uri))


def _program(ls: SeismogradServer, uri: str) -> Any:
    from seismograd.reports.program.facts import program_facts

    document = ls.project.workspace.document(ls.project.files.path_of(uri))
    if document is None:
        raise JsonRpcException(f"{uri} is not open and cannot be read", code=REQUEST_FAILED)
    return program_facts(read_program(ls.project.workspace, document))


async def check_workspace(ls: SeismogradServer, *_arguments: Any) -> dict[str, int]:
    """Check every file of the open folders and show what is found for the rest of the session."""
    await ls.configured()
    await ls.worker.run(ls.project.widen)
    async for _ in check_stale(ls):
        pass
    ls.recheck()
    return await ls.worker.run(partial(_totals, ls))


def _totals(ls: SeismogradServer) -> dict[str, int]:
    paths = ls.project.checked_paths()
    found = sum(len(ls.project.visible_findings(path)) for path in paths)
    return {"files": len(paths), "findings": found}


async def debug_information(ls: SeismogradServer, *_arguments: Any) -> dict[str, Any]:
    """What a bug report should say about the server and the settings in effect."""
    await ls.configured()
    return await ls.worker.run(partial(_debug_information, ls))


def _debug_information(ls: SeismogradServer) -> dict[str, Any]:
    return {
        "version": __version__,
        "python": platform.python_version(),
        "platform": platform.platform(),
        "client": ls.client_name,
        "positionEncoding": ls.project.encoding.value,
        "diagnostics": "pull" if ls.client.pulls_diagnostics else "push",
        "rules": len(ls.project.rules),
        "openFiles": len(ls.project.files.paths),
        "folders": [_folder(ls, folder) for folder in ls.project.settings.folders],
    }


def _folder(ls: SeismogradServer, folder: Folder) -> dict[str, Any]:
    settings = ls.project.settings
    _, file, _ = read_settings(Path(folder.root))
    inside = os.path.join(folder.root, "")
    return {
        "uri": folder.uri,
        "checkMode": settings.mode(inside).value,
        "settingsFile": str(file) if file else None,
        "settings": dataclasses.asdict(settings.settings(inside)),
    }
