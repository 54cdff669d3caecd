"""What else may be behind a training that fails: the causes that nothing names and nothing refutes.

They are hints with their small chances, so that a person knows where to look next.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from seismograd.faults import Evidence, EvidenceKind
from seismograd.localise.belief import Belief
from seismograd.localise.diagnosis import Cause, Diagnosis
from seismograd.localise.hypothesis_finding import finding_of
from seismograd.localise.interventions.revealed import all_hypotheses
from seismograd.localise.source_lines import SourceLines
from seismograd.localise.trouble import failing_symptoms

SHORT_LIST = 3
"""Causes in all. On mutants of failing trainings whose fault no symptom names, the first three of
the table hold it in one of two, five in seven of ten: nobody looks at five guesses."""
LEAST = 0.05
"""The chance of a cause that is still worth a look."""


def add_remaining_causes(diagnosis: Diagnosis, belief: Belief) -> Diagnosis:
    """Only where the training fails, has not crashed, and no warning says why."""
    warned = any(one.finding.severity.is_alarm for one in diagnosis.causes)
    is_open = not diagnosis.history.raised and not warned
    failing = failing_symptoms(diagnosis.symptoms)
    if not is_open or not failing or diagnosis.lines is None:
        return diagnosis
    evidence = Evidence(EvidenceKind.DYNAMIC, failing[0].message, failing[0].name)
    added = _remaining(diagnosis, belief, diagnosis.lines, evidence)
    room = max(SHORT_LIST - len(diagnosis.causes), 0)
    return replace(diagnosis, causes=(*diagnosis.causes, *list(added)[:room]))


def without_guesses(diagnosis: Diagnosis) -> Diagnosis:
    """Experiments begin with what something names."""
    return replace(diagnosis, causes=tuple(one for one in diagnosis.causes if not one.is_guess))


def _remaining(
    diagnosis: Diagnosis, belief: Belief, lines: SourceLines, evidence: Evidence
) -> Iterator[Cause]:
    """Most likely first."""
    listed = {cause.finding.fault_type for cause in diagnosis.causes}
    known = all_hypotheses()
    for name in sorted(belief.weights, key=belief.chance, reverse=True):
        hypothesis = known.get(name)
        if hypothesis is None or hypothesis.fault_type in listed or belief.chance(name) < LEAST:
            continue
        finding = finding_of(hypothesis, belief.chance(name), lines, [evidence])
        if finding is not None:
            yield Cause(finding, is_guess=True)
