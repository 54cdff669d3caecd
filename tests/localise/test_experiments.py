"""Paired runs: what confirms a cause, and what does not."""

from __future__ import annotations

import math
import random
import re
from dataclasses import replace
from pathlib import Path

import pytest

from seismograd.faults import Edit, FaultType, Finding, Fix, Position, Safety, Severity, Span
from seismograd.localise.confirmation import confirm
from seismograd.localise.diagnosis import Cause, Diagnosis
from seismograd.localise.experiments import Experiments, default_budget, training_loss
from seismograd.localise.interventions.apply_fix import apply_fix
from seismograd.localise.interventions.intervention import (
    EFFECT,
    RESCUE,
    Answer,
    Intervention,
    Statistic,
)
from seismograd.localise.interventions.run_time_changes import RUN_TIME_CHANGES
from seismograd.runs.trial import Trial, TrialResult
from seismograd.traces.events import Evaluation
from seismograd.traces.history import RunHistory
from tests.traces.symptoms.made_histories import falling, history, steady

SOURCE = "lr = 1e-7\n"
CHANGE = Intervention("Set it to 1", {"train.py": "lr = 1\n"})


def finding(fault: FaultType = FaultType.HLR, file: str = "/p/train.py") -> Finding:
    span = Span(file, Position(1, 6), Position(1, 10))
    fix = Fix("Set the learning rate to 0.001", Safety.UNSAFE, (Edit(span, "0.001"),))
    return Finding("RUN-HLR", "x", fault, Severity.WARNING, 0.8, "m", span, fixes=(fix,))


def experiments(with_change: float, without: float = 1.4, noise: float = 0.01) -> Experiments:
    """Runs that end at those losses, give or take some noise."""
    chance = random.Random(0)

    def run_trial(trial: Trial) -> TrialResult:
        level = (with_change if trial.changed else without) + chance.gauss(0, noise)
        values = [math.nan] * 200 if math.isinf(level) else steady(level)
        return TrialResult(history(values), has_failed=False)

    return Experiments(run_trial, history(), budget_s=60.0)


def test_a_budget_that_does_not_suffice_is_remembered() -> None:
    enough, short = experiments(0.4), replace(experiments(0.4), budget_s=0.0)
    enough.ask(CHANGE)
    assert not enough.was_too_short
    assert short.ask(CHANGE) is None
    assert short.was_too_short


def test_a_change_that_helps_every_seed_is_an_answer() -> None:
    answer = experiments(0.4).ask(CHANGE)
    assert answer is not None
    assert answer.is_yes
    assert answer.p == pytest.approx(1 / 32)
    assert re.search(r"is 0\.\d+ instead of 1\.[34]\d+ \(median of 5 seeds", str(answer))


@pytest.mark.parametrize("level", [1.4, 2.0, 1.35])
def test_a_change_that_does_not_help_is_none(level: float) -> None:
    answer = experiments(level).ask(CHANGE)
    assert answer is not None
    assert not answer.is_yes


def test_it_stops_at_the_first_seed_that_is_no_better() -> None:
    answer = experiments(3.0).ask(CHANGE)
    assert answer is not None
    assert len(answer.before) == 1


def test_a_change_that_fails_after_its_first_sight_costs_the_next_one_a_pair() -> None:
    """It helps the seed that it was chosen by, and no other."""

    def run_trial(trial: Trial) -> TrialResult:
        is_lucky = trial.shift_seeds == 0 or "good" in trial.changed
        level = 0.4 if trial.changed and is_lucky else 1.4
        return TrialResult(history(steady(level)), has_failed=False)

    lab = Experiments(run_trial, history(), budget_s=60.0)
    chance, good = lab.ask(CHANGE), lab.ask(Intervention("Good", {"good": ""}))
    assert chance is not None
    assert not chance.is_yes
    assert good is not None
    assert good.is_yes
    assert len(good.before) == 6


def test_a_run_that_no_longer_breaks_down_is_better() -> None:
    answer = experiments(0.5, without=math.inf).ask(CHANGE)
    assert answer is not None
    assert answer.is_yes


def test_two_runs_that_break_down_say_nothing() -> None:
    answer = experiments(math.inf, without=math.inf).ask(CHANGE)
    assert answer is not None
    assert not answer.is_yes


def test_no_question_is_asked_without_budget() -> None:
    empty = experiments(0.4)
    empty.budget_s = -1.0
    assert empty.ask(CHANGE) is None


def test_a_confirmed_cause_comes_first_and_says_what_was_measured() -> None:
    loss = finding(FaultType.LCH)
    causes = (Cause(loss), Cause(finding()))
    found = confirm(
        Diagnosis(causes, (), history()), experiments(0.4), Path("/p"), lambda file: SOURCE
    )
    assert [one.confirmed for one in found.causes] == [True, False]
    assert "p = 0.031" in found.causes[0].finding.evidence[-1].summary
    assert found.causes[1].finding == replace(loss, severity=Severity.INFO)


@pytest.mark.parametrize(("code", "chance"), [("SG502", 0.4), ("RUN-HLR", 0.56)])
def test_a_cause_that_was_tried_in_vain_is_less_likely(code: str, chance: float) -> None:
    """A short run speaks less against what the whole run has shown."""
    found = confirm(
        Diagnosis((Cause(replace(finding(), code=code)),), (), history()),
        experiments(1.5),
        Path("/p"),
        lambda file: SOURCE,
    )
    (cause,) = found.causes
    assert not cause.confirmed
    assert cause.finding.confidence == chance


@pytest.mark.parametrize(("code", "chance"), [("SG502", 0.8), ("RUN-HLR", 0.56)])
def test_a_rule_stays_right_where_something_else_breaks_the_training_as_well(
    code: str, chance: float
) -> None:
    broken, causes = experiments(math.inf, math.inf), (Cause(replace(finding(), code=code)),)
    found = confirm(Diagnosis(causes, (), history()), broken, Path("/p"), lambda file: SOURCE)
    assert found.causes[0].finding.confidence == chance


def test_a_fix_becomes_a_changed_file() -> None:
    change = apply_fix(finding(), Path("/p"), lambda file: SOURCE)
    assert change == Intervention("Set the learning rate to 0.001", {"train.py": "lr = 0.001\n"})


@pytest.mark.parametrize("fault", [FaultType.MET, FaultType.HNE, FaultType.VRM])
def test_what_leaves_nothing_to_compare_is_not_tried(fault: FaultType) -> None:
    assert apply_fix(finding(fault), Path("/p"), lambda file: SOURCE) is None


@pytest.mark.parametrize(
    ("fault", "measure"),
    [
        (FaultType.LCH, Statistic.MISSED_SHARE),
        (FaultType.ARM, Statistic.MISSED_SHARE),
        (FaultType.HBS, Statistic.EVALUATION_ERROR),
    ],
)
def test_what_makes_losses_incomparable_is_judged_by_the_evaluation(
    fault: FaultType, measure: Statistic
) -> None:
    change = apply_fix(finding(fault), Path("/p"), lambda file: SOURCE)
    assert change is not None
    assert (change.statistic, change.is_whole) == (measure, True)


def test_a_fix_that_exchanges_the_loss_as_well_is_judged_by_the_evaluation() -> None:
    both = finding(FaultType.ACH)
    (fix,) = both.fixes
    other = replace(fix, edits=(replace(fix.edits[0], new_text='"binary_crossentropy"'),))
    change = apply_fix(replace(both, fixes=(other,)), Path("/p"), lambda file: SOURCE)
    assert change is not None
    assert change.statistic is Statistic.MISSED_SHARE


def accurate(accuracy: float | None) -> RunHistory:
    metrics = {} if accuracy is None else {"accuracy": accuracy}
    found = history()
    found.take(Evaluation(metrics=metrics))
    return found


@pytest.mark.parametrize(("accuracy", "is_yes"), [(0.9, True), (0.5, False)])
def test_another_loss_is_confirmed_by_accuracy(accuracy: float, is_yes: bool) -> None:
    def run(trial: Trial) -> TrialResult:
        return TrialResult(accurate(accuracy if trial.changed else 0.5), has_failed=False)

    asked = Experiments(run, accurate(0.5), 1e6)
    change = apply_fix(finding(FaultType.LCH), Path("/p"), lambda file: SOURCE)
    assert change is not None
    answer = asked.ask(change)
    assert answer is not None
    assert answer.is_yes is is_yes
    assert not answer.speaks_against


def test_without_an_accuracy_nothing_is_said_of_another_loss() -> None:
    asked = Experiments(lambda trial: TrialResult(accurate(None), False), accurate(None), 1e6)
    change = apply_fix(finding(FaultType.LCH), Path("/p"), lambda file: SOURCE)
    assert change is not None
    assert asked.ask(change) is None


OTHER_MODE = next(one for one in RUN_TIME_CHANGES if one.alter == "evaluation-in-other-mode")


@pytest.mark.parametrize("is_named", [True, False])
def test_an_evaluation_without_numbers_says_nothing_of_its_mode(is_named: bool) -> None:
    asked = Experiments(lambda trial: TrialResult(accurate(None), False), accurate(None), 1e6)
    assert asked.ask(OTHER_MODE.intervention(is_named, accurate(None))) is None


def test_an_evaluation_without_a_loss_is_judged_by_its_accuracy() -> None:
    def run(trial: Trial) -> TrialResult:
        return TrialResult(accurate(0.9 if trial.alter else 0.5), has_failed=False)

    answer = Experiments(run, accurate(0.5), 1e6).ask(OTHER_MODE.intervention(True, accurate(0.5)))
    assert answer is not None
    assert answer.is_yes


def test_a_file_that_cannot_be_read_is_not_changed() -> None:
    assert apply_fix(finding(), Path("/p"), lambda file: None) is None


def test_the_loss_is_that_of_the_last_steps_and_infinite_where_it_is_nan() -> None:
    assert training_loss(history(falling()), 200) == pytest.approx(0.24, abs=0.03)
    assert training_loss(history([1.0] * 150 + [math.nan] * 50), 200) == math.inf
    assert training_loss(history([1.0] * 20), 200) == math.inf


def test_the_budget_is_three_trainings_within_bounds() -> None:
    assert default_budget(60.0) == 180.0
    assert default_budget(1.0) == 120.0
    assert default_budget(3600.0) == 600.0


def test_an_answer_tells_of_shortened_runs() -> None:
    told = str(Answer((1.0,) * 5, (0.5,) * 5, 40, is_shortened=True))
    assert "after 40 steps (shortened runs)" in told


@pytest.mark.parametrize(
    ("code", "name", "severity", "effect"),
    [
        ("RUN-HLR", "learning-rate-too-small", Severity.INFO, EFFECT),
        ("RUN-LCN", "too-small-network", Severity.INFO, RESCUE),
        ("SG502", "a-rule", Severity.WARNING, EFFECT),
        ("SG502", "a-rule", Severity.INFO, RESCUE),
    ],
)
def test_what_nothing_in_the_run_names_must_gain_more(
    code: str, name: str, severity: Severity, effect: float
) -> None:
    found = replace(finding(), code=code, name=name, severity=severity)
    change = apply_fix(found, Path("/p"), lambda file: SOURCE)
    assert change is not None
    assert change.effect == effect
