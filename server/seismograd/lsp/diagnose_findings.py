"""Causes of a diagnosis as diagnostics on their lines, with what they rest on."""

from __future__ import annotations

from collections.abc import Iterable

from lsprotocol import types

from seismograd.faults import Finding
from seismograd.localise.diagnosis import Cause
from seismograd.lsp.diagnostics import as_diagnostic
from seismograd.lsp.language_server import SeismogradServer
from seismograd.lsp.reproduce_findings import is_as_it_was
from seismograd.lsp.rule_pages import rule_page
from seismograd.lsp.run_findings import RUN_SOURCE
from seismograd.lsp.symptom_pages import symptom_page_uri

MOST_EVIDENCE = 20


def causes_by_path(
    ls: SeismogradServer, causes: Iterable[Cause], began: float
) -> dict[str, list[tuple[str, types.Diagnostic]]]:
    """Only for files that nobody has changed since the run began. For the worker."""
    found: dict[str, list[tuple[str, types.Diagnostic]]] = {}
    for cause in causes:
        span = cause.finding.span
        if is_as_it_was(ls, span.file, began):
            location = ls.project.places.location(span)
            found.setdefault(span.file, []).append((location.uri, _diagnostic(ls, cause, location)))
    return found


def _diagnostic(ls: SeismogradServer, cause: Cause, where: types.Location) -> types.Diagnostic:
    finding = cause.finding
    shown = as_diagnostic(finding, where.range, ls.project.places, ls.client)
    shown.source = RUN_SOURCE
    shown.message = f"{finding.message} ({certainty(cause)})"
    if shown.code_description and rule_page(ls.project.rules, finding.code) is None:
        shown.code_description = _page_of_symptom(finding)
    if ls.client.related_information:
        shown.related_information = [*(shown.related_information or ()), *_evidence(finding, where)]
    return shown


def _page_of_symptom(finding: Finding) -> types.CodeDescription | None:
    """A cause has no page of its own: that of the first symptom it rests on."""
    names = (piece.symptom for piece in finding.evidence if piece.symptom)
    return next((types.CodeDescription(symptom_page_uri(name)) for name in names), None)


def _evidence(
    finding: Finding, where: types.Location
) -> Iterable[types.DiagnosticRelatedInformation]:
    return (
        types.DiagnosticRelatedInformation(where, piece.summary)
        for piece in finding.evidence[:MOST_EVIDENCE]
    )


def certainty(cause: Cause) -> str:
    state = "confirmed by an experiment" if cause.confirmed else cause.state
    return f"{state}, {cause.finding.confidence:.0%}"
