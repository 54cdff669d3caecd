"""A repair as JSON, for programs."""

from __future__ import annotations

import math
from typing import Any

from seismograd.repair.objective import Objective
from seismograd.repair.patches.change import Change
from seismograd.repair.results.result import MeasuredPatch, RepairResult
from seismograd.repair.trials.trial_record import TrialRecord
from seismograd.reports.findings_json import edit_json
from seismograd.reports.report import Report

VERSION = 1


def repair_json(result: RepairResult, base: str) -> dict[str, Any]:
    report = Report([], base=base)
    return {
        "version": VERSION,
        "status": result.status.value,
        "reason": result.reason,
        "objective": _objective(result.objective, result.judge) if result.objective else None,
        "baseline": {"values": list(result.baseline), "seeds": list(result.seeds)},
        "patches": [_patch(one, report) for one in result.patches],
        "trials": [_trial(one) for one in result.trials],
        "budget": {
            "trainings": result.trainings,
            "used": result.used,
            "taken_over": result.taken_over,
            "verification": result.verifications,
            "seconds": result.seconds,
        },
        "not_changed": list(result.refused),
    }


def _objective(objective: Objective, judge: Objective | None) -> dict[str, Any]:
    found = "named" if objective.is_named else "trace"
    return {
        "name": objective.name,
        "direction": objective.direction.value,
        "found": found,
        "origin": objective.origin.value,
        "judged_by": (judge or objective).name,
    }


def _patch(measured: MeasuredPatch, report: Report) -> dict[str, Any]:
    patch = measured.patch
    return {
        "title": patch.title,
        "verified": measured.is_verified,
        "does_as_well": measured.does_as_well,
        "values": list(measured.values),
        "difference": _number(measured.gain),
        "interval": [_number(one) for one in measured.interval] if measured.interval else None,
        "p": _number(measured.p),
        "changes": [_change(one, measured) for one in patch.changes],
        "edits": [edit_json(report, edit) for edit in patch.edits],
    }


def _change(change: Change, measured: MeasuredPatch) -> dict[str, Any]:
    contribution = measured.contributions.get(change.name)
    return {
        "fault_type": change.fault_type.name,
        "name": change.name,
        "old": change.old,
        "new": change.new,
        "contribution": None if contribution is None else _number(contribution),
    }


def _trial(record: TrialRecord) -> dict[str, Any]:
    return {
        "number": record.number,
        "strategy": record.strategy,
        "changes": [{"name": name, "new": value} for name, value in record.values.items()],
        "value": record.value,
        "outcome": record.outcome.value,
        "seconds": record.seconds,
        "reason": record.reason,
    }


def _number(value: float) -> float | None:
    """JSON knows no infinity: a training that gives a value only with the patch."""
    return round(value, 6) if math.isfinite(value) else None
