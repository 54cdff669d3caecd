"""Trials that come to nothing are stopped; others are left alone."""

from __future__ import annotations

import json
import math
from pathlib import Path

from seismograd.repair.objective import Direction, Objective, Origin
from seismograd.repair.search.strategy import Progress
from seismograd.repair.trials.goals import Goal, Goals
from seismograd.repair.trials.stopping import TrialMonitor
from seismograd.runs.trial import RunningTrial
from tests.repair.test_search_loop import ACCURACY

STEPS = 200


def trace(path: Path, losses: list[float | None]) -> Path:
    events = [
        {"v": 1, "t": 0.0, "kind": "losses", "first": at, "values": [loss]}
        for at, loss in enumerate(losses)
    ]
    path.write_text("".join(json.dumps(one) + "\n" for one in events))
    return path


def monitor(**more: object) -> TrialMonitor:
    return TrialMonitor(ACCURACY, STEPS, by_symptoms=True, **more)  # type: ignore[arg-type]


def test_a_loss_that_is_flat_is_given_time_and_then_stopped(tmp_path: Path) -> None:
    flat = [1.0986 + 0.001 * math.sin(at) for at in range(STEPS)]
    early, late = monitor(), monitor()
    assert not early(RunningTrial(trace(tmp_path / "early", flat[:30]), ""))
    assert late(RunningTrial(trace(tmp_path / "late", flat[:150]), ""))
    assert "loss-flat" in late.reason


def test_a_loss_that_only_begins_to_fall_is_left_alone(tmp_path: Path) -> None:
    """It is no better than a guess of four classes yet."""
    slow = [1.6 - 0.001 * at for at in range(STEPS)]
    assert not monitor()(RunningTrial(trace(tmp_path / "t", slow[:150]), ""))


def test_what_is_better_than_no_change_is_left_alone(tmp_path: Path) -> None:
    flat = trace(tmp_path / "t", [1.0986 + 0.001 * math.sin(at) for at in range(150)])
    output = "epoch 1 val acc 0.3\nepoch 2 val acc 0.4\n"
    assert not monitor(baseline=-0.2)(RunningTrial(flat, output))
    assert monitor(baseline=-0.5)(RunningTrial(flat, output))


def test_a_loss_that_falls_is_left_alone(tmp_path: Path) -> None:
    falling = [math.exp(-at / 40) + 0.1 for at in range(STEPS)]
    assert not monitor()(RunningTrial(trace(tmp_path / "t", falling), ""))


def test_without_symptoms_nothing_is_stopped(tmp_path: Path) -> None:
    flat = [1.0986] * STEPS
    watching = TrialMonitor(ACCURACY, STEPS, by_symptoms=False)
    assert not watching(RunningTrial(trace(tmp_path / "t", flat), ""))


def test_the_strategy_hears_of_progress_and_may_stop(tmp_path: Path) -> None:
    heard: list[Progress] = []

    def by_strategy(progress: Progress) -> bool:
        heard.append(progress)
        return True

    watching = monitor(by_strategy=by_strategy)
    falling = [math.exp(-at / 40) + 0.1 for at in range(100)]
    output = "epoch 1 val acc 0.3\nepoch 2 val acc 0.4\n"
    assert watching(RunningTrial(trace(tmp_path / "t", falling), output))
    assert heard == [Progress(0.5, -0.4)]


def test_a_trace_that_is_no_trace_stops_nothing(tmp_path: Path) -> None:
    (tmp_path / "t").write_bytes(b"\x00\xff garbage\n" * 10)
    watching = monitor()
    assert not watching(RunningTrial(tmp_path / "t", ""))
    assert not watching(RunningTrial(tmp_path / "not there", ""))
    watching.close()


def test_a_trial_that_runs_again_elsewhere_is_watched_from_its_beginning(tmp_path: Path) -> None:
    heard: list[Progress] = []
    watching = monitor(by_strategy=lambda progress: bool(heard.append(progress)))
    falling = [math.exp(-at / 40) + 0.1 for at in range(150)]
    assert not watching(RunningTrial(trace(tmp_path / "lost", falling), "epoch 1 val acc 0.3\n"))
    again = RunningTrial(trace(tmp_path / "again", falling[:50]), "epoch 1 val acc 0.3\n")
    assert not watching(again)
    assert [one.share for one in heard] == [0.75, 0.25]
    assert watching.progress == heard[1:]


FALLING = [math.exp(-at / 40) + 0.1 for at in range(STEPS)]


def printed(accuracies: list[float]) -> str:
    return "".join(f"epoch {at} val acc {value}\n" for at, value in enumerate(accuracies))


def test_who_will_be_no_better_than_no_change_is_stopped(tmp_path: Path) -> None:
    """Also where the loss falls: it has learned what it can."""
    half = RunningTrial(
        trace(tmp_path / "t", FALLING[:100]),
        printed([0.3, 0.5, 0.6, 0.62, 0.63, 0.63, 0.64, 0.64, 0.63, 0.64]),
    )
    assert monitor(goals=Goals(error=Goal(-0.9, 0.4)))(half)
    assert not monitor(goals=Goals(error=Goal(-0.6, 0.4)))(half)
    assert not monitor()(half)


def test_a_longer_trial_that_settles_is_stopped_by_its_own_course(tmp_path: Path) -> None:
    """The training without changes has too few epochs to say how such a training goes on."""
    goals = Goals(error=Goal(-0.9, 0.4, is_by_own_course=True))
    falling = trace(tmp_path / "t", FALLING[:100])
    settled = [0.3, 0.5, 0.6, 0.62, 0.63, 0.63, 0.64, 0.64, 0.63, 0.64, 0.64, 0.64]
    fold_after_fold = [0.3, 0.4, 0.3, 0.4, 0.3, 0.4, 0.3, 0.4, 0.3, 0.3, 0.3, 0.8]
    assert monitor(goals=goals)(RunningTrial(falling, printed(settled)))
    assert not monitor(goals=goals)(RunningTrial(falling, printed(fold_after_fold)))


def test_who_would_have_to_gain_more_than_any_other_is_stopped_halfway(tmp_path: Path) -> None:
    """All others leap late; this one would have to leap twice as far."""
    late = [-0.1] * 8 + [-0.2, -0.3, -0.4, -0.4]
    half = RunningTrial(trace(tmp_path / "t", FALLING[:120]), printed([0.1] * 8))

    def stops(below: float, others: int) -> bool:
        goal = Goal(below, math.inf, finished=[late] * others)
        return monitor(goals=Goals(error=goal))(half)

    assert stops(-0.9, others=3)
    assert not stops(-0.5, others=3)
    assert not stops(-0.9, others=2)


def test_errors_without_bounds_do_not_end_the_search(tmp_path: Path) -> None:
    rmse = Objective("val rmse", Direction.MIN, Origin.PRINTED)
    values = [1e100, 1e200, 1e300, *[math.inf] * 7]
    output = "".join(f"epoch {at} val rmse {value}\n" for at, value in enumerate(values))
    half = RunningTrial(trace(tmp_path / "t", FALLING[:100]), output)
    watching = TrialMonitor(rmse, STEPS, by_symptoms=True, goals=Goals(error=Goal(1.0, 0.4)))
    assert not watching(half)


def test_who_is_on_the_way_is_left_alone(tmp_path: Path) -> None:
    rising = printed([0.1 + 0.04 * at for at in range(10)])
    half = RunningTrial(trace(tmp_path / "t", FALLING[:100]), rising)
    assert not monitor(goals=Goals(error=Goal(-0.8, 0.4)))(half)


def test_who_has_only_begun_is_left_alone(tmp_path: Path) -> None:
    """The loss falls, and the accuracy is still that of a guess."""
    half = RunningTrial(trace(tmp_path / "t", FALLING[:100]), printed([0.5] * 10))
    assert not monitor(goals=Goals(error=Goal(-0.8, 0.4)))(half)


def test_the_loss_tells_it_where_the_objective_comes_at_the_end(tmp_path: Path) -> None:
    settled = [math.exp(-at / 10) + 2.0 for at in range(150)]
    running = RunningTrial(trace(tmp_path / "t", settled), "")
    assert monitor(goals=Goals(loss=Goal(1.0, 0.4)))(running)
    assert not monitor(goals=Goals(loss=Goal(2.5, 0.4)))(running)


def test_who_is_better_already_is_not_stopped_for_its_loss(tmp_path: Path) -> None:
    settled = [math.exp(-at / 10) + 2.0 for at in range(150)]
    running = RunningTrial(trace(tmp_path / "t", settled), printed([0.6, 0.8]))
    assert not monitor(goals=Goals(loss=Goal(1.0, 0.4)), baseline=-0.5)(running)
