"""What the first, watched run says about whether a search makes sense."""

from __future__ import annotations

from pathlib import Path

from seismograd.repair.deadline import Deadline
from seismograd.repair.results.result import RepairResult, RepairStatus
from seismograd.runs.failure import Failure
from seismograd.runs.remedy import remedy
from seismograd.runs.state import RunState
from seismograd.runs.summary import RunSummary

_BEFORE_ALL = frozenset(
    {"SyntaxError", "IndentationError", "TabError", "ImportError", "ModuleNotFoundError"}
)
"""Errors of a script that does not come as far as its training code."""
_FIRST_SIGNAL = 128
"""Larger exit codes are of processes that were killed, perhaps for the memory that they took."""


def result_without_search(summary: RunSummary, deadline: Deadline) -> RepairResult | None:
    """The result where nothing is searched; None where a search can follow."""
    if deadline.is_over:
        reason = f"{deadline.text}: the first run had not finished"
        return RepairResult(RepairStatus.CANNOT_TELL, reason)
    if deadline.cancel:
        return RepairResult(RepairStatus.CANCELLED)
    if _cannot_start(summary):
        return RepairResult(RepairStatus.CANNOT_TELL, summary.record.sentence)
    return None


def _cannot_start(summary: RunSummary) -> bool:
    """Whether the script fails before it trains, for a reason that every trial would meet again:
    files, network, arguments, variables, input. Shapes and types are what a patch can change."""
    record, failure = summary.record, summary.failure
    if record.state is not RunState.FAILED or record.steps:
        return False
    if failure is None:
        return record.exit_code is not None and 0 < record.exit_code < _FIRST_SIGNAL
    return _is_before_all(failure) or bool(remedy(failure, Path(record.root)))


def _is_before_all(failure: Failure) -> bool:
    return failure.type.rpartition(".")[2] in _BEFORE_ALL
