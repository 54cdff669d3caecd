"""A crash as a finding on its line."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from seismograd.faults import OF_RUN, Evidence, EvidenceKind, Finding, Fix, Related, Severity
from seismograd.localise.crashes import Crash, explain_crash
from seismograd.localise.source_lines import SourceLines
from seismograd.traces.events import Raised, TensorFacts
from seismograd.traces.summary import TraceSummary

SURE = 0.5
"""Below it only the line is known, and the finding says no more than that."""
MOST_TENSORS = 6
MOST_MESSAGE = 300


def crash_finding(
    raised: Raised,
    summary: TraceSummary,
    lines: SourceLines,
    root: Path,
    read: Callable[[str], str | None],
) -> Finding | None:
    """None where nothing is known beyond what Python itself has printed."""
    crash = explain_crash(raised, summary, lambda file: read(str(root / file)))
    span = lines.line(crash.place) if crash else None
    if crash is None or span is None:
        return None
    advice = f" {crash.advice}" if crash.advice else ""
    return Finding(
        code=f"{OF_RUN}{crash.fault_type.name}",
        name=crash.name,
        fault_type=crash.fault_type,
        severity=Severity.ERROR if crash.confidence >= SURE else Severity.WARNING,
        confidence=crash.confidence,
        message=f"{crash.cause}{advice}",
        span=span,
        alternatives=crash.alternatives,
        evidence=tuple(_evidence(raised, crash)),
        fixes=tuple(_below(root, fix) for fix in crash.fixes),
        related=tuple(
            Related(place, one.message)
            for one in crash.related
            if (place := lines.line(one.place)) is not None
        ),
    )


def _below(root: Path, fix: Fix) -> Fix:
    """With whole paths: a trace names files by their path in the project."""
    edits = [
        replace(edit, span=replace(edit.span, file=str(root / edit.span.file)))
        for edit in fix.edits
    ]
    return replace(fix, edits=tuple(edits))


def _evidence(raised: Raised, crash: Crash) -> list[Evidence]:
    message = _shortened(" ".join(raised.message.split()))
    told = [f"The script ends with {raised.type}: {message}"]
    tensors = [_described(tensor) for tensor in crash.tensors[:MOST_TENSORS]]
    told += [f"Tensors involved: {', '.join(tensors)}."] if tensors else []
    return [Evidence(EvidenceKind.DYNAMIC, text) for text in told]


def _shortened(message: str) -> str:
    return message if len(message) <= MOST_MESSAGE else f"{message[:MOST_MESSAGE]} ..."


def _described(tensor: TensorFacts) -> str:
    shape = "x".join("?" if size is None else str(size) for size in tensor.shape) or "scalar"
    parts = [part for part in (shape, tensor.dtype, tensor.device) if part]
    return f"{tensor.name} ({', '.join(parts)})" if tensor.name else f"({', '.join(parts)})"
