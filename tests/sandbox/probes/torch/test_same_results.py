"""With and without the probe: the same losses, weights and random numbers, to the bit."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.sandbox.probes.torch.watching import PROGRAMS, fingerprint, plain, watched

NAMES = sorted(path.stem for path in PROGRAMS.glob("*.py"))


@pytest.mark.parametrize("probes", ["auto", "every-step"])
@pytest.mark.parametrize("name", NAMES)
def test_nothing_changes(tmp_path: Path, name: str, probes: str) -> None:
    source = (PROGRAMS / f"{name}.py").read_text()
    expected = fingerprint(plain(tmp_path, source))
    seen = watched(tmp_path, source, probes=probes)
    assert fingerprint(seen.names) == expected
    assert fingerprint(plain(tmp_path, source)) == expected


@pytest.mark.parametrize("name", NAMES)
def test_every_step_has_its_loss(tmp_path: Path, name: str) -> None:
    seen = watched(tmp_path, (PROGRAMS / f"{name}.py").read_text(), probes="every-step")
    steps = seen.of_kind("step")
    assert [step["step"] for step in steps] == list(range(len(steps)))
    assert [step["loss"] for step in steps] == seen.losses
    first = 0
    for event in seen.of_kind("losses"):
        assert event["first"] == first
        first += len(event["values"])


def test_random_numbers_are_left_alone(tmp_path: Path) -> None:
    import numpy
    import torch

    source = (PROGRAMS / "dropout_and_shuffle.py").read_text()
    plain(tmp_path, source)
    expected = (torch.rand(3).tolist(), random.random(), numpy.random.rand())
    watched(tmp_path, source, probes="every-step")
    assert (torch.rand(3).tolist(), random.random(), numpy.random.rand()) == expected
