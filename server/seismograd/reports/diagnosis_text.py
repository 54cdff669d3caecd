"""A diagnosis as text, for people: causes in their order, then what else the run showed."""

from __future__ import annotations

from seismograd.localise.diagnosis import Cause, Diagnosis
from seismograd.reports.findings_text import PLAIN, finding_text
from seismograd.reports.report import Report
from seismograd.reports.style import Style, printable
from seismograd.runs.state import RunState
from seismograd.runs.summary import RunSummary
from seismograd.traces.symptoms import all_detectors


def diagnosis_text(
    diagnosis: Diagnosis, summary: RunSummary, report: Report, style: Style = PLAIN
) -> str:
    causes = [_cause(number, cause, report, style) for number, cause in _numbered(diagnosis)]
    words = f"A language model says: {printable(diagnosis.explanation)}"
    parts = [_heading(diagnosis, summary, style), *causes, *_unexplained(diagnosis, style)]
    parts += [words] if diagnosis.explanation else []
    return "\n\n".join(part for part in parts if part)


def _numbered(diagnosis: Diagnosis) -> list[tuple[int, Cause]]:
    return list(enumerate(diagnosis.causes, 1))


def diagnosis_heading(diagnosis: Diagnosis, summary: RunSummary) -> str:
    """What came of it, in a sentence."""
    name = printable(summary.record.entry)
    named = [cause for cause in diagnosis.causes if not cause.is_guess]
    if named:
        likely = "1 likely cause" if len(named) == 1 else f"{len(named)} likely causes"
        order = ", most likely first" if len(diagnosis.causes) > 1 else ""
        return f"{name}: {likely}{order}."
    if diagnosis.causes:
        return f"{name}: the training fails, and nothing measured says why. What it may be:"
    if summary.record.state is not RunState.FINISHED:
        return f"{name}: {printable(summary.record.sentence)}"
    if not is_fine(diagnosis, summary):
        return f"{name}: no training was seen, so nothing can be said."
    checked = f"{len(all_detectors())} kinds of symptoms and the rules of `seismograd check`"
    return f"{name}: no fault found. Checked: {checked}."


def diagnosis_sentence(diagnosis: Diagnosis, summary: RunSummary) -> str:
    """What came of it in a line: the first cause, where there is one."""
    if not diagnosis.causes:
        return diagnosis_heading(diagnosis, summary).partition(": ")[2]
    first, more = diagnosis.causes[0], len(diagnosis.causes) - 1
    state = "Confirmed" if first.confirmed else "Suspected"
    others = f" ({more} more)" if more else ""
    return f"{state}: {first.finding.message}{others}"


def _heading(diagnosis: Diagnosis, summary: RunSummary, style: Style) -> str:
    text = diagnosis_heading(diagnosis, summary)
    return style.paint(text, "green" if is_fine(diagnosis, summary) else "bold")


def is_fine(diagnosis: Diagnosis, summary: RunSummary) -> bool:
    """Whether a training was seen, and nothing is wrong with it."""
    was_seen = bool(diagnosis.history.step_count or diagnosis.history.loss_functions)
    return not diagnosis.causes and summary.record.state is RunState.FINISHED and was_seen


def _cause(number: int, cause: Cause, report: Report, style: Style) -> str:
    chance = f"{cause.finding.confidence:.0%}"
    text = finding_text(report, cause.finding, style)
    return f"{number}. {cause.state}, {chance}: {text}{_alternatives(cause, style)}"


def _alternatives(cause: Cause, style: Style) -> str:
    others = ", ".join(fault.value for fault in cause.finding.alternatives)
    return f"\n  = {style.paint('or', 'dim')}: {others}" if others else ""


def _unexplained(diagnosis: Diagnosis, style: Style) -> list[str]:
    """What the run showed that no cause rests on."""
    told = " ".join(piece.summary for cause in diagnosis.causes for piece in cause.finding.evidence)
    left = [one for one in diagnosis.symptoms if one.message not in told]
    names = dict.fromkeys(one.name for one in left)
    first = [next(one for one in left if one.name == name) for name in names]
    lines = [f"  {one.name}: {printable(one.message)}" for one in first]
    hint = "`seismograd symptom NAME` explains a symptom."
    return ["\n".join([style.paint("The run also shows:", "bold"), *lines, hint])] if lines else []
