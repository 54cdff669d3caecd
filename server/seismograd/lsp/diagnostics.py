"""Findings in the words of the protocol."""

from __future__ import annotations

from typing import Any

from lsprotocol import types

from seismograd.faults import Finding, Fix, Severity
from seismograd.lsp.client_features import ClientFeatures
from seismograd.lsp.places import Places
from seismograd.lsp.project import Project
from seismograd.lsp.rule_pages import rule_page_uri
from seismograd.lsp.uris import uri_of
from seismograd.rules.suppression import UNUSED_CODE

SOURCE = "seismograd"
DATA_VERSION = 1
_SEVERITIES = {
    Severity.ERROR: types.DiagnosticSeverity.Error,
    Severity.WARNING: types.DiagnosticSeverity.Warning,
    Severity.INFO: types.DiagnosticSeverity.Information,
    Severity.HINT: types.DiagnosticSeverity.Hint,
}


def diagnostics_by_uri(
    project: Project, client: ClientFeatures, path: str
) -> dict[str, list[types.Diagnostic]]:
    """The diagnostics of a file under each address by which the client knows it."""
    file = project.files.get(path)
    found: dict[str, list[types.Diagnostic]] = {
        uri: [] for uri in (file.versions if file else [uri_of(path)])
    }
    places = project.places
    for finding in project.visible_findings(path):
        location = places.location(finding.span)
        diagnostic = as_diagnostic(finding, location.range, places, client)
        found.setdefault(location.uri, []).append(diagnostic)
    return found


def as_diagnostic(
    finding: Finding, area: types.Range, places: Places, client: ClientFeatures
) -> types.Diagnostic:
    return types.Diagnostic(
        range=area,
        message=finding.message,
        severity=_SEVERITIES[finding.severity],
        code=finding.code,
        code_description=_page(finding) if client.code_descriptions else None,
        source=SOURCE,
        tags=_tags(finding) if client.diagnostic_tags else None,
        related_information=_related(finding, places) if client.related_information else None,
        data={"version": DATA_VERSION, "fixes": _fixes(finding, places)},
    )


def _page(finding: Finding) -> types.CodeDescription:
    return types.CodeDescription(rule_page_uri(finding.code))


def _tags(finding: Finding) -> list[types.DiagnosticTag] | None:
    return [types.DiagnosticTag.Unnecessary] if finding.code == UNUSED_CODE else None


def _related(finding: Finding, places: Places) -> list[types.DiagnosticRelatedInformation] | None:
    related = [
        types.DiagnosticRelatedInformation(places.location(item.span), item.message)
        for item in finding.related
    ]
    return related or None


def _fixes(finding: Finding, places: Places) -> list[dict[str, Any]]:
    return [
        {"title": fix.title, "safety": fix.safety.value, "edits": edits}
        for fix in finding.fixes
        if (edits := _edits(fix, places))
    ]


def _edits(fix: Fix, places: Places) -> list[dict[str, Any]] | None:
    located = [places.text_edit(edit) for edit in fix.edits]
    if None in located:
        return None
    return [
        {"uri": uri, "range": _plain(edit.range), "newText": edit.new_text}
        for uri, edit in filter(None, located)
    ]


def _plain(area: types.Range) -> dict[str, Any]:
    return {
        name: {"line": place.line, "character": place.character}
        for name, place in (("start", area.start), ("end", area.end))
    }
