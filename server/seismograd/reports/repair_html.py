"""The page about a repair: patches with what was measured, the trials, and what each value did."""

from __future__ import annotations

import math
from collections.abc import Iterator

from seismograd.localise.comparison import Comparison
from seismograd.repair.objective import Objective
from seismograd.repair.parameter import as_text
from seismograd.repair.results.result import MeasuredPatch, RepairResult, RepairStatus
from seismograd.repair.trials.trial_record import TrialOutcome, TrialRecord
from seismograd.reports.html_page import MOST_ROWS, escape, list_section, page, table_section
from seismograd.reports.layer_plot import layer_plot
from seismograd.reports.measures import number
from seismograd.reports.paired_plot import paired_plot
from seismograd.reports.patch_graph import patch_graph
from seismograd.reports.repair_text import outcome_text, patch_state, patch_summary, spent
from seismograd.reports.slice_plot import Dot, slice_plot
from seismograd.runs.record import RunRecord
from seismograd.traces.curve import Point
from seismograd.traces.layer_curves import LayerCurve

MOST_CURVES = 8
"""The best trials: more lines than that cannot be told apart."""
NAMES = ("trial", "objective", "outcome", "seconds", "changes")


def repair_html(result: RepairResult, record: RunRecord) -> str:
    """The whole page."""
    return page(record.title, _sections(result, record))


def _sections(result: RepairResult, record: RunRecord) -> Iterator[str]:
    kind = "finished" if result.status is RepairStatus.REPAIRED else "cancelled"
    state = f'<span class="state {kind}">{escape(result.status.value)}</span>'
    yield f"<h1>{escape(record.title)} {state}</h1>"
    yield f"<p>{escape(outcome_text(result))}</p>"
    yield from (_patch(at, one, result) for at, one in enumerate(result.patches, 1))
    if result.objective is not None:
        yield _neighbours(result, result.objective)
        yield _curves(result, result.objective)
        yield from _slices(result)
    yield table_section("Trials", NAMES, map(_row, result.trials))
    yield f"<p>{escape(spent(result))}</p>" if result.trials else ""
    yield list_section("Not changed", result.refused)


def _patch(number_: int, measured: MeasuredPatch, result: RepairResult) -> str:
    state = patch_state(number_, measured)
    summary = escape(patch_summary(measured, result))
    parts = [f"<h2>{number_}. {summary}</h2><p>{state}{_interval(measured)}</p>"]
    drawing = paired_plot(_comparison(measured, result)) if result.judge else None
    caption = "Each line is one seed; lower is better (an objective to maximise is negated)."
    parts += [f"<figure>{drawing}<figcaption>{caption}</figcaption></figure>"] if drawing else []
    parts += [_changes(measured)]
    kind = "confirmed" if measured.is_verified else "suspected"
    return f'<section class="cause {kind}">{"".join(parts)}</section>'


def _interval(measured: MeasuredPatch) -> str:
    if measured.interval is None:
        return ""
    low, high = map(number, measured.interval)
    return f", gain {number(measured.gain)}, 95 % interval {low} to {high}"


def _comparison(measured: MeasuredPatch, result: RepairResult) -> Comparison:
    assert result.judge is not None
    before, after = (
        tuple(map(result.judge.error, values)) for values in (result.baseline, measured.values)
    )
    return Comparison(measured.patch.title, "", before, after)


def _changes(measured: MeasuredPatch) -> str:
    rows = (
        (one.name, one.old, one.new, number(measured.contributions.get(one.name)))
        for one in measured.patch.changes
    )
    return table_section("Changes", ("name", "old", "new", "contribution"), rows)


def _neighbours(result: RepairResult, objective: Objective) -> str:
    drawing = patch_graph(result.trials, objective, result.unchanged)
    if drawing is None:
        return ""
    caption = (
        "Each dot is a trial, by its number of changes and its value; lines join trials that "
        "differ in one change. Full dots do about as well as the best."
    )
    return f"<h2>Alternatives</h2><figure>{drawing}<figcaption>{caption}</figcaption></figure>"


def _curves(result: RepairResult, objective: Objective) -> str:
    """Of the training loss."""
    shown = sorted(
        (one for one in result.trials if one.curve), key=lambda one: objective.error(one.value)
    )[:MOST_CURVES]
    curves = [LayerCurve(f"trial {one.number}", _points(one)) for one in shown]
    drawing = layer_plot(curves, "Training loss by step") if curves else None
    if drawing is None:
        return ""
    caption = f"Training loss by step of the best {len(shown)} trials."
    return f"<h2>Learning curves</h2><figure>{drawing}<figcaption>{caption}</figcaption></figure>"


def _points(record: TrialRecord) -> tuple[Point, ...]:
    return tuple(Point(int(step), loss) for step, loss in record.curve if math.isfinite(loss))


def _slices(result: RepairResult) -> Iterator[str]:
    """For every parameter with several values: what the objective was with each."""
    found: dict[str, list[Dot]] = {}
    for record in result.trials:
        for name, value in record.values.items():
            if record.value is not None and record.outcome is TrialOutcome.FINISHED:
                found.setdefault(name, []).append((value, record.value))
    for name, dots in list(found.items())[:MOST_ROWS]:
        drawing = slice_plot(dots)
        if drawing is not None:
            yield f"<h2>{escape(name)}</h2><figure>{drawing}</figure>"


def _row(record: TrialRecord) -> tuple[str, ...]:
    outcome = f"{record.outcome.value} {record.reason}".strip()
    changes = ", ".join(f"{name}: {as_text(value)}" for name, value in record.values.items())
    return str(record.number), number(record.value), outcome, f"{record.seconds:.1f}", changes
