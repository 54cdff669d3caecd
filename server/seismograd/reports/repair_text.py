"""A repair as text, for people."""

from __future__ import annotations

from statistics import fmean

from seismograd.repair.objective import Objective, value_text
from seismograd.repair.patches.change import Change
from seismograd.repair.results.result import MeasuredPatch, RepairResult, RepairStatus
from seismograd.repair.trials.trial_record import TrialOutcome, TrialRecord, changes_text
from seismograd.repair.verification.verify import Values
from seismograd.reports.findings_text import PLAIN
from seismograd.reports.report import Report
from seismograd.reports.style import Style, printable

HEADINGS = {
    RepairStatus.REPAIRED: "repaired.",
    RepairStatus.NOTHING_BETTER: "no verified patch.",
    RepairStatus.CANNOT_TELL: "cannot tell.",
    RepairStatus.CANCELLED: "cancelled",
}
RESUME = "The same command resumes the search."
NOTHING_YET = "No trial was finished; nothing is lost."
MOST_REFUSED = 8


def repair_text(result: RepairResult, entry: str, base: str, style: Style = PLAIN) -> str:
    """`base`: the folder that paths are shown from."""
    report = Report([], base=base)
    colour = "green" if result.status is RepairStatus.REPAIRED else "bold"
    parts = [style.paint(printable(f"{entry}: {outcome_text(result)}"), colour)]
    parts += [_patch(at, one, result, report, style) for at, one in enumerate(result.patches, 1)]
    parts += [spent(result)] if result.trials else []
    parts += [_refused(result)] if result.refused else []
    return "\n\n".join(parts)


def outcome_text(result: RepairResult) -> str:
    """The status with the reason: `cancelled in the search; ...`, `no verified patch. ...`."""
    text = f"{HEADINGS[result.status]} {result.reason}".rstrip()
    if result.status is not RepairStatus.CANCELLED:
        return text
    return f"{text}. {RESUME if result.trials else NOTHING_YET}"


def trial_line(record: TrialRecord, objective: Objective, best: float | None) -> str:
    """One line for a trial, where nothing can be drawn."""
    value = "-" if record.value is None else f"{record.value:.4g}"
    shown = "-" if best is None else f"{best:.4g}"
    left = f"trial {record.number:>3}  {objective.name} {value:<8} best {shown:<8}"
    told = f"{changes_text(record.values)}{outcome_of_trial(record)}"
    return printable(f"{left} {record.seconds:6.1f} s  {told}")


def outcome_of_trial(record: TrialRecord) -> str:
    """Empty where it ran to its end; otherwise ` stopped (loss-diverges)`."""
    if record.outcome is TrialOutcome.FINISHED:
        return ""
    why = f" ({record.reason})" if record.reason else ""
    return f" {record.outcome.value}{why}"


def patch_summary(measured: MeasuredPatch, result: RepairResult) -> str:
    """`lr 1e-06 -> 0.001 (val_accuracy 0.41 -> 0.93, 6 seeds, p 0.016)`."""
    name = result.judge.name if result.judge else "objective"
    values = f"{name} {_mean(result.baseline)} -> {_mean(measured.values)}"
    tested = f"{len(measured.values)} seeds, p {measured.p:.2g}"
    return printable(f"{measured.patch.title} ({values}, {tested})")


def _patch(
    number: int, measured: MeasuredPatch, result: RepairResult, report: Report, style: Style
) -> str:
    state = patch_state(number, measured)
    lines = [f"{number}. {patch_summary(measured, result)}: {style.paint(state, 'bold')}"]
    if measured.interval:
        low, high = measured.interval
        lines.append(f"   gain {measured.gain:.4g}, 95 % interval {low:.4g} to {high:.4g}")
    for change in measured.patch.changes:
        place = f"{_places(change, report)}: {change.title}{_contribution(change, measured)}"
        lines += [f"   {printable(place)}"]
    return "\n".join(lines)


def _places(change: Change, report: Report) -> str:
    """`train.py:12, config.yaml:3`: where to look, for whoever writes it by hand."""
    spans = sorted({(report.name(one.span.file), one.span.start.line) for one in change.edits})
    return ", ".join(f"{name}:{line}" for name, line in spans)


def _contribution(change: Change, measured: MeasuredPatch) -> str:
    """Nothing where there is but one change, or where it was not measured."""
    if len(measured.patch.changes) == 1 or change.name not in measured.contributions:
        return ""
    return f", contributes {measured.contributions[change.name]:.4g}"


def patch_state(number: int, measured: MeasuredPatch) -> str:
    if not measured.is_verified:
        return "not verified"
    does_as_well = number > 1 and measured.does_as_well
    return "verified, does as well as the first" if does_as_well else "verified"


def spent(result: RepairResult) -> str:
    earlier = f" ({result.taken_over} of an earlier search)" if result.taken_over else ""
    count = f"{result.used} of {result.trainings} trainings{earlier}"
    checks = f"{result.verifications} to verify" if result.verifications else "none to verify"
    return f"Searched with {count}, {checks}, in {result.seconds:.0f} s."


def _refused(result: RepairResult) -> str:
    shown = [f"  {printable(one)}" for one in result.refused[:MOST_REFUSED]]
    more = len(result.refused) - len(shown)
    return "\n".join(["Not changed:", *shown, *([f"  and {more} more"] if more > 0 else [])])


def _mean(values: Values) -> str:
    known = [one for one in values if one is not None]
    return value_text(fmean(known) if known else None)
