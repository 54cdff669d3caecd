"""Whatever the guest and its probes write is in the document of the trace."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests import parts
from tests.sandbox.guest.runs import project, watched
from tests.trace_document import documented

COMMON = {"v", "t", "kind"}
OWN = {"start", "warning", "thread_exception", "exception", "memory", "phase", "setting", "end"}
TORCH_SCRIPT = """
    import threading, warnings
    import torch
    from torch import nn
    from torch.utils.data import DataLoader, TensorDataset

    def lost():
        raise ValueError
    thread = threading.Thread(target=lost)
    thread.start()
    thread.join()
    for _ in range(2):
        warnings.warn("careful")
    data = TensorDataset(torch.randn(64, 4), torch.randint(0, 3, (64,)))
    model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 3))
    optimiser = torch.optim.Adam(model.parameters(), lr=0.01)
    schedule = torch.optim.lr_scheduler.StepLR(optimiser, 1)
    criterion = nn.CrossEntropyLoss()
    for epoch in range(3):
        for x, y in DataLoader(data, batch_size=16, shuffle=True):
            optimiser.zero_grad()
            criterion(model(x), y).backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimiser.step()
        schedule.step()
        model.eval()
        with torch.no_grad():
            for x, y in DataLoader(data, batch_size=16):
                criterion(model(x), y)
        model.train()
    model(torch.zeros(2, 5))
    """
KERAS_SCRIPT = """
    import numpy, keras
    x, y = numpy.random.rand(64, 4), numpy.random.randint(0, 3, 64)
    model = keras.Sequential([keras.layers.Dense(8, "relu"), keras.layers.Dense(3, "softmax")])
    model.compile("adam", "sparse_categorical_crossentropy", metrics=["accuracy"])
    model.fit(x, y, epochs=2, batch_size=16, validation_data=(x[:8], y[:8]), verbose=0)
    model.evaluate(x, y, verbose=0)
    """


def written(tmp_path: Path, script: str, **environment: str) -> list[dict[str, Any]]:
    root = project(tmp_path / "project", {"train.py": script})
    options = ("--probes", "every-step", "--seed", "1", "--id", "x")
    seen = watched(root, ["train.py"], options=options, OMP_NUM_THREADS="1", **environment)
    assert seen.end["steps"] > 0, seen.ran.stderr
    return seen.events


def undocumented(events: list[dict[str, Any]]) -> set[str]:
    page = documented()
    return {
        f"{event['kind']}.{name}"
        for event in events
        for name in set(event) - COMMON - page.get(event["kind"], set())
    }


def test_a_run_with_torch_writes_what_the_document_says(tmp_path: Path) -> None:
    parts.module("torch")
    events = written(tmp_path, TORCH_SCRIPT)
    assert undocumented(events) == set()
    kinds = {event["kind"] for event in events}
    assert kinds - documented().keys() == set()
    wanted = {"packages", "device", "layer", "network", "optimiser", "step", "losses", "layers"}
    assert wanted | OWN <= kinds
    phases = {event["phase"] for event in events if event["kind"] == "phase"}
    assert phases == {"import", "setup", "train", "evaluate", "end"}
    assert not [event for event in events if event["kind"] == "trouble"]


@pytest.mark.slow
def test_a_run_with_keras_writes_what_the_document_says(tmp_path: Path) -> None:
    parts.module("torch")
    events = written(tmp_path, KERAS_SCRIPT, KERAS_BACKEND="torch")
    assert undocumented(events) == set()
    kinds = {event["kind"] for event in events}
    assert {"packages", "layer", "optimiser", "epoch", "data"} <= kinds <= documented().keys()
    assert not [event for event in events if event["kind"] == "trouble"]


def test_the_check_can_fail() -> None:
    assert undocumented([{"kind": "end", "v": 1, "colour": "red"}]) == {"end.colour"}
    assert undocumented([{"kind": "nothing", "x": 1}]) == {"nothing.x"}
