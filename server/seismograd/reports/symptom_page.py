"""The page of a symptom, made from the docstring of its detector and from the table of weights."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import Any

from seismograd.localise.diagnosis import SPECIFIC
from seismograd.localise.hypotheses import HYPOTHESES, Hypothesis
from seismograd.localise.weights import all_weights
from seismograd.reports.docstring_page import (
    aligned,
    docstring_of,
    page_markdown,
    summary_of,
    table_markdown,
)
from seismograd.traces.symptom import SymptomDetector

WORTH_TELLING = 0.5
"""Log-odds: smaller weights come and go with every calibration."""
NO_CAUSE = "It names no cause by itself. It is reported beside the causes of a run."


def symptom_markdown(detector: SymptomDetector) -> str:
    """The whole page."""
    text = f"{symptom_text(detector)}\n\n## Causes\n{_causes(detector)}"
    return page_markdown(detector.name, _facts(detector), text)


def symptom_text(detector: SymptomDetector) -> str:
    """What its docstring says, with the numbers of its module."""
    constants = vars(sys.modules[type(detector).__module__])
    return docstring_of(detector, detector.name).format_map(constants)


def symptom_summary(detector: SymptomDetector) -> str:
    return summary_of(symptom_text(detector))


def symptom_index_markdown(detectors: Iterable[SymptomDetector]) -> str:
    """All of them in a table."""
    rows = [_row(one) for one in detectors]
    intro = (
        f"What `seismograd diagnose` looks for in the trace of a run: {len(rows)} kinds of "
        "symptoms. They say that something is wrong, not why; [causes](../diagnosing.md) are "
        "derived from them."
    )
    table = table_markdown(("Symptom", "What is seen", "Severity"), rows)
    return f"# Symptoms\n\n{intro}\n\n{table}\n"


def symptom_as_dict(detector: SymptomDetector) -> dict[str, Any]:
    """The metadata and the page, for programs."""
    return {
        "name": detector.name,
        "symptoms": list(detector.symptom_names),
        "summary": symptom_summary(detector),
        "severity": detector.severity.value,
        "causes": [cause.name for cause, _, _ in _weighed(detector)],
        "page": symptom_markdown(detector),
    }


def symptoms_table(detectors: Iterable[SymptomDetector]) -> str:
    """All of them as lines of text."""
    return aligned([(one.name, one.severity.value, symptom_summary(one)) for one in detectors])


def _facts(detector: SymptomDetector) -> Iterator[tuple[str, str]]:
    yield "Severity", detector.severity.value
    if detector.names:
        yield "Reported as", ", ".join(f"`{name}`" for name in detector.names)


def _row(detector: SymptomDetector) -> tuple[str, str, str]:
    link = f"[{detector.name}]({detector.name}.md)"
    return link, symptom_summary(detector), detector.severity.value


def _causes(detector: SymptomDetector) -> str:
    rows = [
        (f"`{cause.name}`", cause.message, cause.fault_type.name, _strength(detector, name, weight))
        for cause, name, weight in _weighed(detector)
    ]
    return table_markdown(("Cause", "What it is", "Fault", "Evidence"), rows) if rows else NO_CAUSE


def _strength(detector: SymptomDetector, name: str, weight: float) -> str:
    strength = "strong" if weight >= SPECIFIC else "weak: with other symptoms only"
    return f"{strength} (`{name}`)" if detector.names else strength


def _weighed(detector: SymptomDetector) -> list[tuple[Hypothesis, str, float]]:
    """The causes that it speaks for, with the symptom that says it loudest; strongest first."""
    found = []
    for cause in HYPOTHESES:
        weights = all_weights()[cause.name].symptoms
        name = max(detector.symptom_names, key=lambda one: weights.get(one, 0.0))
        if weights.get(name, 0.0) >= WORTH_TELLING:
            found.append((cause, name, weights[name]))
    return sorted(found, key=lambda one: -one[2])
