"""Findings of many documents as one list: a module that several scripts import is named once."""

from __future__ import annotations

from collections.abc import Iterable

from seismograd.faults import Finding, Span


def merge_findings(findings: Iterable[Finding]) -> list[Finding]:
    """Findings without repeats, most likely cause first, whatever order they came in."""
    kept: dict[tuple[str, Span], Finding] = {}
    for finding in sorted(findings, key=lambda found: (found.sort_key, found.message)):
        kept.setdefault((finding.code, finding.span), finding)
    return list(kept.values())
