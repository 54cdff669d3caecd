"""Findings as JSON, for programs."""

from __future__ import annotations

import json
from typing import Any

from seismograd.faults import Edit, Finding, Fix, Span
from seismograd.reports.report import Report

VERSION = 1


def findings_json(report: Report) -> str:
    """The versioned JSON text of a report."""
    return json.dumps(as_dict(report), indent=2)


def as_dict(report: Report) -> dict[str, Any]:
    return {
        "version": VERSION,
        "findings": [_finding(report, found) for found in report.findings],
        "errors": [
            {"file": report.name(error.file), "message": error.message} for error in report.errors
        ],
    }


def _finding(report: Report, finding: Finding) -> dict[str, Any]:
    return {
        "code": finding.code,
        "name": finding.name,
        "fault_type": finding.fault_type.name,
        "alternatives": [fault.name for fault in finding.alternatives],
        "severity": finding.severity.value,
        "confidence": finding.confidence,
        "message": finding.message,
        **_where(report, finding.span),
        "layer": finding.layer,
        "evidence": [
            {"kind": piece.kind.value, "summary": piece.summary} for piece in finding.evidence
        ],
        "fixes": [_fix(report, fix) for fix in finding.fixes],
    }


def _fix(report: Report, fix: Fix) -> dict[str, Any]:
    return {
        "title": fix.title,
        "safety": fix.safety.value,
        "verified": fix.verified,
        "edits": [edit_json(report, edit) for edit in fix.edits],
    }


def edit_json(report: Report, edit: Edit) -> dict[str, Any]:
    return {**_where(report, edit.span), "new_text": edit.new_text}


def _where(report: Report, span: Span) -> dict[str, Any]:
    place = report.place(span)
    cell = {} if place.cell is None else {"cell": place.cell}
    return {
        "file": place.file,
        **cell,
        "range": {
            "start": {"line": place.start.line, "column": place.start.column},
            "end": {"line": place.end.line, "column": place.end.column},
        },
    }
