"""Put the causes of a diagnosis to the test, most likely first."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from seismograd.faults import Evidence, EvidenceKind, Finding
from seismograd.localise.comparison import Comparison
from seismograd.localise.diagnosis import Cause, Diagnosis
from seismograd.localise.experiments import Experiments
from seismograd.localise.interventions.apply_fix import apply_fix
from seismograd.localise.interventions.intervention import Answer

CONFIRMED = 0.97
REFUTED = 0.5
"""Of the chance before: the change did not help, which may be the fault of the change."""


def confirm(
    diagnosis: Diagnosis,
    experiments: Experiments,
    root: Path,
    read: Callable[[str], str | None],
) -> Diagnosis:
    """Until one is confirmed: what is left may be its consequence."""
    causes: list[Cause] = []
    is_settled = False
    for cause in diagnosis.causes:
        question = None if is_settled else apply_fix(cause.finding, root, read)
        answer = experiments.ask(question) if question else None
        tested = cause if answer is None else _after(cause.finding, answer)
        is_settled = is_settled or tested.confirmed
        causes.append(tested)
    ranked = sorted(causes, key=lambda one: (not one.confirmed, -one.finding.confidence))
    return replace(diagnosis, causes=tuple(ranked))


def _after(finding: Finding, answer: Answer) -> Cause:
    title = finding.fixes[0].title
    word = "" if answer.is_yes else "It was tried and is not confirmed: "
    told = Evidence(EvidenceKind.INTERVENTION, f'{word}"{title}": {answer}.')
    chance = CONFIRMED if answer.is_yes else round(finding.confidence * REFUTED, 2)
    tested = replace(finding, confidence=chance, evidence=(*finding.evidence, told))
    numbers = Comparison(title, str(answer), answer.before, answer.after)
    return Cause(tested, confirmed=answer.is_yes, comparisons=(numbers,))
