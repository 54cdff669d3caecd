"""Findings as workflow commands, which GitHub shows on the lines of a pull request."""

from __future__ import annotations

from seismograd.faults import Finding, Severity
from seismograd.reports.report import FileError, Report
from seismograd.reports.style import printable

_COMMANDS = {
    Severity.ERROR: "error",
    Severity.WARNING: "warning",
    Severity.INFO: "notice",
    Severity.HINT: "notice",
}


def findings_github(report: Report) -> str:
    """One command a line."""
    errors = [_error(report, error) for error in report.errors]
    return "\n".join([*(_annotation(report, found) for found in report.by_place()), *errors])


def _annotation(report: Report, finding: Finding) -> str:
    place = report.place(finding.span)
    properties = {"title": f"{finding.code} {finding.name}", "file": place.file}
    message = finding.message
    if place.cell is None:
        properties |= {"line": str(place.start.line), "endLine": str(place.end.line)}
        if place.start.line == place.end.line:
            # Columns are refused on annotations of several lines; the last one is included.
            last = max(place.start.column, place.end.column - 1)
            properties |= {"col": str(place.start.column), "endColumn": str(last)}
    else:
        message = f"cell {place.cell}, line {place.start.line}: {message}"
    return _command(_COMMANDS[finding.severity], properties, message)


def _error(report: Report, error: FileError) -> str:
    properties = {"title": "not analysed", "file": report.name(error.file)}
    return _command("warning", properties, error.message)


def _command(name: str, properties: dict[str, str], message: str) -> str:
    written = ",".join(f"{key}={_property(value)}" for key, value in properties.items())
    return f"::{name} {written}::{_data(message)}"


def _data(text: str) -> str:
    return printable(text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A"))


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
