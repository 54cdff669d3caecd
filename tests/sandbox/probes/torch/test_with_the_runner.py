"""The whole way: a script, the runner, a trace."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.sandbox.guest.runs import plain, project, watched
from tests.sandbox.probes.torch.watching import PROGRAMS

pytestmark = pytest.mark.slow

PRINTED = """
import hashlib
print([value.hex() for value in losses], torch.rand(2).tolist())
for name, part in result[1].items():
    print(name, hashlib.sha256(part.numpy().tobytes()).hexdigest())
"""
FAILING = """
import torch
from torch import nn

network = nn.Linear(4, 2)
optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
for step in range(3):
    optimizer.zero_grad()
    scores = network(torch.randn(5, 4))
    labels = torch.zeros(5 if step < 2 else 4, dtype=torch.long)
    loss = nn.functional.cross_entropy(scores, labels)
    loss.backward()
    optimizer.step()
"""


def test_the_same_output_and_a_whole_trace(tmp_path: Path) -> None:
    script = "import torch\ntorch.manual_seed(3)\n"
    script += (PROGRAMS / "loader_with_workers.py").read_text() + PRINTED
    root = project(tmp_path / "project", {"train.py": script})
    expected = plain(root, ["train.py"], OMP_NUM_THREADS="1")
    seen = watched(root, ["train.py"], options=(), OMP_NUM_THREADS="1")
    assert seen.ran == expected
    assert expected.status == 0
    assert seen.of_kind("trouble") == []
    assert seen.end["steps"] == 12
    kinds = {event["kind"] for event in seen.events}
    assert kinds >= {"loader", "data", "network", "layer", "loss_function", "optimiser", "step"}
    assert kinds >= {"losses", "layers", "epoch", "overhead", "phase"}


def test_a_run_that_fails_in_a_function_that_is_watched(tmp_path: Path) -> None:
    root = project(tmp_path / "project", {"train.py": FAILING})
    expected = plain(root, ["train.py"], OMP_NUM_THREADS="1")
    seen = watched(root, ["train.py"], options=(), OMP_NUM_THREADS="1")
    assert seen.ran.status == expected.status == 1
    assert seen.ran.stderr == expected.stderr
    frames = seen.only("exception")["frames"]
    assert frames[0]["in_project"]
    assert not any("seismograd" in frame["file"] for frame in frames)
    assert [loss for event in seen.of_kind("losses") for loss in event["values"]][1:]
