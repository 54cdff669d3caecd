"""What a hover says of the last run: what was measured of a line, and what a cause rests on."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from seismograd.faults import Evidence, Position, Span
from seismograd.lsp.language_server import SeismogradServer
from seismograd.lsp.last_runs import LastRun
from seismograd.lsp.markdown import prose
from seismograd.lsp.symptom_pages import symptom_page_uri
from seismograd.program.resolved import ResolvedSetting
from seismograd.source.line_spans import line_span

if TYPE_CHECKING:
    from seismograd.localise.diagnosis import Cause
    from seismograd.traces.measured_parts import MeasuredPart

MOST_PARTS = 8
"""A whole network may be built on one line."""
Section = tuple[Span, str]


def run_sections(
    ls: SeismogradServer, path: str, position: Position, settings: Sequence[ResolvedSetting]
) -> list[Section]:
    """Nothing where the code has changed: lines may be others now. For the worker."""
    last = ls.last_runs.about(path)
    if last is None or last.is_stale:
        return []
    return [*_causes(ls, last, path, position), *_measured(ls, last, path, position, settings)]


def _causes(
    ls: SeismogradServer, last: LastRun, path: str, position: Position
) -> Iterator[Section]:
    for cause in last.diagnosis.causes if last.diagnosis else ():
        span = cause.finding.span
        if span.file == path and span.touches(position):
            yield span, _cause(ls, cause, last)


def _cause(ls: SeismogradServer, cause: Cause, last: LastRun) -> str:
    state = "Confirmed by an experiment" if cause.confirmed else "Suspected"
    chance = f"**{state}, {cause.finding.confidence:.0%}**"
    message = "" if ls.options.brief_hover else prose(cause.finding.message)
    evidence = "\n".join(f"- {_piece(ls, piece)}" for piece in cause.finding.evidence)
    run = last.diagnosis.run if last.diagnosis else last.id
    link = f"[Evidence and plots]({report_address(run)})" if ls.options.brief_hover else ""
    return "\n\n".join(part for part in (chance, message, evidence, link) if part)


def _piece(ls: SeismogradServer, piece: Evidence) -> str:
    """With a link to the page of its symptom, for clients that open such pages."""
    if piece.symptom is None or not ls.options.brief_hover:
        return prose(piece.summary)
    return f"{prose(piece.summary)} ([{piece.symptom}]({symptom_page_uri(piece.symptom)}))"


def report_address(run: str) -> str:
    """Clients that know this server open the page of a diagnosis by it."""
    return f"seismograd:/diagnoses/{run}"


def _measured(
    ls: SeismogradServer,
    last: LastRun,
    path: str,
    position: Position,
    settings: Sequence[ResolvedSetting],
) -> Iterator[Section]:
    names = {setting.name for setting in settings}
    parts = [
        part
        for part in last.parts
        if _is_on_line(part, last, path, position) or not names.isdisjoint(part.settings)
    ]
    span = _line(ls, path, position)
    if parts and span is not None:
        yield span, "\n".join(["**In the last run**", "", *_lines(parts)])


def _is_on_line(part: MeasuredPart, last: LastRun, path: str, position: Position) -> bool:
    file = os.path.normpath(os.path.join(last.root, part.place.file))
    return file == path and part.place.line == position.line


def _lines(parts: Sequence[MeasuredPart]) -> Iterator[str]:
    for part in parts[:MOST_PARTS]:
        yield f"- {prose(part.name)}: {prose('; '.join(part.facts))}"
    if len(parts) > MOST_PARTS:
        yield f"- and {len(parts) - MOST_PARTS} more"


def _line(ls: SeismogradServer, path: str, position: Position) -> Span | None:
    """The text of a line, without its indent."""
    document = ls.project.workspace.document(path)
    return line_span(path, document.lines, position.line) if document is not None else None
