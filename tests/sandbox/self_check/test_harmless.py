"""Where a sandbox has no walls at all, no check harms the machine: the rule of their folder."""

from __future__ import annotations

import sys
import tempfile
import uuid
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from seismograd_sandbox.host.leftovers import RUN, end_processes_of
from seismograd_sandbox.host.limits import MIB
from seismograd_sandbox.host.self_check import scripts
from seismograd_sandbox.host.self_check.catalogue import all_checks
from seismograd_sandbox.host.self_check.check import Check
from seismograd_sandbox.host.self_check.runner import SelfCheck
from tests.sandbox.self_check.boaster import Boaster, BoasterSession
from tests.sandbox.self_check.machine import Machine

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processes are looked at in /proc")
PYTHON = Path(sys.executable)
ROOT = Path(__file__).parents[3]
SHORT_LIFE_S = 4
MOST_THREADS = 64 + 6
"""Beside those of the check: the first one, another owner, a process of the user's."""


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Machine]:
    mark = f"boast-{uuid.uuid4().hex}"
    machine = Machine(tmp_path, mark)
    monkeypatch.setenv(RUN, mark)
    monkeypatch.setenv("HOME", str(machine.home))
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.setattr(tempfile, "tempdir", str(machine.temporary))
    monkeypatch.chdir(machine.desk)
    yield machine
    end_processes_of(mark)


@pytest.mark.parametrize("check", all_checks(), ids=lambda check: check.name)
def test_no_harm_is_done(check: Check, machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even by those that wait for a proof of the limits."""
    monkeypatch.setattr(scripts, "LONGEST_LIFE_S", SHORT_LIFE_S)
    hurried = replace(check, after=(), limits=replace(check.limits, wall_s=2.0))
    before = machine.files()
    with machine.watched() as most:
        SelfCheck(Boaster(), [hurried], PYTHON).result(hurried)
    machine.wait_until_quiet(10 * SHORT_LIFE_S)
    assert machine.files() == before
    assert most.threads <= MOST_THREADS
    assert most.memory <= 512 * MIB
    assert most.disk <= 64 * MIB


def test_nothing_is_done_outside_of_the_project(machine: Machine) -> None:
    """A sandbox that begins somewhere else: in the user's own folder, say."""

    class Astray(Boaster):
        def open(self, *given: object, **named: object) -> BoasterSession:
            session = super().open(*given, **named)  # type: ignore[arg-type]
            session.begins = str(machine.desk)
            return session

    before = machine.files()
    for check in all_checks():
        if check.theme in ("files", "outcomes") and check.needs is None:
            SelfCheck(Astray(), [check], PYTHON).result(check)
    assert machine.files() == before
