"""Seeds that a script sets become others, the same for the same shift."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from tests import parts
from tests.sandbox.guest.runs import project, watched

PLAIN = """
import random
random.seed(1)
print(random.random(), random.Random(3).random())
"""
ARRAYS = """
import numpy
numpy.random.seed(1)
print(numpy.random.rand(), numpy.random.default_rng(5).random(), numpy.random.RandomState(7).rand())
"""
TENSORS = """
import torch
torch.manual_seed(1)
own = torch.Generator().manual_seed(9)
print(torch.rand(1).item(), torch.rand(1, generator=own).item())
print(list(torch.utils.data.random_split(range(9), [4, 5], generator=own)[0].indices))
"""
KERAS = """
import keras, random
keras.utils.set_random_seed(4)
print(keras.random.uniform((1,)).tolist(), random.random())
"""
SCRIPTS = {"random": PLAIN, "numpy": ARRAYS, "torch": TENSORS, "keras": KERAS}


def output(folder: Path, script: str, shift: int) -> str:
    root = project(folder / "project", {"train.py": script})
    options = ("--probes", "none", "--shift-seeds", str(shift))
    seen = watched(root, ["train.py"], options=options, KERAS_BACKEND="torch")
    assert seen.ran.status == 0, seen.ran.stderr
    return seen.ran.stdout


@pytest.mark.parametrize(
    "package",
    [
        "random",
        "numpy",
        pytest.param("torch", marks=pytest.mark.slow),
        pytest.param("keras", marks=pytest.mark.slow),
    ],
)
def test_another_shift_is_another_run_and_the_same_is_the_same(
    tmp_path: Path, package: str
) -> None:
    if importlib.util.find_spec(package) is None:
        parts.missing(f"{package} is not installed")
    script = SCRIPTS[package]
    first, again, other = (output(tmp_path, script, shift) for shift in (1, 1, 2))
    plain = output(tmp_path, script, 0)
    assert first == again
    assert len({plain, first, other}) == 3
    numbers = [[word for word in text.split() if "." in word] for text in (plain, first, other)]
    assert all(len(set(drawn)) == 3 for drawn in zip(*numbers, strict=True))


def test_what_is_not_seeded_stays_as_it_is(tmp_path: Path) -> None:
    script = "import random\nrandom.seed('text')\nprint(random.random())\n"
    assert output(tmp_path, script, 1) == output(tmp_path, script, 0)
