"""A finding of a hypothesis: on its line, with its chance, and with what speaks for it."""

from __future__ import annotations

from collections.abc import Iterable

from seismograd.faults import Evidence, Finding, Severity
from seismograd.localise.hypotheses import Hypothesis
from seismograd.localise.source_lines import SourceLines
from seismograd.traces.symptom import Symptom


def finding_of(
    hypothesis: Hypothesis,
    chance: float,
    lines: SourceLines,
    evidence: Iterable[Evidence],
    symptom: Symptom | None = None,
) -> Finding | None:
    """A hint, where the project has a line for it; a symptom may point at it."""
    span = lines.find(hypothesis.spot, symptom.place if symptom else None)
    if span is None:
        return None
    return Finding(
        code=f"RUN-{hypothesis.fault_type.name}",
        name=hypothesis.name,
        fault_type=hypothesis.fault_type,
        severity=Severity.INFO,
        confidence=round(chance, 2),
        message=hypothesis.message,
        span=span,
        alternatives=hypothesis.alternatives,
        layer=symptom.layer if symptom else None,
        evidence=tuple(evidence),
        fixes=tuple(lines.fixes(hypothesis.spot)),
    )
