"""Findings as SARIF 2.1.0, for code scanning services."""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from pathlib import PurePath
from typing import Any
from urllib.parse import quote

from seismograd import __version__
from seismograd.faults import Edit, Finding, Fix, Position, Related, Severity, Span
from seismograd.reports.report import FileError, Place, Report
from seismograd.reports.rule_page import rule_markdown, rule_summary
from seismograd.rules.registry import rules_by_name

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_LEVELS = {
    Severity.ERROR: "error",
    Severity.WARNING: "warning",
    Severity.INFO: "note",
    Severity.HINT: "note",
}


def findings_sarif(report: Report) -> str:
    """The SARIF log of a report."""
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [_run(report)]}, indent=2)


def _run(report: Report) -> dict[str, Any]:
    first = {found.code: found for found in reversed(report.findings)}
    codes = sorted(first)
    return {
        "tool": {
            "driver": {
                "name": "Seismograd",
                "version": __version__,
                "rules": [_rule(first[code]) for code in codes],
            }
        },
        "columnKind": "unicodeCodePoints",
        "invocations": [
            {
                "executionSuccessful": True,
                "toolExecutionNotifications": [_notice(report, error) for error in report.errors],
            }
        ],
        "results": [_result(report, found, codes.index(found.code)) for found in report.findings],
    }


def _rule(example: Finding) -> dict[str, Any]:
    rule = rules_by_name().get(example.code)
    described: dict[str, Any] = {}
    if rule is not None:
        page = rule_markdown(rule)
        described = {
            "shortDescription": {"text": rule_summary(rule)},
            "help": {"text": page, "markdown": page},
            "defaultConfiguration": {"level": _LEVELS[rule.severity]},
        }
    fault = example.fault_type
    tags = ["deep-learning", f"fault-type/{fault.name}"]
    return {"id": example.code, "name": example.name, **described, "properties": {"tags": tags}}


def _result(report: Report, finding: Finding, rule_index: int) -> dict[str, Any]:
    place = report.place(finding.span)
    related = [_related(report, item, number) for number, item in enumerate(finding.related)]
    result = {
        "ruleId": finding.code,
        "ruleIndex": rule_index,
        "level": _LEVELS[finding.severity],
        "rank": round(finding.confidence * 100, 1),
        "message": {"text": _message(place, finding.message)},
        "locations": [_location(place)],
        "partialFingerprints": {"seismograd/v1": _fingerprint(report, finding)},
        "properties": {
            "faultType": finding.fault_type.name,
            "alternatives": [fault.name for fault in finding.alternatives],
            "evidence": [f"{item.kind.value}: {item.summary}" for item in finding.evidence],
        },
    }
    fixes = [_fix(report, fix) for fix in finding.fixes if fix.edits]
    if fixes and place.cell is None:
        result["fixes"] = fixes
    return {**result, "relatedLocations": related} if related else result


def _message(place: Place, text: str) -> str:
    return text if place.cell is None else f"{text} (cell {place.cell}, line {place.start.line})"


def _location(place: Place) -> dict[str, Any]:
    artifact = {"artifactLocation": {"uri": _uri(place.file)}}
    if place.cell is not None:
        # A region would be read as lines of the notebook's JSON.
        name = f"cell {place.cell}"
        return {"physicalLocation": artifact, "logicalLocations": [{"name": name}]}
    return {"physicalLocation": {**artifact, "region": _region(place.start, place.end)}}


def _region(start: Position, end: Position) -> dict[str, int]:
    return {
        "startLine": start.line,
        "startColumn": start.column,
        "endLine": end.line,
        "endColumn": end.column,
    }


def _related(report: Report, related: Related, number: int) -> dict[str, Any]:
    location = _location(report.place(related.span))
    return {"id": number, **location, "message": {"text": related.message}}


def _fix(report: Report, fix: Fix) -> dict[str, Any]:
    by_file: dict[str, list[Edit]] = defaultdict(list)
    for edit in fix.edits:
        by_file[edit.span.file].append(edit)
    return {
        "description": {"text": f"{fix.title} ({fix.safety.value})"},
        "artifactChanges": [
            {
                "artifactLocation": {"uri": _uri(report.name(path))},
                "replacements": [_replacement(edit.span, edit.new_text) for edit in edits],
            }
            for path, edits in by_file.items()
        ],
    }


def _replacement(span: Span, new_text: str) -> dict[str, Any]:
    return {
        "deletedRegion": _region(span.start, span.end),
        "insertedContent": {"text": new_text},
    }


def _notice(report: Report, error: FileError) -> dict[str, Any]:
    uri = _uri(report.name(error.file))
    return {
        "level": "warning",
        "message": {"text": error.message},
        "locations": [{"physicalLocation": {"artifactLocation": {"uri": uri}}}],
    }


def _fingerprint(report: Report, finding: Finding) -> str:
    """Stays the same while the line moves, so that services recognise a known finding."""
    line = report.line(finding.span.file, finding.span.start.line).strip()
    identity = "\0".join([finding.code, report.name(finding.span.file), line])
    return hashlib.sha256(identity.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def _uri(name: str) -> str:
    path = PurePath(name)
    if path.is_absolute():
        return path.as_uri()
    return quote(name.encode("utf-8", "surrogateescape"))
