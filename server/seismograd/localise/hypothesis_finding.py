"""A finding of a hypothesis: on its line, with its chance, and with what speaks for it."""

from __future__ import annotations

from collections.abc import Iterable

from seismograd.faults import OF_RUN, Evidence, Finding, Severity, Span
from seismograd.localise.hypotheses import Hypothesis
from seismograd.localise.source_lines import SourceLines


def finding_of(
    hypothesis: Hypothesis,
    chance: float,
    lines: SourceLines,
    evidence: Iterable[Evidence],
    span: Span | None = None,
    layer: int | None = None,
) -> Finding | None:
    """A hint, where the project has a line for it; `span` where one is known better."""
    span = span or lines.find(hypothesis.spot, None)
    if span is None:
        return None
    return Finding(
        code=f"{OF_RUN}{hypothesis.fault_type.name}",
        name=hypothesis.name,
        fault_type=hypothesis.fault_type,
        severity=Severity.INFO,
        confidence=round(chance, 2),
        message=hypothesis.message,
        span=span,
        alternatives=hypothesis.alternatives,
        layer=layer,
        evidence=tuple(evidence),
        fixes=tuple(lines.fixes(hypothesis.spot)),
    )
