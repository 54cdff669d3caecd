"""From symptoms and rules to ranked causes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from seismograd.faults import FaultType, Finding, Position, Severity, Span
from seismograd.localise.diagnose_run import with_crash
from seismograd.localise.diagnosis import Cause, Diagnosis, diagnose
from seismograd.localise.source_lines import SourceLines
from seismograd.localise.weights import all_weights
from seismograd.traces.events import Step
from seismograd.traces.history import RunHistory
from seismograd.traces.symptoms import find_symptoms
from tests.traces.symptoms.made_histories import LINE, data, history, loader, steady

SOURCE = "\n".join(f"line_{number} = 1" for number in range(1, 30))
ROOT = Path("/project")


def lines(run: RunHistory) -> SourceLines:
    return SourceLines(ROOT, run, None, lambda file: SOURCE)


def suffering(ratio: float) -> RunHistory:
    """A training that learns nothing, with steps of that size."""
    step = Step(update_ratio=ratio, grad_norm=0.5, lr=(0.001,))
    return history(steady(1.4), step=step, more=[loader(), data()])


def found(run: RunHistory, *rules: Finding) -> list[Finding]:
    return [cause.finding for cause in diagnose(run, rules, lines(run)).causes]


def rule(fault: FaultType, confidence: float) -> Finding:
    span = Span("/project/train.py", Position(3, 1), Position(3, 9))
    return Finding("SG502", "rule", fault, Severity.WARNING, confidence, "m", span)


@pytest.mark.parametrize(
    ("ratio", "name"), [(1e-8, "learning-rate-too-small"), (0.5, "learning-rate-too-large")]
)
def test_a_cause_stands_on_its_line_with_what_it_rests_on(ratio: float, name: str) -> None:
    run = suffering(ratio)
    (finding,) = found(run)
    weights = all_weights()[name].symptoms
    speaking = {one.name for one in find_symptoms(run) if weights.get(one.name, 0) > 0}
    assert finding.name == name
    assert finding.fault_type is FaultType.HLR
    assert finding.span.start.line == LINE.line
    assert {one.symptom for one in finding.evidence} == speaking
    assert len(speaking) >= 1


def test_a_training_that_fails_names_no_cause_by_that_alone() -> None:
    assert found(suffering(3e-3)) == []


def test_steps_of_an_odd_size_are_no_fault_where_the_training_works() -> None:
    step = Step(update_ratio=0.2, grad_norm=0.5, lr=(0.001,))
    assert all(one.severity is Severity.INFO for one in found(history(step=step)))


def test_a_rule_and_a_run_that_say_the_same_are_one_finding() -> None:
    (finding,) = found(suffering(1e-8), rule(FaultType.HLR, 0.7))
    assert finding.code == "SG502"
    assert finding.confidence > 0.85
    assert len(finding.evidence) == 3


@pytest.mark.parametrize(("confidence", "fault"), [(0.95, FaultType.HNE), (0.5, FaultType.HLR)])
def test_the_surer_one_of_two_alternatives_has_the_word(
    confidence: float, fault: FaultType
) -> None:
    (finding,) = found(suffering(1e-8), rule(FaultType.HNE, confidence))
    assert finding.fault_type is fault
    assert {FaultType.HNE, FaultType.HLR} <= {fault, *finding.alternatives}


def test_what_a_run_says_nothing_about_stays_as_the_rule_has_it() -> None:
    about_metric = rule(FaultType.MET, 0.8)
    assert found(history(), about_metric) == [about_metric]


def test_a_place_outside_of_the_project_is_none() -> None:
    run = suffering(1e-8)
    outside = replace(LINE, file="/usr/lib/python3/optim.py")
    run.optimisers[:] = [replace(one, built=outside) for one in run.optimisers]
    run.loss_functions[:] = [replace(one, called=outside) for one in run.loss_functions]
    assert found(run) == []


def test_a_remark_counts_only_where_the_training_fails() -> None:
    remark = replace(rule(FaultType.BCI, 0.9), severity=Severity.INFO)
    (named,) = found(suffering(3e-3), remark)
    assert (named.name, named.severity, named.confidence) == ("rule", Severity.INFO, 0.4)
    assert found(history(), remark) == []


def test_a_remark_and_a_run_that_say_the_same_are_surer_together() -> None:
    remark = replace(rule(FaultType.HLR, 0.9), severity=Severity.INFO)
    (alone,), (both,) = found(suffering(1e-8)), found(suffering(1e-8), remark)
    assert both.confidence > alone.confidence
    assert both.severity is Severity.WARNING


@pytest.mark.parametrize(
    ("severity", "confidence", "order"),
    [
        (Severity.WARNING, 0.95, ["crash", "rule"]),
        (Severity.ERROR, 0.95, ["rule", "crash"]),
        (Severity.ERROR, 0.6, ["crash", "rule"]),
    ],
)
def test_what_ended_the_script_comes_before_all_that_is_not_certain(
    severity: Severity, confidence: float, order: list[str]
) -> None:
    def finding(name: str, line: int, severity: Severity, confidence: float) -> Finding:
        where = Span("/p/train.py", Position(line, 1), Position(line, 5))
        return Finding("X", name, FaultType.SHAPE, severity, confidence, "m", where)

    rule, crash = (
        finding("rule", 3, severity, confidence),
        finding("crash", 9, Severity.ERROR, 0.75),
    )
    found = with_crash(Diagnosis((Cause(rule),), (), RunHistory()), crash)
    assert [cause.finding.name for cause in found.causes] == order
