"""A diagnosis as one HTML page that loads nothing: causes, their evidence, and the measurements."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from seismograd.faults import EvidenceKind, Finding
from seismograd.localise.diagnosis import Cause, Diagnosis
from seismograd.reports.diagnosis_text import diagnosis_heading
from seismograd.reports.findings_text import finding_excerpt
from seismograd.reports.html_page import MOST_ROWS, escape, page, table_section
from seismograd.reports.layer_plot import layer_plot
from seismograd.reports.page_html import page_html
from seismograd.reports.paired_plot import paired_plot
from seismograd.reports.report import Report
from seismograd.reports.run_html import exception_section, loss_section, run_facts
from seismograd.reports.symptom_page import symptom_summary, symptom_text
from seismograd.runs.summary import RunSummary
from seismograd.traces.layer_curves import LayerCurve, activation_curves, gradient_curves
from seismograd.traces.symptom import Symptom, SymptomDetector
from seismograd.traces.symptoms import all_detectors, detectors_by_name

KINDS = {
    EvidenceKind.STATIC: "in the source",
    EvidenceKind.DYNAMIC: "measured in the run",
    EvidenceKind.INTERVENTION: "tried in an experiment",
    EvidenceKind.MODEL: "said by a language model",
    EvidenceKind.PAPER: "said in a paper",
}
"""In the order of reasoning: what is written, what happened, what a change did about it."""
GRADIENTS = "Size of an element of the gradient of each layer's weight, by step."
MOST_OF_IT = 0.8
"""Of the training: a picture that ends before says so."""
ACTIVATIONS = "Standard deviation of what comes out of each layer, by step."


def diagnosis_html(diagnosis: Diagnosis, summary: RunSummary, report: Report) -> str:
    """The whole page."""
    return page(summary.record.title, _sections(diagnosis, summary, report))


def _sections(diagnosis: Diagnosis, summary: RunSummary, report: Report) -> Iterator[str]:
    record, history = summary.record, diagnosis.history
    state = escape(record.state.value)
    yield f'<h1>{escape(record.title)} <span class="state {state}">{state}</span></h1>'
    yield f"<p>{escape(diagnosis_heading(diagnosis, summary))}</p>"
    yield from (_cause(number, one, report) for number, one in enumerate(diagnosis.causes, 1))
    if diagnosis.explanation:
        yield f"<h2>A language model says</h2><p>{escape(diagnosis.explanation)}</p>"
    steps = [one.step for one in diagnosis.symptoms if one.step is not None]
    yield loss_section(summary, steps)
    count = history.step_count
    yield _by_layer("Gradients by layer", GRADIENTS, gradient_curves(history), count)
    yield _by_layer("Activations by layer", ACTIVATIONS, activation_curves(history), count)
    yield from _symptoms(diagnosis)
    if summary.told.exception is not None:
        yield exception_section(summary.told.exception)
    yield table_section("Run", ("", ""), run_facts(summary))


def _cause(number: int, cause: Cause, report: Report) -> str:
    finding = cause.finding
    state = cause.state
    parts = [
        f"<h2>{number}. {escape(finding.message)}</h2>",
        f"<p>{state}, {finding.confidence:.0%} · <code>{escape(str(report.place(finding.span)))}"
        f"</code> · {escape(f'{finding.code} {finding.name}')}</p>",
        _excerpt(finding, report),
        _evidence(finding),
        *(_comparison(cause)),
        _fixes(finding),
        _alternatives(finding),
    ]
    return f'<section class="cause {state}">{"".join(parts)}</section>'


def _excerpt(finding: Finding, report: Report) -> str:
    lines = "\n".join(finding_excerpt(report, finding))
    return f"<pre>{escape(lines)}</pre>" if lines else ""


def _evidence(finding: Finding) -> str:
    order = list(KINDS)
    pieces = sorted(finding.evidence, key=lambda piece: order.index(piece.kind))
    shown = (
        f'<li>{escape(piece.summary)} <span class="kind">({KINDS[piece.kind]})</span></li>'
        for piece in pieces[:MOST_ROWS]
    )
    return f"<h3>Why</h3><ol>{''.join(shown)}</ol>" if pieces else ""


def _comparison(cause: Cause) -> Iterator[str]:
    for one in cause.comparisons:
        drawing = paired_plot(one)
        if drawing:
            caption = escape(f"{one.title}: {one.sentence}.")
            yield f"<figure>{drawing}<figcaption>{caption}</figcaption></figure>"


def _fixes(finding: Finding) -> str:
    shown = (f"<li>{escape(fix.title)} ({fix.safety.value} fix)</li>" for fix in finding.fixes)
    return f"<h3>What to do</h3><ul>{''.join(shown)}</ul>" if finding.fixes else ""


def _alternatives(finding: Finding) -> str:
    others = ", ".join(fault.value for fault in finding.alternatives)
    return f"<p>Or: {escape(others)}.</p>" if others else ""


def _by_layer(title: str, caption: str, curves: Sequence[LayerCurve], steps: int) -> str:
    drawing = layer_plot(curves, title)
    if drawing is None:
        return ""
    caption += _extent(curves, steps)
    return f"<h2>{title}</h2><figure>{drawing}<figcaption>{caption}</figcaption></figure>"


def _extent(curves: Sequence[LayerCurve], steps: int) -> str:
    """Said where the picture ends before the training: it has another axis than the loss."""
    last = max((point.step for curve in curves for point in curve.points), default=0)
    if last + 1 >= MOST_OF_IT * steps:
        return ""
    return f" Measured up to step {last} of {steps}: short trainings are sampled at the beginning."


def _symptoms(diagnosis: Diagnosis) -> Iterator[str]:
    if not (diagnosis.history.step_count or diagnosis.history.loss_functions):
        return
    known = detectors_by_name()
    found = {known.get(one.name) for one in diagnosis.symptoms}
    fine = [detector for detector in all_detectors() if detector not in found]
    if diagnosis.symptoms:
        items = (_symptom(one, known.get(one.name)) for one in diagnosis.symptoms[:MOST_ROWS])
        yield f"<h2>Symptoms</h2><ul>{''.join(items)}</ul>"
    names = (f"<li>{escape(one.name)}: {escape(symptom_summary(one))}</li>" for one in fine)
    yield (
        f'<h2>Checked</h2><details><summary class="fine">{len(fine)} kinds of symptoms were looked '
        f"for and not found.</summary><ul>{''.join(names)}</ul></details>"
    )


def _symptom(symptom: Symptom, detector: SymptomDetector | None) -> str:
    place = symptom.place
    where = f" ({place.file}:{place.line})" if place and place.file else ""
    step = "" if symptom.step is None else f", step {symptom.step:,}"
    text = f"{symptom.name}{step}: {symptom.message}{where}"
    page = page_html(symptom_text(detector)) if detector else ""
    return f"<li><details><summary>{escape(text)}</summary>{page}</details></li>"
