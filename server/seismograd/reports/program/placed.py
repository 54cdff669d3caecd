"""The places in a program's facts, as a reader of the files counts them."""

from __future__ import annotations

from typing import Any

from seismograd.faults import Position, Span
from seismograd.program.model import Program
from seismograd.reports.program.facts import program_facts
from seismograd.reports.report import Report


def placed_facts(program: Program, report: Report) -> Any:
    """Everything that was understood, with the names of a report and notebooks by cell."""
    return {**_placed(program_facts(program), report), "file": report.name(program.path)}


def _placed(facts: Any, report: Report) -> Any:
    if isinstance(facts, list):
        return [_placed(item, report) for item in facts]
    if not isinstance(facts, dict):
        return facts
    if facts.keys() == {"file", "line", "column"}:
        return _place(facts["file"], Position(facts["line"], facts["column"]), report)
    return {key: _placed(value, report) for key, value in facts.items()}


def _place(file: str, start: Position, report: Report) -> dict[str, object]:
    place = report.place(Span(file, start, start))
    cell = {} if place.cell is None else {"cell": place.cell}
    return {"file": place.file, **cell, "line": place.start.line, "column": place.start.column}
