"""How far schedules come, and how near to the rate that they are meant to reach."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.sandbox.probes.torch.watching import Watched, watched

LOOP = """
import torch
from torch.optim import lr_scheduler
network = torch.nn.Linear(4, 1)
optimizer = torch.optim.SGD(network.parameters(), lr=1e-2)
def factor(step):
    return 1e-2 * 0.9**step
def main():
    schedule = {schedule}
    for epoch in range(4):
        for batch in range(10):
            optimizer.zero_grad()
            network(torch.randn(8, 4)).pow(2).mean().backward()
            optimizer.step()
{step}
main()  # the schedule is gone when the script ends
"""
EACH_BATCH = " " * 12 + "schedule.step()"
EACH_EPOCH = " " * 8 + "schedule.step()"
CYCLE = "lr_scheduler.OneCycleLR(optimizer, max_lr=0.1, total_steps=40)"
RISE = "lr_scheduler.LinearLR(optimizer, start_factor=0.01, total_iters=40)"
FACTOR = "lr_scheduler.LambdaLR(optimizer, factor)"


def seen(folder: Path, schedule: str, step: str) -> Watched:
    return watched(folder, LOOP.format(schedule=schedule, step=step))


@pytest.mark.parametrize("schedule", [CYCLE, RISE])
def test_schedules_for_batches_that_are_stepped_by_epochs(schedule: str, tmp_path: Path) -> None:
    end = seen(tmp_path, schedule, EACH_EPOCH).only("schedule_end")
    assert (end["reached"], end["length"]) == (4, 40)
    assert 0 < end["share"] == end["largest"] < 0.4


def test_a_cycle_that_is_gone_through(tmp_path: Path) -> None:
    end = seen(tmp_path, CYCLE.replace("40", "41"), EACH_BATCH).only("schedule_end")
    assert (end["reached"], end["length"], end["meant"]) == (40, 41, 0.1)
    assert end["share"] < 1e-3
    assert end["largest"] > 0.9


def test_the_largest_factor_and_where_it_comes_from(tmp_path: Path) -> None:
    found = seen(tmp_path, FACTOR, EACH_EPOCH)
    end = found.only("schedule_end")
    assert end["place"] == found.place("return 1e-2")
    assert end["meant"] == 1e-2
    assert end["largest"] == pytest.approx(1e-2)
    assert end["share"] == pytest.approx(1e-2 * 0.9**4)


def test_a_rise_inside_of_a_sequence(tmp_path: Path) -> None:
    cosine = "lr_scheduler.CosineAnnealingLR(optimizer, T_max=30)"
    parts = f"[{RISE.replace('40', '5')}, {cosine}]"
    schedule = f"lr_scheduler.SequentialLR(optimizer, {parts}, milestones=[5])"
    end = seen(tmp_path, schedule, EACH_BATCH).only("schedule_end")
    assert end["reached"] >= 4
    assert end["largest"] > 0.7


def test_schedules_that_say_nothing_of_the_rate_they_reach(tmp_path: Path) -> None:
    found = seen(tmp_path, "lr_scheduler.StepLR(optimizer, 2)", EACH_EPOCH)
    assert found.of_kind("schedule_end") == []
    assert found.only("scheduler")["type"] == "StepLR"
