"""Real trials on a real Ray cluster of two nodes of this machine."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from seismograd.cancellation import Cancellation
from seismograd.compute.compute import ComputeUnavailable
from seismograd.compute.node_runner import KIND
from seismograd.compute.ray_cluster import RayCluster
from seismograd.compute.slots import Needs
from seismograd.compute.this_machine import ThisMachine
from seismograd.compute.trial_setup import THREADS, TrialSetup
from seismograd.runs.trial import RunningTrial, Trial, TrialResult
from seismograd_sandbox.host.scratch import PLACE, scratch_root
from tests import parts
from tests.compute.conftest import MakeSetup
from tests.compute.local_ray import LocalRay, local_ray

pytestmark = pytest.mark.slow
Connect = Callable[[TrialSetup], RayCluster]
NEEDS = Needs(100_000_000, threads=1)
TRAINING = """
import random

import torch
from torch import nn

torch.manual_seed(0)
lr = 0.01
x = torch.randn(200, 8)
y = (x[:, 0] * x[:, 1] > 0).long()
model = nn.Sequential(nn.Linear(8, 32), nn.ReLU(), nn.Linear(32, 2))
optimizer = torch.optim.Adam(model.parameters(), lr=lr)
for epoch in range(5):
    for at in range(0, 200, 20):
        optimizer.zero_grad()
        loss = nn.functional.cross_entropy(model(x[at : at + 20]), y[at : at + 20])
        loss.backward()
        optimizer.step()
    print(f"epoch {epoch} loss {loss.item()!r} {random.random()}")
"""
SLOW = """
import time
for epoch in range(80):
    print("epoch", epoch, flush=True)
    time.sleep(0.1)
"""
LAST = "epoch 79\n"
LOOK = """
import os
for folder, _, names in os.walk("."):
    print(*(os.path.join(folder, name) for name in sorted(names)), sep="\\n")
print("KERAS_BACKEND", os.environ.get("KERAS_BACKEND"))
"""


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalRay]:
    parts.module("ray")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(THREADS, "1")
        patch.setenv(PLACE, str(tmp_path_factory.mktemp("scratch")))
        with local_ray(2) as cluster:
            yield cluster


@pytest.fixture
def said() -> list[str]:
    return []


@pytest.fixture
def connect(cluster: LocalRay, said: list[str]) -> Connect:
    return lambda setup: RayCluster(cluster.address, setup, NEEDS, 2, Cancellation(), said.append)


def test_the_same_trials_have_the_same_results_as_here(
    make_setup: MakeSetup, connect: Connect
) -> None:
    setup = replace(make_setup(TRAINING), packages=("torch",))
    changed = {"train.py": TRAINING.replace("lr = 0.01", "lr = 0.003")}
    trials = [Trial(), Trial(changed), Trial(shift_seeds=101), Trial(changed, 102)]
    with ThisMachine(setup, Cancellation()) as here:
        expected = [here.run(one) for one in trials]
    with connect(setup) as there, ThreadPoolExecutor(there.at_once) as pool:
        assert there.at_once == 2
        results = list(pool.map(there.run, trials))
    assert [one.output for one in results] == [one.output for one in expected]
    assert len({one.output for one in results}) == len(trials)
    losses = [[point.value for point in one.history.losses] for one in results]
    assert losses == [[point.value for point in one.history.losses] for one in expected]
    assert all(losses)


def test_a_watched_trial_is_stopped(make_setup: MakeSetup, connect: Connect) -> None:
    seen: list[tuple[int, str]] = []

    def watch(running: RunningTrial) -> bool:
        size = running.trace.stat().st_size if running.trace.exists() else 0
        seen.append((size, running.output))
        return "epoch 10\n" in running.output

    with connect(make_setup(SLOW)) as compute:
        result = compute.run(Trial(), watch)
    assert result.is_stopped
    assert not result.has_failed
    assert LAST not in result.output
    assert seen[-1][0] > 0
    assert result.output.startswith(seen[-1][1])


def test_secrets_do_not_travel_and_nothing_is_left(
    make_setup: MakeSetup, connect: Connect, said: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KERAS_BACKEND", "torch")
    files = {".env": "KEY=1", "data/a.csv": "1", "keys/id_rsa": "k", ".git/config": "url"}
    with connect(make_setup(LOOK, files)) as compute:
        lines = compute.run(Trial()).output.split("\n")
        assert len(_projects_on_nodes()) == 1
    assert set(lines) - {""} == {
        *("./pyproject.toml", "./train.py", "./data/a.csv", "KERAS_BACKEND torch"),
    }
    assert any(".env, keys/id_rsa" in line for line in said)
    assert _projects_on_nodes() == []


def test_an_interpreter_that_nodes_do_not_have_is_named(
    make_setup: MakeSetup, connect: Connect, tmp_path: Path
) -> None:
    with (
        connect(make_setup(LOOK, python=tmp_path / "python")) as compute,
        pytest.raises(ComputeUnavailable, match=r"on the Ray node .*there is no .*python"),
    ):
        compute.run(Trial())


def test_a_cluster_without_room_says_so(cluster: LocalRay, make_setup: MakeSetup) -> None:
    with pytest.raises(ComputeUnavailable, match=r"none of 2 nodes .* has a GPU"):
        RayCluster(cluster.address, make_setup(LOOK), Needs(1, gpus=1), 2, Cancellation(), print)


def test_somebody_who_cancels_does_not_wait(cluster: LocalRay, make_setup: MakeSetup) -> None:
    cancel = Cancellation()
    with RayCluster(cluster.address, make_setup(SLOW), NEEDS, 1, cancel, print) as compute:
        threading.Timer(3, cancel.set).start()
        started = time.monotonic()
        assert compute.run(Trial()).has_failed
    assert time.monotonic() - started < 30


def test_a_worker_that_is_killed_loses_nothing(
    cluster: LocalRay, make_setup: MakeSetup, connect: Connect, said: list[str]
) -> None:
    def kill() -> None:
        workers = [pid for number in (0, 1) for pid in cluster.workers(number)]
        os.kill(workers[0], signal.SIGKILL)

    with connect(make_setup(SLOW)) as compute:
        result = _run_and_disturb(compute, kill)
    assert result.output.endswith(LAST)
    assert any("it runs again" in line for line in said)


def test_a_node_that_is_killed_loses_nothing(
    cluster: LocalRay, make_setup: MakeSetup, connect: Connect, said: list[str]
) -> None:
    """The last one: the cluster has one node less from here on."""
    with connect(make_setup(SLOW)) as compute, ThreadPoolExecutor(2) as pool:
        other = pool.submit(compute.run, Trial())
        result = _run_and_disturb(compute, lambda: cluster.kill_node(1))
        assert other.result().output == result.output
    assert result.output.endswith(LAST)
    assert any("it runs again" in line for line in said)


def _run_and_disturb(compute: RayCluster, disturb: Callable[[], None]) -> TrialResult:
    """Once the trial has begun."""
    disturbed = False

    def watch(running: RunningTrial) -> bool:
        nonlocal disturbed
        if "epoch 3\n" in running.output and not disturbed:
            disturbed = True
            disturb()
        return False

    return compute.run(Trial(), watch)


def _projects_on_nodes() -> list[Path]:
    return sorted(scratch_root().glob(f"{KIND}-*"))
