"""Which experiment comes next, what its answer does to the causes, and when it is enough."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from seismograd.faults import FaultType, Severity
from seismograd.localise.belief import HEALTHY, SOMETHING_ELSE, Belief
from seismograd.localise.confirmation import confirm, needs_experiments
from seismograd.localise.diagnosis import Cause, Diagnosis, diagnose
from seismograd.localise.experiments import Experiments
from seismograd.localise.hypotheses import HYPOTHESES
from seismograd.localise.interventions.all_questions import all_questions
from seismograd.localise.interventions.answers import REPAIR, rows
from seismograd.localise.interventions.revealed import REVEALED
from seismograd.localise.interventions.run_time_changes import RUN_TIME_CHANGES
from seismograd.localise.source_lines import SourceLines
from seismograd.localise.trouble import Trouble, trouble_of
from seismograd.runs.trial import Trial, TrialResult
from seismograd.traces.events import Alteration, Evaluation, KeptGradients, Layer, Place
from seismograd.traces.history import RunHistory
from seismograd.traces.symptoms.still_falling import FEW
from tests.localise.test_experiments import finding
from tests.traces.symptoms.made_histories import falling, history, layer, steady

SOURCE = "\n".join(f"line_{number} = 1" for number in range(1, 30))
ROOT = Path("/project")
Losses = Sequence[float]
FLAT = steady(1.4)


def run_of(losses: Losses, alter: Sequence[str] = (), **measured: float) -> RunHistory:
    told = [Alteration(alteration=word, applied=9, measured=measured) for word in alter]
    return history(losses, more=told)


class Laboratory:
    """Trials whose losses depend on the alteration."""

    def __init__(self, by_alteration: dict[str, Losses], otherwise: Losses = FLAT) -> None:
        self._losses = by_alteration
        self._otherwise = otherwise
        self.asked: list[str] = []

    def run(self, trial: Trial) -> TrialResult:
        self.asked += trial.alter
        found = [self._losses[word] for word in trial.alter if word in self._losses]
        losses = found[0] if found else self._otherwise
        level = 0.001 * trial.shift_seeds
        return TrialResult(run_of([one + level for one in losses], trial.alter), has_failed=False)


def investigated(
    run: RunHistory, laboratory: Callable[[Trial], TrialResult], budget_s: float = 600.0
) -> Diagnosis:
    diagnosis = diagnose(run, [], SourceLines(ROOT, run, None, lambda file: SOURCE))
    return confirm(diagnosis, Experiments(laboratory, run, budget_s), ROOT, lambda file: SOURCE)


def names(found: Diagnosis) -> list[str]:
    return [cause.finding.name for cause in found.causes]


LOST_PAIRS = {
    "one-batch": falling(last=0.05),
    "zero-inputs": steady(1.41),
    "shuffle-labels": steady(1.41),
}


def test_labels_that_say_nothing_are_possible_and_no_warning() -> None:
    found = investigated(run_of(FLAT), Laboratory(LOST_PAIRS).run)
    assert names(found) == ["inputs-and-labels"]
    (cause,) = found.causes
    assert cause.finding.fault_type is FaultType.CPP
    assert cause.finding.severity is Severity.INFO
    assert not cause.confirmed
    assert any("learn one batch by heart? Yes" in one.summary for one in cause.finding.evidence)


def test_losses_that_are_the_same_to_the_last_digit_without_inputs_are_a_warning() -> None:
    """Another seed gives other losses; zeros in the place of inputs do not."""
    found = investigated(run_of(FLAT), Laboratory({"shuffle-labels": steady(1.5)}).run)
    assert names(found)[:1] == ["input-without-effect"]
    assert found.causes[0].finding.severity is Severity.WARNING


def test_what_only_answers_say_is_a_hint_beside_a_warning_that_explains_it() -> None:
    run = run_of(FLAT)
    lines = SourceLines(ROOT, run, None, lambda file: SOURCE)
    rule = replace(finding(), code="SG1", name="erased-signal", confidence=0.7, fixes=())
    known = diagnose(run, [rule], lines)
    laboratory = Experiments(Laboratory({"shuffle-labels": steady(1.5)}).run, run, 600.0)
    found = confirm(known, laboratory, ROOT, lambda file: SOURCE)
    severities = {cause.finding.name: cause.finding.severity for cause in found.causes}
    assert severities["erased-signal"] is Severity.WARNING
    assert severities["input-without-effect"] is Severity.INFO


def test_a_change_at_run_time_that_rescues_the_training_is_confirmed() -> None:
    laboratory = Laboratory({"zero-grad": falling(), "zero-inputs": steady(1.5)})
    found = investigated(run_of(FLAT), laboratory.run)
    assert names(found)[:1] == ["kept-gradients"]
    assert found.causes[0].confirmed
    assert "p = 0.031" in found.causes[0].finding.evidence[-1].summary


def test_a_change_that_only_speeds_a_training_up_confirms_nothing() -> None:
    laboratory = Laboratory({"learning-rate=10": steady(1.1), "zero-inputs": steady(1.7)})
    assert not any(cause.confirmed for cause in investigated(run_of(FLAT), laboratory.run).causes)


@pytest.mark.parametrize(("times", "is_found"), [("3", True), ("2", False)], ids=["3", "other"])
def test_a_short_training_that_fails_is_tried_for_longer(times: str, is_found: bool) -> None:
    flat = steady(1.4, 100)
    laboratory = Laboratory({f"more-epochs={times}": falling(300, last=0.1)}, flat)
    found = investigated(run_of(flat), laboratory.run)
    confirmed = [one.finding.name for one in found.causes if one.confirmed]
    assert confirmed == (["too-few-updates"] if is_found else [])


def test_a_training_of_usual_length_is_not() -> None:
    laboratory = Laboratory({})
    investigated(run_of(steady(1.4, 300)), laboratory.run)
    assert laboratory.asked
    assert not any("more-epochs" in one for one in laboratory.asked)


def test_nothing_is_asked_of_a_training_that_leaves_no_room() -> None:
    run = run_of([*falling(last=0.01), *steady(0.01, spread=0.001)])
    laboratory = Laboratory({})
    assert not needs_experiments(diagnose(run, [], SourceLines(ROOT, run, None, lambda file: "")))
    assert investigated(run, laboratory.run).causes == ()
    assert laboratory.asked == []


def evaluated(losses: Losses, error: float, alter: Sequence[str] = ()) -> RunHistory:
    told = [Alteration(alteration=word, applied=9, place=Place("a.py", 7)) for word in alter]
    return history(losses, more=[*told, Evaluation(loss=error)])


def mild(by_alteration: dict[str, tuple[float, float]]) -> Callable[[Trial], TrialResult]:
    """A training that works: its loss and the error of its evaluation depend on the change."""

    def run_trial(trial: Trial) -> TrialResult:
        word = trial.alter[0] if trial.alter else ""
        last, error = by_alteration.get(word, (0.24, 0.3))
        level = 0.001 * trial.shift_seeds
        losses = [one + level for one in falling(last=last)]
        return TrialResult(evaluated(losses, error + level, trial.alter), has_failed=False)

    return run_trial


def test_a_training_without_a_symptom_that_could_be_far_better_has_a_cause() -> None:
    run = evaluated(falling(), 0.3)
    found = investigated(run, mild({"redraw-weights": (0.01, 0.02)}))
    (cause,) = found.causes
    assert (cause.finding.name, cause.confirmed) == ("initial-weights", True)
    assert cause.finding.span.start.line == 7
    assert "at the end is" in cause.finding.evidence[-1].summary


@pytest.mark.parametrize(("sure", "confirmed"), [(0.95, []), (0.6, ["initial-weights"])])
def test_what_would_help_as_well_is_not_tried_beside_a_warning(
    sure: float, confirmed: list[str]
) -> None:
    run = evaluated(falling(), 0.3)
    rule = replace(finding(), code="SG1", name="scheduler", confidence=sure, fixes=())
    lines = SourceLines(ROOT, run, None, lambda file: SOURCE)
    laboratory = Experiments(mild({"redraw-weights": (0.01, 0.02)}), run, 600.0)
    found = confirm(diagnose(run, [rule], lines), laboratory, ROOT, lambda file: SOURCE)
    assert [one.finding.name for one in found.causes if one.confirmed] == confirmed


@pytest.mark.parametrize(
    "outcome", [(0.01, 0.3), (0.24, 0.02), (0.15, 0.2)], ids=["overfits", "luck", "little"]
)
def test_it_must_be_better_in_training_and_in_evaluation(outcome: tuple[float, float]) -> None:
    run = evaluated(falling(), 0.3)
    assert investigated(run, mild({"redraw-weights": outcome})).causes == ()


def test_augmentation_is_judged_by_the_evaluation_alone() -> None:
    run = evaluated(falling(), 0.3)
    lost = mild({"steady-draws=1": (0.01, 0.02), "steady-draws=0": (0.01, 0.9)})
    assert names(investigated(run, lost)) == ["augmentation"]
    kept = mild({"steady-draws=1": (0.01, 0.4), "steady-draws=0": (0.01, 0.9)})
    assert names(investigated(run, kept)) == []


def test_causes_that_are_both_confirmed_are_alternatives_of_each_other() -> None:
    rate = replace(finding(), name="learning-rate-too-large", confidence=0.9)
    kept = replace(finding(FaultType.LOOP), name="missing-zero-grad", confidence=0.35, fixes=())
    laboratory = Laboratory({"zero-grad": falling(last=0.01), "learning-rate=0.1": steady(0.8)})
    diagnosis = Diagnosis((Cause(replace(rate, fixes=())), Cause(kept)), (), run_of(FLAT))
    experiments = Experiments(laboratory.run, run_of(FLAT), 600.0)
    first, second = confirm(diagnosis, experiments, ROOT, lambda file: SOURCE).causes
    assert (first.finding.name, second.finding.name) == (
        "missing-zero-grad",
        "learning-rate-too-large",
    )
    assert first.finding.alternatives == (FaultType.HLR,)
    assert second.finding.alternatives == (FaultType.LOOP,)


def test_an_alteration_that_finds_nothing_to_alter_is_no_answer() -> None:
    def run_trial(trial: Trial) -> TrialResult:
        told = [Alteration(alteration=word, applied=0) for word in trial.alter]
        return TrialResult(history(FLAT, more=told), has_failed=False)

    assert all(cause.is_guess for cause in investigated(run_of(FLAT), run_trial).causes)


def test_an_alteration_that_breaks_the_script_is_no_answer() -> None:
    def run_trial(trial: Trial) -> TrialResult:
        return TrialResult(run_of(FLAT, trial.alter), has_failed=bool(trial.alter))

    assert all(cause.is_guess for cause in investigated(run_of(FLAT), run_trial).causes)


def test_a_cause_that_a_symptom_has_as_well_is_named_once() -> None:
    """The symptom did not show; the change helped."""
    used = dict.fromkeys(("zero-inputs", "shuffle-labels"), steady(1.9))
    laboratory = Laboratory({**used, "zero-grad": falling(last=0.01)})
    found = investigated(run_of(FLAT), laboratory.run)
    assert names(found).count("kept-gradients") == 1


def test_without_time_nothing_is_asked() -> None:
    laboratory = Laboratory(LOST_PAIRS)
    investigated(run_of(FLAT), laboratory.run, budget_s=-1.0)
    assert laboratory.asked == []


def test_of_two_causes_that_are_confirmed_the_deeper_one_comes_first() -> None:
    """A smaller learning rate eases what gradients that pile up do."""
    rate = replace(finding(), name="learning-rate-too-large", confidence=0.9)
    kept = replace(finding(FaultType.LOOP), name="missing-zero-grad", confidence=0.85, fixes=())
    laboratory = Laboratory({"zero-grad": falling(last=0.01), "learning-rate=0.1": steady(0.8)})
    run = run_of(FLAT)
    diagnosis = Diagnosis((Cause(replace(rate, fixes=())), Cause(kept)), (), run)
    experiments = Experiments(laboratory.run, run, 600.0)
    found = confirm(diagnosis, experiments, ROOT, lambda file: SOURCE)
    assert [(one.finding.name, one.confirmed) for one in found.causes] == [
        ("missing-zero-grad", True),
        ("learning-rate-too-large", True),
    ]


@pytest.mark.parametrize(
    ("run", "expected"),
    [
        (run_of(FLAT), Trouble.TRAINING),
        (run_of(falling()), Trouble.NONE),
        (run_of(FLAT[:20]), Trouble.NONE),
        (run_of(steady(0.01, spread=0.001)), Trouble.NONE),
        (run_of([1.0] * 60 + [math.nan] * 60), Trouble.TRAINING),
        (history(FLAT, optimisers=2), Trouble.NONE),
        (history(more=[Evaluation(loss=3.0)]), Trouble.EVALUATION),
        (history(more=[Evaluation(loss=0.25)]), Trouble.NONE),
    ],
)
def test_only_what_visibly_fails_is_in_trouble(run: RunHistory, expected: Trouble) -> None:
    assert trouble_of(run, []) is expected


def test_an_answer_moves_the_chances_as_the_table_says() -> None:
    belief = Belief({"inputs-and-labels": 1.0, SOMETHING_ELSE: 1.0, HEALTHY: 1.0})
    before = belief.chance("inputs-and-labels")
    belief.take("fit-one-batch", is_yes=False)
    assert belief.chance("inputs-and-labels") < before / 2
    assert sum(belief.chance(cause) for cause in belief.weights) == pytest.approx(1.0)


def test_a_question_tells_more_where_causes_differ_on_it() -> None:
    apart = Belief({"inputs-and-labels": 1.0, "input-without-effect": 1.0})
    alike = Belief({"inputs-and-labels": 1.0, "different-scales": 1.0})
    assert apart.information("fit-one-batch") > 0.5 > alike.information("fit-one-batch")
    assert alike.information(REPAIR, ["different-scales"]) > 0.3


def test_the_tables_name_what_exists() -> None:
    causes = {one.name for one in HYPOTHESES} | {one.hypothesis.name for one in REVEALED}
    known = causes | {fault.name for fault in FaultType} | {"*", "own", HEALTHY}
    assert {cause for row in rows().values() for cause in row} <= known
    assert all(0 < chance < 1 for row in rows().values() for chance in row.values())
    assert {one.name for one in all_questions()} <= rows().keys()
    static = {"missing-zero-grad"}
    assert {cause for one in RUN_TIME_CHANGES for cause in one.causes} <= causes | static


def test_a_layer_of_one_unit_makes_a_small_network_likely() -> None:
    def weight(units: int) -> float:
        layers: list[Layer] = [
            layer(0, "Linear", input_shape=(32, 12), output_shape=(32, units)),
            layer(1, "Linear", input_shape=(32, units), output_shape=(32, 6)),
        ]
        run = history(FLAT, layers=layers)
        small = next(one for one in REVEALED if one.hypothesis.name == "too-small-network")
        return small.weight(run)

    assert weight(1) > 10 * weight(32)


def test_what_the_run_has_shown_already_is_not_tried() -> None:
    cleared = KeptGradients(optimiser=0, steps=32, kept=0)
    laboratory = Laboratory(dict.fromkeys(("zero-inputs", "shuffle-labels"), steady(1.9)))
    investigated(history(FLAT, more=[cleared]), laboratory.run)
    assert "learning-rate=10" in laboratory.asked
    assert "zero-grad" not in laboratory.asked


def test_what_a_remark_says_is_tried_on_a_training_that_fails() -> None:
    run = run_of(FLAT)
    remark = replace(finding(FaultType.BCI), code="SG1", name="odd-bias", fixes=())
    remark = replace(remark, severity=Severity.INFO)
    lines = SourceLines(ROOT, run, None, lambda file: SOURCE)
    laboratory = Experiments(Laboratory({"redraw-biases": falling()}).run, run, 600.0)
    found = confirm(diagnose(run, [remark], lines), laboratory, ROOT, lambda file: SOURCE)
    first = found.causes[0]
    assert (first.finding.name, first.confirmed) == ("odd-bias", True)
    assert first.finding.severity is Severity.WARNING


def test_what_a_run_shows_beside_a_confirmed_cause_is_a_hint() -> None:
    rate = replace(finding(), name="learning-rate-too-large", confidence=0.9)
    other = replace(finding(FaultType.LRM), code="RUN-LRM", name="order-lost", fixes=())
    rule = replace(other, code="SG1", name="a-rule")
    laboratory = Laboratory({"learning-rate=0.1": falling(last=0.01)})
    known = [Cause(replace(one, fixes=(), confidence=0.9)) for one in (rate, other, rule)]
    diagnosis = Diagnosis(tuple(known), (), run_of(FLAT))
    experiments = Experiments(laboratory.run, run_of(FLAT), 600.0)
    found = confirm(diagnosis, experiments, ROOT, lambda file: SOURCE)
    severities = {one.finding.name: one.finding.severity for one in found.causes}
    assert severities["learning-rate-too-large"] is Severity.WARNING
    assert severities["order-lost"] is Severity.INFO
    assert severities["a-rule"] is Severity.WARNING


@pytest.mark.parametrize(("steps", "is_asked"), [(FEW, False), (FEW + 1, True)])
def test_what_was_learned_is_not_asked_after_hardly_any_updates(steps: int, is_asked: bool) -> None:
    found = history(steady(1.4, steps))
    asked = {one.name for one in all_questions() if one.applies_to(found)}
    assert ({"fit-one-batch", "zeroed-inputs", "shuffled-labels"} <= asked) is is_asked
    assert "other-seeds" in asked
