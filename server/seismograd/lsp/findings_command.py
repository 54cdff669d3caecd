"""`seismograd.findings`: the findings of some files as JSON, for assistants."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import partial
from typing import Any

from pygls.exceptions import JsonRpcInvalidParams

from seismograd.faults import Finding
from seismograd.lsp.language_server import SeismogradServer
from seismograd.lsp.open_files import OpenNotebook
from seismograd.lsp.project import Project
from seismograd.lsp.workspace_paths import named_path
from seismograd.reports.findings_json import as_dict
from seismograd.reports.report import FileError, Report
from seismograd.rules.merging import merge_findings
from seismograd.source.source_file import NOTEBOOK_SUFFIX, SourceFile

FINDINGS = "seismograd.findings"


def register(server: SeismogradServer) -> None:
    server.command(FINDINGS)(findings)


async def findings(ls: SeismogradServer, *arguments: Any) -> dict[str, Any]:
    """Check the files as the editor holds them; what it shows does not change."""
    uris = _uris(arguments)
    await ls.configured()
    paths = await ls.worker.run(partial(_paths, ls.project, uris))
    found: list[Finding] = []
    errors: list[FileError] = []
    # One after the other, so that edits and diagnostics come between.
    for path in paths:
        if ls.protocol.was_withdrawn:
            break
        here, error = await ls.worker.run(partial(ls.project.checks.look_at, path))
        found += here
        if error is not None:
            errors.append(FileError(path, error))
    return await ls.worker.run(partial(_as_json, ls.project, set(paths), found, errors))


def _uris(arguments: Sequence[Any]) -> list[str]:
    """Files and folders by address; none means every file of the open folders."""
    match arguments:
        case [] | [None]:
            return []
        case [{**given}]:
            uris = given.get("uris") or []
            if isinstance(uris, list) and all(isinstance(uri, str) for uri in uris):
                return uris
    raise JsonRpcInvalidParams("the argument must be an object with a list of addresses: {uris}")


def _paths(project: Project, uris: Sequence[str]) -> list[str]:
    everything = project.workspace_files.everything
    if not uris:
        return list(dict.fromkeys([*everything(), *project.files.paths]))
    paths: dict[str, None] = {}
    for path in (named_path(project, uri) for uri in uris):
        inside = os.path.join(path, "")
        below = [p for p in everything() if p.startswith(inside)] if os.path.isdir(path) else [path]
        paths |= dict.fromkeys(below)
    return list(paths)


def _as_json(
    project: Project, inside: set[str], found: list[Finding], errors: list[FileError]
) -> dict[str, Any]:
    folders = project.settings.folders
    report = Report(
        merge_findings(finding for finding in found if finding.span.file in inside),
        sorted(errors),
        base=folders[0].root if folders else os.getcwd(),
        sources=_sources(project, inside),
    )
    return as_dict(report)


def _sources(project: Project, paths: set[str]) -> dict[str, SourceFile | None]:
    """What is not on disk as the editor holds it; only notebooks need to be taken apart."""
    sources: dict[str, SourceFile | None] = {}
    for path in paths:
        file = project.files.get(path)
        if isinstance(file, OpenNotebook):
            sources[path] = file.source()
        elif not path.endswith(NOTEBOOK_SUFFIX):
            sources[path] = None
    return sources
