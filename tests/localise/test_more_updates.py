"""Trainings of a handful of updates: only what more of them are measured to do is a warning."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from seismograd.faults import FaultType, Severity
from seismograd.localise.confirmation import confirm
from seismograd.localise.diagnosis import Cause, diagnose
from seismograd.localise.experiments import Experiments
from seismograd.localise.more_updates import is_brief, usual_times
from seismograd.localise.source_lines import SourceLines
from seismograd.runs.trial import Trial, TrialResult
from seismograd.traces.events import Alteration, Epoch, Evaluation, Step
from seismograd.traces.history import RunHistory
from tests.localise.test_experiments import finding
from tests.traces.symptoms.made_histories import falling, history

ROOT = Path("/project")
SOURCE = "\n".join(f"line_{number} = 1" for number in range(1, 30))


def brief(
    steps: int = 20,
    error: float | None = 0.4,
    *,
    epochs: int = 10,
    batch: int = 1000,
    last: float = 0.4,
    alter: Sequence[str] = (),
) -> RunHistory:
    told = [Alteration(alteration=word, applied=1) for word in alter]
    passes = [Epoch(epoch=at) for at in range(epochs)]
    evaluations = [] if error is None else [Evaluation(loss=error)]
    losses = falling(steps, last=last)
    return history(losses, step=Step(batch=batch), more=[*told, *passes, *evaluations])


def optimised_by(kind: str) -> RunHistory:
    run = brief()
    run.optimisers = [replace(one, type=kind) for one in run.optimisers]
    return run


def trials(
    error: float | None, last: float = 0.4, *, makes_steps: bool = True
) -> Callable[[Trial], TrialResult]:
    """More epochs bring the error to that, and the loss to `last`."""

    def run_trial(trial: Trial) -> TrialResult:
        level = 0.001 * trial.shift_seeds
        is_longer = bool(trial.alter and trial.alter[0].startswith("more-epochs"))
        value, end = (error, last) if is_longer else (None if error is None else 0.4, 0.4)
        shifted = None if value is None else value + level
        steps = 300 if is_longer and makes_steps else 20
        run = brief(steps, shifted, last=end + level, alter=trial.alter)
        return TrialResult(run, has_failed=False)

    return run_trial


def judged(
    run: RunHistory, run_trial: Callable[[Trial], TrialResult], budget_s: float = 6000.0
) -> Cause:
    known = diagnose(run, [], SourceLines(ROOT, run, None, lambda file: SOURCE))
    found = confirm(known, Experiments(run_trial, run, budget_s), ROOT, lambda file: SOURCE)
    (cause,) = (one for one in found.causes if one.finding.name == "too-few-updates")
    return cause


def test_a_training_that_more_epochs_bring_below_half_of_its_error_is_a_warning() -> None:
    cause = judged(brief(), trials(0.05))
    assert cause.confirmed
    assert cause.finding.severity is Severity.WARNING
    assert cause.finding.fault_type is FaultType.HNE
    assert set(cause.finding.alternatives) == {FaultType.HBS, FaultType.HLR}
    assert '"Train for 15 times the epochs": the error' in cause.finding.evidence[-1].summary


@pytest.mark.parametrize("error", [0.3, 0.4, 0.9])
def test_one_that_they_help_little_stays_a_hint(error: float) -> None:
    cause = judged(brief(), trials(error, last=0.01))
    assert not cause.confirmed
    assert cause.finding.severity is Severity.INFO


def test_without_an_evaluation_the_training_loss_is_compared_at_the_ends() -> None:
    cause = judged(brief(error=None), trials(None, last=0.01))
    assert cause.confirmed
    assert "the training loss at the end" in cause.finding.evidence[-1].summary
    assert not judged(brief(error=None), trials(None, last=0.3)).confirmed


@pytest.mark.parametrize(("error", "severity"), [(0.3, Severity.WARNING), (0.39, Severity.INFO)])
def test_a_warning_of_hardly_any_updates_stays_where_more_of_them_help(
    error: float, severity: Severity
) -> None:
    cause = judged(brief(last=1.1), trials(error))
    assert cause.finding.severity is severity
    assert cause.confirmed is (severity is Severity.WARNING)


def test_a_change_that_makes_no_more_updates_is_no_answer() -> None:
    cause = judged(brief(last=1.1), trials(0.4, makes_steps=False))
    assert cause.finding.severity is Severity.WARNING
    assert not cause.comparisons


def test_fewer_epochs_are_tried_where_the_budget_asks_for_it() -> None:
    cause = judged(brief(), trials(0.05), budget_s=600.0)
    assert cause.confirmed
    assert '"Train for 4 times the epochs"' in cause.finding.evidence[-1].summary


def test_nothing_is_tried_where_the_budget_does_not_suffice() -> None:
    assert not judged(brief(), trials(0.05), budget_s=300.0).confirmed


def test_nothing_is_tried_beside_a_warning() -> None:
    run = brief()
    rule = replace(finding(FaultType.LOOP), code="SG1", name="loop", confidence=0.75, fixes=())
    known = diagnose(run, [rule], SourceLines(ROOT, run, None, lambda file: SOURCE))
    experiments = Experiments(trials(0.05), run, 600.0)
    found = confirm(known, experiments, ROOT, lambda file: SOURCE)
    assert not any(cause.confirmed for cause in found.causes)


@pytest.mark.parametrize(
    "run",
    [
        brief(steps=5),
        brief(steps=60),
        brief(epochs=1),
        brief(batch=32),
        brief(batch=300, error=None),
        brief(last=0.001),
        brief(error=0.0),
        optimised_by("LBFGS"),
    ],
    ids=["demo", "long", "one-pass", "few", "unchecked", "done", "perfect", "search"],
)
def test_what_is_no_brief_training(run: RunHistory) -> None:
    assert is_brief(brief())
    assert not is_brief(run)


def test_the_fewer_the_updates_the_more_epochs_are_tried() -> None:
    assert [usual_times(brief(steps)) for steps in (10, 16, 49)] == [30, 19, 7]
