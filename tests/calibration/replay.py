"""The ranking of a run that was collected, with any table of weights: by the product's own code."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, cast
from unittest.mock import patch

from seismograd.faults import FaultType, Finding, Position, Severity, Span
from seismograd.localise import diagnosis
from seismograd.localise.diagnose_run import with_crash
from seismograd.localise.hypotheses import HYPOTHESES
from seismograd.localise.source_lines import SourceLines
from seismograd.localise.weights import Weights
from seismograd.traces.history import RunHistory
from seismograd.traces.symptom import Symptom

Row = dict[str, Any]
Table = Mapping[str, Weights]
THRESHOLDS = ("LIKELY", "POSSIBLE", "SPECIFIC")
_CAUSES = {one.name for one in HYPOTHESES}
_HISTORY = RunHistory()


class _AnyLine:
    """Where a cause stands does not matter to its rank."""

    def __init__(self) -> None:
        self._span = Span("train.py", Position(1, 1), Position(1, 2))

    def find(self, *_: object) -> Span:
        return self._span

    def fixes(self, *_: object) -> list[object]:
        return []


def ranked(row: Row, table: Table, *, rules: bool = True, **thresholds: float) -> list[Finding]:
    """What `diagnose` would name for the run; thresholds are those of `diagnosis`."""
    symptoms = [_symptom(one) for one in row.get("symptoms", ())]
    static = [_finding(one) for one in row.get("static", ())] if rules else []
    with _replaced(symptoms, table, thresholds):
        found = diagnosis.diagnose(_HISTORY, static, cast(SourceLines, _AnyLine()))
    for crash in _crashes(row):
        found = with_crash(found, crash)
    return [cause.finding for cause in found.causes]


@contextmanager
def _replaced(
    symptoms: Sequence[Symptom], table: Table, thresholds: Mapping[str, float]
) -> Iterator[None]:
    changes: dict[str, Any] = dict(thresholds)
    changes["find_symptoms"] = lambda history: symptoms
    changes["all_weights"] = lambda: table
    with patch.multiple(diagnosis, **changes):
        yield


def _crashes(row: Row) -> list[Finding]:
    """What is listed and is neither a rule's nor a cause's."""
    rules = {one["code"] for one in row.get("static", ())}
    listed = row.get("ranked", ())
    own = [one for one in listed if one["name"] not in _CAUSES and one["code"] not in rules]
    return [_finding(one) for one in own]


def _symptom(row: Row) -> Symptom:
    return Symptom(row["name"], Severity(row["severity"]), row["name"], row.get("step"))


def _finding(row: Row) -> Finding:
    line = row.get("line") or 1
    return Finding(
        code=row["code"],
        name=row["name"],
        fault_type=FaultType[row["fault"]],
        severity=Severity(row["severity"]),
        confidence=row["confidence"],
        message="",
        span=Span("train.py", Position(line, 1), Position(line, 2)),
        alternatives=tuple(FaultType[one] for one in row["alternatives"]),
    )
