"""A report with one finding that uses every field."""

from __future__ import annotations

from pathlib import Path

from seismograd.faults import (
    Edit,
    Evidence,
    EvidenceKind,
    FaultType,
    Finding,
    Fix,
    Position,
    Related,
    Safety,
    Severity,
    Span,
)
from seismograd.reports.report import FileError, Report

SOURCE = 'import torch\nlabel = "日本"; out = softmax(logits)\nloss(out)\n'


def span(path: Path, line: int, start: int, end: int, last_line: int | None = None) -> Span:
    return Span(str(path), Position(line, start), Position(last_line or line, end))


def finding(path: Path, **changes: object) -> Finding:
    place = span(path, 2, 15, 34)
    fields: dict[str, object] = {
        "code": "SG101",
        "name": "softmax-before-cross-entropy",
        "fault_type": FaultType.ARM,
        "alternatives": (FaultType.LCH,),
        "severity": Severity.ERROR,
        "confidence": 0.93,
        "message": "The loss applies softmax itself.",
        "span": place,
        "layer": 2,
        "evidence": (Evidence(EvidenceKind.STATIC, "softmax reaches the loss"),),
        "fixes": (
            Fix("Remove the softmax", Safety.SAFE, (Edit(span(path, 2, 21, 34), "logits"),)),
        ),
        "related": (Related(span(path, 3, 1, 5), "the loss"),),
    }
    return Finding(**{**fields, **changes})  # type: ignore[arg-type]


def sample(folder: Path, **changes: object) -> Report:
    path = folder / "train, 1.py"
    path.write_text(SOURCE, "utf-8")
    errors = [FileError(str(folder / "bad.py"), "contains NUL bytes; not Python source")]
    return Report([finding(path, **changes)], errors, base=str(folder))
