"""The whole way: the runner starts a program on a backend, and all probes are there."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from seismograd_sandbox.host.sandbox import guest_folder
from tests.sandbox.probes.keras.watching import PROGRAMS, TIMES

pytestmark = pytest.mark.slow

BACKENDS = ("torch", "jax", "tensorflow")
NEUTRAL = ("sequential.py", "functional.py", "subclassed.py", "nested.py", "callbacks.py")
"""Programs that say nothing of a backend."""
SHOW = "\nprint([w.tobytes().hex() for w in model.get_weights()], repr(history.history))\n"
DURATION_S = 300


def run(folder: Path, backend: str, *command: str) -> str:
    environment = {
        **os.environ,
        "KERAS_BACKEND": backend,
        "OMP_NUM_THREADS": "1",
        "TF_CPP_MIN_LOG_LEVEL": "3",
    }
    done = subprocess.run(
        [sys.executable, *command],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=DURATION_S,
    )
    assert done.returncode == 0, done.stderr
    return re.sub(TIMES, "", done.stdout)


def watched(folder: Path, backend: str, probes: str = "every-step") -> tuple[str, list[Any]]:
    trace = folder / "trace.jsonl"
    guest = str(guest_folder() / "__main__.py")
    options = ("--trace", str(trace), "--root", str(folder), "--probes", probes)
    output = run(folder, backend, "-I", "-B", guest, *options, "train.py")
    return output, [json.loads(line) for line in trace.read_text().splitlines()]


def kinds(events: list[Any]) -> Counter[str]:
    return Counter(event["kind"] for event in events)


@pytest.mark.parametrize("backend", BACKENDS)
def test_results_are_the_same_to_the_bit_on_every_backend(backend: str, tmp_path: Path) -> None:
    if importlib.util.find_spec(backend) is None:
        pytest.skip(f"{backend} is not installed")
    for name in NEUTRAL:
        (tmp_path / "train.py").write_text((PROGRAMS / name).read_text() + SHOW)
        (tmp_path / "trace.jsonl").unlink(missing_ok=True)
        output, events = watched(tmp_path, backend)
        assert output == run(tmp_path, backend, "-I", "train.py"), name
        assert kinds(events)["trouble"] == 0
        assert kinds(events)["step"] > 0
        assert kinds(events)["layers"] > 0


def test_only_one_probe_speaks_of_a_keras_model_on_torch(tmp_path: Path) -> None:
    (tmp_path / "train.py").write_text((PROGRAMS / "sequential.py").read_text())
    _, events = watched(tmp_path, "torch")
    assert kinds(events)["network"] == 1
    assert kinds(events)["layer"] == 4
    assert kinds(events)["optimiser"] == 1
    assert kinds(events)["loss_function"] == 1
    assert [event["step"] for event in events if event["kind"] == "step"] == list(range(10))
    assert sum(len(e["values"]) for e in events if e["kind"] == "losses") == 10
    assert events[-1]["steps"] == 10


def test_an_optimiser_of_torch_trains_a_model_of_keras(tmp_path: Path) -> None:
    (tmp_path / "train.py").write_text((PROGRAMS / "torch_optimizer.py").read_text())
    _, events = watched(tmp_path, "torch")
    assert kinds(events)["network"] == 1
    assert [e["type"] for e in events if e["kind"] == "layer"] == ["Dense", "Dense"]
    assert [e["type"] for e in events if e["kind"] == "optimiser"] == ["SGD"]
    assert [event["step"] for event in events if event["kind"] == "step"] == [0, 1, 2, 3]
