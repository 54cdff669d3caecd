"""Diagnostics for clients that ask for them: one document, or the whole workspace."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import partial

from lsprotocol import types

from seismograd.lsp.diagnostics import SOURCE, diagnostics_by_uri
from seismograd.lsp.language_server import SeismogradServer
from seismograd.lsp.long_check import check_stale

Report = types.FullDocumentDiagnosticReport | types.UnchangedDocumentDiagnosticReport
WorkspaceReport = (
    types.WorkspaceFullDocumentDiagnosticReport | types.WorkspaceUnchangedDocumentDiagnosticReport
)


def register(server: SeismogradServer) -> None:
    options = types.DiagnosticOptions(
        inter_file_dependencies=True, workspace_diagnostics=True, identifier=SOURCE
    )
    server.feature(types.TEXT_DOCUMENT_DIAGNOSTIC, options)(document_diagnostic)
    server.feature(types.WORKSPACE_DIAGNOSTIC)(workspace_diagnostic)


async def document_diagnostic(
    ls: SeismogradServer, params: types.DocumentDiagnosticParams
) -> types.RelatedFullDocumentDiagnosticReport | types.RelatedUnchangedDocumentDiagnosticReport:
    uri = params.text_document.uri
    work = partial(_document_report, ls, uri, params.previous_result_id)
    report, related = await ls.run_checked(uri, work)
    if isinstance(report, types.UnchangedDocumentDiagnosticReport):
        return types.RelatedUnchangedDocumentDiagnosticReport(
            result_id=report.result_id, related_documents=related
        )
    return types.RelatedFullDocumentDiagnosticReport(
        items=report.items, result_id=report.result_id, related_documents=related
    )


def _document_report(
    ls: SeismogradServer, uri: str, previous: str | None
) -> tuple[Report, dict[str, Report] | None]:
    """The report of a document, and those of others in which the same check found something."""
    project = ls.project
    path = project.files.path_of(uri)
    others: dict[str, Report] = {}
    for target in project.findings.take_changed() - {path}:
        if project.is_visible(target):
            project.settle(target)
            found = diagnostics_by_uri(project, ls.client, target)
            others.update({where: _report(items, None) for where, items in found.items()})
    own = _report(diagnostics_by_uri(project, ls.client, path).get(uri, []), previous)
    if ls.client.related_documents:
        return own, others or None
    if others:
        ls.on_loop(ls.publisher.ask_to_pull_again)
    return own, None


async def workspace_diagnostic(
    ls: SeismogradServer, params: types.WorkspaceDiagnosticParams
) -> types.WorkspaceDiagnosticReport:
    await ls.configured()
    async for _ in check_stale(ls):
        pass
    previous = {item.uri: item.value for item in params.previous_result_ids}
    return types.WorkspaceDiagnosticReport(
        await ls.worker.run(partial(_workspace_reports, ls, previous))
    )


def _workspace_reports(ls: SeismogradServer, previous: Mapping[str, str]) -> list[WorkspaceReport]:
    project = ls.project
    project.findings.take_changed()
    reports: list[WorkspaceReport] = []
    for path in project.workspace_files:
        file = project.files.get(path)
        versions = file.versions if file else {}
        for uri, items in diagnostics_by_uri(project, ls.client, path).items():
            report = _report(items, previous.get(uri))
            reports.append(_for_workspace(uri, versions.get(uri), report))
    return [*reports, *_cleared(previous, {report.uri for report in reports})]


def _cleared(previous: Mapping[str, str], current: set[str]) -> list[WorkspaceReport]:
    """Files of an earlier report that are no longer part of the workspace's."""
    empty = _result_id([])
    return [
        types.WorkspaceFullDocumentDiagnosticReport(uri=uri, items=[], result_id=empty)
        for uri, result_id in previous.items()
        if uri not in current and result_id != empty
    ]


def _report(items: list[types.Diagnostic], previous: str | None) -> Report:
    result_id = _result_id(items)
    if result_id == previous:
        return types.UnchangedDocumentDiagnosticReport(result_id=result_id)
    return types.FullDocumentDiagnosticReport(items=items, result_id=result_id)


def _result_id(items: list[types.Diagnostic]) -> str:
    return hashlib.blake2b(repr(items).encode("utf-8", "replace"), digest_size=12).hexdigest()


def _for_workspace(uri: str, version: int | None, report: Report) -> WorkspaceReport:
    if isinstance(report, types.UnchangedDocumentDiagnosticReport):
        return types.WorkspaceUnchangedDocumentDiagnosticReport(
            uri=uri, result_id=report.result_id, version=version
        )
    return types.WorkspaceFullDocumentDiagnosticReport(
        uri=uri, items=report.items, result_id=report.result_id, version=version
    )
