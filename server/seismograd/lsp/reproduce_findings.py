"""A reproduction as findings on the lines of the project that it came through."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from lsprotocol import types

from seismograd.faults import Finding, Span
from seismograd.lsp.diagnostics import as_diagnostic
from seismograd.lsp.language_server import SeismogradServer
from seismograd.lsp.run_findings import RUN_SOURCE, is_text_of_file
from seismograd.lsp.uris import uri_of
from seismograd.own_documents import one_line


@dataclass(frozen=True, slots=True)
class Shown:
    """What a reproduction shows about lines."""

    title: str
    findings: Sequence[Finding]
    script: Path | None


def findings_by_path(
    ls: SeismogradServer, shown: Shown, began: float = math.inf
) -> dict[str, list[tuple[str, types.Diagnostic]]]:
    """Only for files that nobody has changed since it began. For the worker."""
    found: dict[str, list[tuple[str, types.Diagnostic]]] = {}
    for finding in shown.findings:
        for span, diagnostic in _diagnostics(ls, finding, shown):
            if is_as_it_was(ls, span.file, began):
                location = ls.project.places.location(span)
                found.setdefault(span.file, []).append((location.uri, diagnostic))
    return found


def _diagnostics(
    ls: SeismogradServer, finding: Finding, shown: Shown
) -> Iterator[tuple[Span, types.Diagnostic]]:
    """One on the line nearest to the symptom, and hints on those that led there."""
    places = ls.project.places
    nearest = as_diagnostic(finding, places.location(finding.span).range, places, ls.client)
    nearest.source = RUN_SOURCE
    # There is no rule, and so no page about it.
    nearest.code = nearest.code_description = None
    if ls.client.related_information:
        nearest.related_information = [
            *(nearest.related_information or ()),
            *_to_script(shown.script),
        ]
    yield finding.span, nearest
    for related in finding.related:
        area = places.location(related.span).range
        message = f"A reproduced bug came {related.message}: {one_line(shown.title)}"
        hint = types.DiagnosticSeverity.Hint
        yield related.span, types.Diagnostic(area, message, severity=hint, source=RUN_SOURCE)


def _to_script(script: Path | None) -> list[types.DiagnosticRelatedInformation]:
    if script is None:
        return []
    start = types.Range(types.Position(0, 0), types.Position(0, 0))
    location = types.Location(uri_of(str(script)), start)
    return [types.DiagnosticRelatedInformation(location, "the script that shows it")]


def is_as_it_was(ls: SeismogradServer, file: str, began: float) -> bool:
    """Also not edited without being saved: what was run is what lies on the disk."""
    document = ls.project.workspace.document(file)
    try:
        is_older = Path(file).stat().st_mtime <= began
    except OSError:
        return False
    return document is not None and is_older and is_text_of_file(file, document.text)
