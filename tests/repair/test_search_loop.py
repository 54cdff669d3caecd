"""Trials in rounds, within a budget, resumed after a kill."""

from __future__ import annotations

import json
import math
import time
from dataclasses import replace
from pathlib import Path

import pytest

from seismograd.cancellation import Cancellation
from seismograd.repair.objective import Direction, Objective, Origin
from seismograd.repair.search.strategy import Outcome, Strategy, Suggestion
from seismograd.repair.search_loop import SearchBudget, SearchLoop, useful_at_once
from seismograd.repair.trials.trial_log import NAME, TrialLog, search_key
from seismograd.repair.trials.trial_record import TrialOutcome, TrialRecord, trial_from_json
from seismograd.runs.trial import RunningTrial, Trial, TrialResult, Watch
from tests.repair.made_trainings import MadeTrainings, space

ACCURACY = Objective("val acc", Direction.MAX, Origin.PRINTED)


class Rates(Strategy):
    """Ever larger learning rates."""

    name = "rates"
    count = 0

    def suggest(self) -> Suggestion | None:
        self.count += 1
        return Suggestion({"lr": 10.0 ** (self.count - 7)}) if self.count < 8 else None

    def report(self, suggestion: Suggestion, outcome: Outcome) -> None:
        self.seen = [*getattr(self, "seen", []), (suggestion.values["lr"], outcome.error)]


def loop(trainings: MadeTrainings, budget: int = 5, **more: object) -> SearchLoop:
    strategy = Rates(space(trainings.root), 0, budget)
    options = {"stop_by_symptoms": False, **more}
    return SearchLoop(strategy, trainings.runs, ACCURACY, SearchBudget(budget), 100, **options)  # type: ignore[arg-type]


def test_the_budget_of_trainings_holds(tmp_path: Path) -> None:
    records = loop(MadeTrainings(tmp_path)).run()
    assert [one.number for one in records] == [1, 2, 3, 4, 5]
    assert max(one.value or 0 for one in records) > 0.8


def test_a_strategy_that_has_nothing_more_ends_the_search(tmp_path: Path) -> None:
    assert len(loop(MadeTrainings(tmp_path), 50).run()) == 7


def test_trainings_that_fail_do_not_count_but_are_limited(tmp_path: Path) -> None:
    trainings = MadeTrainings(tmp_path, lambda lr, units: math.nan)
    search = loop(trainings, 3)
    assert len(search.run()) == 6
    assert search.used == 0


def test_a_trial_that_the_end_of_the_time_cuts_is_no_trial(tmp_path: Path) -> None:
    class Slow(MadeTrainings):
        def __call__(self, trial: Trial, watch: Watch | None = None) -> TrialResult:
            result = super().__call__(trial, watch)
            if len(self.trials) == 1:
                return result
            assert watch is not None
            while not watch(RunningTrial(tmp_path / "none.jsonl", "")):
                time.sleep(0.01)
            return replace(result, is_stopped=True)

    search = loop(Slow(tmp_path))
    search.budget = SearchBudget(5, seconds=0.3)
    assert [one.number for one in search.run()] == [1]
    assert search.is_out_of_time


def test_side_by_side_gives_the_same_reports_in_the_same_order(tmp_path: Path) -> None:
    searches = [loop(MadeTrainings(tmp_path), 6, at_once=count) for count in (1, 3)]
    first, second = [one.run() for one in searches]
    assert [(one.values, one.value) for one in first] == [(one.values, one.value) for one in second]


def test_two_repairs_that_leave_next_to_nothing_end_the_search(tmp_path: Path) -> None:
    """The way from 0.5 to 1 is gone but for 0.02; who wants alternatives wants more of them."""
    trainings = MadeTrainings(tmp_path, lambda lr, units: 0.98 if lr > 5e-5 else 0.5, noise=0.0)
    assert len(loop(trainings, 7).run()) == 4
    assert len(loop(trainings, 7, wants_alternatives=True).run()) == 7


def test_what_leaves_more_than_fine_tuning_does_not_end_the_search(tmp_path: Path) -> None:
    trainings = MadeTrainings(tmp_path, lambda lr, units: 0.95 if lr > 5e-5 else 0.5, noise=0.0)
    assert len(loop(trainings, 7).run()) == 7


def test_where_only_several_changes_repair_the_search_goes_on(tmp_path: Path) -> None:
    class Pairs(Rates):
        def suggest(self) -> Suggestion | None:
            found = super().suggest()
            return found and replace(found, values={**found.values, "units": 64})

    trainings = MadeTrainings(tmp_path, lambda lr, units: 0.98, noise=0.0)
    search = loop(trainings, 7)
    search.strategy = Pairs(space(tmp_path), 0, 7)
    assert len(search.run()) == 7


def test_a_perfect_result_ends_the_search(tmp_path: Path) -> None:
    trainings = MadeTrainings(tmp_path, lambda lr, units: 1.0, noise=0.0)
    assert len(loop(trainings).run()) == 1


def test_a_cancelled_search_runs_nothing_more(tmp_path: Path) -> None:
    trainings, cancel = MadeTrainings(tmp_path), Cancellation()
    search = loop(trainings, cancel=cancel, listen=lambda record: cancel.set())
    assert len(search.run()) == 1


def test_a_search_that_was_killed_goes_on_where_it_ended(tmp_path: Path) -> None:
    (tmp_path / "p").mkdir()
    log, trainings = TrialLog(tmp_path / "log", tmp_path), MadeTrainings(tmp_path / "p")
    loop(trainings, 3, listen=log.add).run()
    with (tmp_path / "log" / NAME).open("a") as file:
        file.write('\n{"number": 4, "torn')
    again = MadeTrainings(tmp_path / "p")
    records = loop(again, 5, earlier=log.read(), listen=log.add).run()
    assert len(records) == 5
    assert len(again.trials) == 2
    whole = loop(MadeTrainings(tmp_path / "p"), 5).run()
    assert [one.value for one in records] == [one.value for one in whole]


def test_failed_trials_run_again(tmp_path: Path) -> None:
    """What made them fail may be gone: a file that was missing, a limit."""
    (tmp_path / "p").mkdir()
    log, failing = TrialLog(tmp_path / "log", tmp_path), lambda lr, units: math.nan
    loop(MadeTrainings(tmp_path / "p", failing), 2, listen=log.add).run()
    again = MadeTrainings(tmp_path / "p")
    search = loop(again, 2, earlier=log.read(), listen=log.add)
    assert [one.outcome for one in search.run()] == [TrialOutcome.FINISHED] * 2
    assert (len(again.trials), search.taken_over, len(log.read())) == (2, 0, 2)


def test_a_trial_that_failed_can_be_kept_to_be_run_again(tmp_path: Path) -> None:
    """Also the first of a search, before there is a folder: the next ones are kept there too."""
    log, runs = TrialLog(tmp_path / "log", tmp_path), MadeTrainings(tmp_path).runs
    failed = TrialRecord(1, "auto", {"lr": 0.1}, TrialOutcome.FAILED)
    log.add(failed)
    log.keep(failed, runs.patch(failed.values), runs.read, ACCURACY)
    assert (tmp_path / "log" / "trial-1.json").is_file()


def test_trials_with_other_values_are_not_taken_over(tmp_path: Path) -> None:
    trainings = MadeTrainings(tmp_path)
    other = TrialRecord(1, "rates", {"lr": 5.0}, TrialOutcome.FINISHED, 0.99)
    records = loop(trainings, 1, earlier=[other]).run()
    assert records[0].values == {"lr": 1e-06}


@pytest.mark.parametrize(
    "line", ["", "null", "[]", "{}", '{"number": "x"}', '{"number": 1, "values": 3}', "\x00\xff"]
)
def test_a_damaged_log_is_read_as_far_as_it_goes(tmp_path: Path, line: str) -> None:
    good = TrialRecord(1, "auto", {"lr": 0.1}, TrialOutcome.FINISHED, 0.5)
    text = json.dumps(good.as_json())
    (tmp_path / NAME).write_text(f"{line}\n{text}\n{line}", errors="replace")
    assert TrialLog(tmp_path, tmp_path).read() == [good]


def test_a_record_comes_back_from_json_as_it_was() -> None:
    record = TrialRecord(
        3, "tpe", {"lr": 0.1, "opt": "adam"}, TrialOutcome.STOPPED, None, 2.5, "nan", ((0.0, 1.5),)
    )
    assert trial_from_json(json.loads(json.dumps(record.as_json()))) == record


def test_the_key_of_a_search_depends_on_the_source_and_the_options() -> None:
    keys = {search_key({"source": text, "seed": seed}) for text in "ab" for seed in (1, 2)}
    assert len(keys) == 4


@pytest.mark.parametrize(("budget", "at_once"), [(1, 2), (4, 2), (20, 5), (50, 12)])
def test_a_search_has_some_rounds_to_learn_from(budget: int, at_once: int) -> None:
    assert useful_at_once(budget) == at_once


def test_a_better_value_of_something_else_is_none(tmp_path: Path) -> None:
    search = loop(MadeTrainings(tmp_path), measures_the_same=lambda values: values["lr"] != 1e-3)
    records = {one.values["lr"]: one for one in search.run()}
    refused = records[1e-3]
    assert (refused.outcome, refused.value) == (TrialOutcome.FAILED, None)
    assert refused.reason == "it changes what 'val acc' measures"
    assert records[1e-4].value is not None
