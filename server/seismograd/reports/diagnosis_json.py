"""A diagnosis as JSON, for programs."""

from __future__ import annotations

from typing import Any

from seismograd.localise.diagnosis import Diagnosis
from seismograd.reports.findings_json import as_dict
from seismograd.reports.report import Report
from seismograd.runs.state import RunState
from seismograd.runs.summary import RunSummary
from seismograd.traces.plain import plain
from seismograd.traces.symptom import Symptom

OUTCOMES = {
    RunState.FINISHED: "finished",
    RunState.TIMEOUT: "timeout",
    RunState.CANCELLED: "cancelled",
}
"""Every other state is a failure."""


def diagnosis_json(diagnosis: Diagnosis, summary: RunSummary, report: Report) -> dict[str, Any]:
    found = as_dict(report)
    for finding, cause in zip(found["findings"], diagnosis.causes, strict=True):
        finding["confirmed"] = cause.confirmed
    words = {"explanation": diagnosis.explanation} if diagnosis.explanation else {}
    return {
        **found,
        "run": {
            **words,
            "id": summary.folder.id,
            "trace": str(summary.folder.trace),
            "symptoms": [_symptom(symptom) for symptom in diagnosis.symptoms],
            "outcome": OUTCOMES.get(summary.record.state, "failed"),
        },
    }


def _symptom(symptom: Symptom) -> dict[str, Any]:
    return {
        "name": symptom.name,
        "severity": symptom.severity.value,
        "message": symptom.message,
        "step": symptom.step,
        "layer": symptom.layer,
        "place": plain(symptom.place),
        "values": plain(symptom.values),
    }
