"""Commands that a person can call from the editor."""

from __future__ import annotations

import os
import platform
from functools import partial
from pathlib import Path
from typing import Any, cast

import attrs
from pygls.exceptions import JsonRpcException, JsonRpcInvalidParams

from seismograd import __version__
from seismograd.lsp.folder_settings import Folder
from seismograd.lsp.language_server import SeismogradServer
from seismograd.lsp.shown_settings import shown_settings
from seismograd.lsp.workspace_paths import named_path
from seismograd.platform_name import platform_name
from seismograd.program import read_program
from seismograd.program.model import Program
from seismograd.redaction import redact_strings
from seismograd.reports.report import Report
from seismograd.reports.rule_page import rule_summary
from seismograd.settings_file import read_settings
from seismograd.time_limit import TookTooLong

SHOW_PROGRAM = "seismograd.showProgram"
RULES = "seismograd.rules"
DEBUG_INFORMATION = "seismograd.debugInformation"
REQUEST_FAILED = -32803


@attrs.define(eq=False, repr=False)
class ShowProgramParams:
    """The document whose program is wanted, for programs (`json`) or for people (`text`)."""

    uri: str
    format: str = "json"


def register(server: SeismogradServer) -> None:
    server.command(SHOW_PROGRAM)(show_program)
    server.command(RULES)(rules)
    server.command(DEBUG_INFORMATION)(debug_information)


async def show_program(
    ls: SeismogradServer, params: ShowProgramParams | None = None, *_more: Any
) -> Any:
    """What was understood of a document, as JSON or as tables."""
    if params is None:
        raise JsonRpcInvalidParams("the document is missing: {uri, format}")
    return await ls.run_checked(params.uri, partial(_shown_program, ls, params))


def _shown_program(ls: SeismogradServer, params: ShowProgramParams) -> Any:
    from seismograd.reports.program import program_text
    from seismograd.reports.program.facts import program_facts

    program = _program(ls, params.uri)
    if params.format == "json":
        return program_facts(program)
    folder = ls.project.settings.folder_of(program.path)
    return program_text(program, Report([], base=folder.root if folder else os.getcwd()))


def _program(ls: SeismogradServer, uri: str) -> Program:
    document = ls.project.workspace.document(named_path(ls.project, uri))
    if document is None:
        raise JsonRpcException(f"{uri} is not open and cannot be read", code=REQUEST_FAILED)
    try:
        return read_program(ls.project.workspace, document)
    except TookTooLong as error:
        raise JsonRpcException(f"{uri}: {error}", code=REQUEST_FAILED) from error


def rules(ls: SeismogradServer, *_arguments: Any) -> list[dict[str, str]]:
    """All rules, for clients that let a person choose one to read about."""
    return [
        {"code": rule.code, "name": rule.name, "summary": rule_summary(rule)}
        for rule in ls.project.rules
    ]


async def debug_information(ls: SeismogradServer, *_arguments: Any) -> dict[str, Any]:
    """What a bug report should say about the server and the settings in effect."""
    await ls.configured()
    found = await ls.worker.run(partial(_debug_information, ls))
    return cast(dict[str, Any], redact_strings(found))


def _debug_information(ls: SeismogradServer) -> dict[str, Any]:
    return {
        "version": __version__,
        "python": platform.python_version(),
        "platform": platform_name(),
        "client": ls.client_name,
        "trusted": ls.options.trusted,
        "languageModel": ls.options.language_model,
        "jobs": [status.title for status in ls.jobs.running],
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
        "settings": shown_settings(settings.settings(inside)),
        "ignoredSettings": settings.ignored(inside),
    }
