"""Real trials in sandboxes of this machine."""

from __future__ import annotations

import os

import pytest

from seismograd.cancellation import Cancellation
from seismograd.compute.slots import Needs
from seismograd.compute.this_machine import ThisMachine
from seismograd.compute.trial_setup import THREADS
from seismograd.runs.trial import Trial
from tests.compute.conftest import MakeSetup

SHOW = "import os\nprint(os.environ.get('OMP_NUM_THREADS'), os.environ.get('CUDA_VISIBLE_DEVICES'))"
MANY = 64


@pytest.fixture(autouse=True)
def nothing_chosen_by_the_user(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(THREADS, raising=False)
    monkeypatch.delenv("CUDA_VISIBLE_DEVICES", raising=False)


def test_cores_are_shared_out_as_threads(make_setup: MakeSetup) -> None:
    with ThisMachine(make_setup(SHOW), Cancellation(), 2, 3) as compute:
        assert compute.run(Trial()).output == "3 None\n"


def test_what_the_user_chose_holds(make_setup: MakeSetup) -> None:
    setup = make_setup(SHOW, environment={THREADS: "5"})
    with ThisMachine(setup, Cancellation(), 2, 3) as compute:
        assert compute.run(Trial()).output == "5 None\n"


def test_each_session_has_a_gpu_of_its_own(make_setup: MakeSetup) -> None:
    with ThisMachine(make_setup(SHOW), Cancellation(), 2, 1, ["4", "7"]) as compute:
        sessions = [compute._take(), compute._take()]
        assert [one.run(Trial()).output for one in sessions] == ["1 4\n", "1 7\n"]


def test_no_more_at_once_than_cores_and_memory(make_setup: MakeSetup) -> None:
    setup, cancel, cores = make_setup(SHOW), Cancellation(), len(os.sched_getaffinity(0))
    assert 1 <= ThisMachine.with_room_for(Needs(1), MANY, setup, cancel).at_once <= cores
    too_much = Needs(1 << 60)
    assert ThisMachine.with_room_for(too_much, MANY, setup, cancel).at_once == 1
