"""What the runner and the probes write is what the reader knows."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import pytest

from seismograd.traces import TraceSummary, summarise
from seismograd.traces.events import KINDS
from seismograd_sandbox.host.sandbox import guest_folder
from tests import parts

PATIENCE = 240.0
PLAIN = """
import warnings
warnings.warn("take care")
numbers = [1, 2, 3]
raise ValueError(f"no {numbers}") from KeyError("k")
"""
TRAINING = """
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(0)
model = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 3))
optimiser = torch.optim.SGD(model.parameters(), lr=0.1)
schedule = torch.optim.lr_scheduler.StepLR(optimiser, 1)
criterion = nn.CrossEntropyLoss()
data = TensorDataset(torch.randn(64, 8), torch.randint(0, 3, (64,)))
for epoch in range(2):
    for inputs, labels in DataLoader(data, batch_size=16, shuffle=True):
        optimiser.zero_grad()
        loss = criterion(model(inputs), labels)
        loss.backward()
        optimiser.step()
    schedule.step()
torch.zeros(3, 4) @ torch.zeros(3, 4)
"""


def run(folder: Path, script: str) -> tuple[TraceSummary, Path]:
    (folder / "train.py").write_text(script)
    trace = folder / "trace.jsonl"
    guest = str(guest_folder() / "__main__.py")
    command = [sys.executable, "-I", "-B", guest, "--trace", str(trace), "--root", str(folder)]
    subprocess.run(
        [*command, "train.py"],
        cwd=folder,
        capture_output=True,
        timeout=PATIENCE,
        env={**os.environ, "OMP_NUM_THREADS": "1"},
    )
    return summarise(trace), trace


def unknown_fields(trace: Path) -> set[tuple[str, str]]:
    found = set()
    for line in trace.read_text("utf-8").splitlines():
        event = json.loads(line)
        known = {"v", "kind", *(field.name for field in fields(KINDS[event["kind"]]))}
        found |= {(event["kind"], name) for name in event.keys() - known}
    return found


def test_a_script_without_any_framework(tmp_path: Path) -> None:
    summary, trace = run(tmp_path, PLAIN)
    assert summary.skipped == {}
    assert unknown_fields(trace) == set()
    assert summary.outcome == "failed"
    assert summary.exception is not None
    assert (summary.exception.type, summary.exception.message) == ("ValueError", "no [1, 2, 3]")
    assert [earlier.type for earlier in summary.exception.because] == ["KeyError"]
    assert summary.exception.frames[-1].line == 5
    assert [warning.message for warning in summary.warnings] == ["take care"]


@pytest.mark.slow
def test_a_training_with_torch(tmp_path: Path) -> None:
    parts.module("torch")
    summary, trace = run(tmp_path, TRAINING)
    assert summary.skipped == {}
    assert unknown_fields(trace) == set()
    assert (summary.outcome, summary.steps, summary.loss.count) == ("failed", 8, 8)
    assert summary.gradient_norm.low is not None
    assert [layer.type for layer in summary.layers] == ["Linear", "ReLU", "Linear"]
    first = summary.layers[0]
    assert first.built is not None
    assert (first.built.file, first.built.line) == ("train.py", 7)
    assert first.extremes.grad.keys() == {"weight", "bias"}
    assert first.extremes.activation
    assert summary.learning_rate.high == 0.1
    assert summary.exception is not None
    assert summary.exception.frames[-1].in_project
