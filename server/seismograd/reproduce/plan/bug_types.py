"""Which type of bug a report is about, and which edits that type usually takes."""

from __future__ import annotations

import re
from collections.abc import Mapping

from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.plan.plan import Action, BugType
from seismograd.reproduce.report.bug_report import BugReport

MOST_TEXT = 20_000
_GPU = re.compile(
    r"\b(?:cuda(?!\s*(?:version|:\s*(?:none|n/?a|no)\b))|cudnn|nccl|gpus?|mps|device-side)\b",
    re.IGNORECASE,
)
_API = re.compile(
    r"\b(?:ImportError|ModuleNotFoundError|AttributeError|unexpected keyword|has no attribute|"
    r"missing \d+ required|deprecat\w+|takes \d+ positional)",
)
_BY_SYMPTOM: Mapping[str, BugType] = {
    **dict.fromkeys(
        (
            "learning",
            "gradient",
            "frozen",
            "still-parameters",
            "determinism",
            "memory",
            "nan",
            "hang",
        ),
        BugType.TRAINING,
    ),
    **dict.fromkeys(("reload", "evaluation", "mask", "option", "batch"), BugType.MODEL),
    **dict.fromkeys(
        ("shape", "dtype", "value", "reset", "batches", "order", "side-effect"), BugType.TENSOR
    ),
    **dict.fromkeys(("warning", "missing-error"), BugType.API),
}
_FIRST = (Action.MIGRATION, Action.IMPORTS)
_LAST = (Action.RUN, Action.LOGGING, Action.CONTROL)
_USUAL: Mapping[BugType, tuple[Action, ...]] = {
    BugType.TRAINING: (Action.DATASET, Action.DATA, Action.NETWORK, Action.HYPERPARAMETERS),
    BugType.MODEL: (Action.DOWNLOAD, Action.HYPERPARAMETERS, Action.NETWORK, Action.DATA),
    BugType.TENSOR: (Action.HYPERPARAMETERS, Action.NETWORK, Action.DATASET, Action.DATA),
    BugType.API: (Action.DOWNLOAD, Action.HYPERPARAMETERS, Action.NETWORK, Action.DATA),
    BugType.GPU: (Action.HYPERPARAMETERS, Action.NETWORK, Action.DATASET, Action.DATA),
}


def bug_type_of(report: BugReport, fingerprint: Fingerprint) -> BugType:
    """By what is looked for; a crash by what its message is about."""
    known = _BY_SYMPTOM.get(fingerprint.symptom)
    if known is not None:
        return known
    message = " ".join(told.message for told in report.tracebacks) or report.title
    if _GPU.search(message) or _GPU.search(report.title):
        return BugType.GPU
    return BugType.API if _API.search(_told(report)) else BugType.TENSOR


def usual_actions(bug_type: BugType) -> tuple[Action, ...]:
    """In the order in which they are done: what needs something comes after it."""
    return (*_FIRST, *_USUAL[bug_type], *_LAST)


def _told(report: BugReport) -> str:
    raised = " ".join(f"{told.exception} {told.message}" for told in report.tracebacks)
    return (raised or report.text)[:MOST_TEXT]
