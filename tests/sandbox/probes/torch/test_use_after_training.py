"""Calls after the last step: in which mode, and how often with the same input."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.sandbox.probes.torch.watching import watched

PROGRAM = """
    import torch
    from torch import nn

    x, y = torch.randn(80, 6), torch.randint(0, 3, (80,))
    network = nn.Sequential(nn.Linear(6, 8), nn.Dropout(0.2), nn.Linear(8, 3))
    optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
    for at in range(60):
        chosen = torch.randperm(60)[:20]
        optimizer.zero_grad()
        nn.functional.cross_entropy(network(x[chosen]), y[chosen]).backward()
        optimizer.step()
    new = torch.randn(12, 6)
    {after}
"""
WITHOUT_GRAPH = "with torch.no_grad(): "
FROZEN = "network.requires_grad_(False); "


def last(folder: Path, after: str) -> dict[str, Any]:
    found = watched(folder, PROGRAM.format(after=after), budget=1.0).of_kind("evaluation")
    return found[-1] if found else {}


@pytest.mark.parametrize("how", [WITHOUT_GRAPH, FROZEN])
@pytest.mark.parametrize("call", ["network(new)", "[network(one[None]) for one in new]"])
def test_use_in_training_mode_is_told(tmp_path: Path, how: str, call: str) -> None:
    found = last(tmp_path, how + call)
    assert (found["mode"], found["after_training"], found["times"]) == ("train", True, 1.0)
    assert found["place"]["file"]
    assert not found["grad_enabled"]


@pytest.mark.parametrize("call", ["[network(new) for _ in range(8)]", "network(new.repeat(8, 1))"])
def test_the_same_inputs_again_are_counted(tmp_path: Path, call: str) -> None:
    assert last(tmp_path, WITHOUT_GRAPH + call)["times"] == 8.0


def test_evaluation_mode_is_no_use_in_training_mode(tmp_path: Path) -> None:
    found = last(tmp_path, f"{FROZEN}network.eval(); network(new)")
    assert found["mode"] == "eval"
    assert "after_training" not in found


WITH_LOADER = """
    import torch
    from torch import nn
    from torch.utils.data import DataLoader, TensorDataset

    x, y = torch.randn(80, 6), torch.randint(0, 3, (80,))
    network = nn.Sequential(nn.Linear(6, 8), nn.Dropout(0.2), nn.Linear(8, 3))
    optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
    loader = DataLoader(TensorDataset(torch.randn(24, 6)), batch_size=8)
    for epoch in range(3):
        for inputs, labels in DataLoader(TensorDataset(x, y), batch_size=8):
            optimizer.zero_grad()
            nn.functional.cross_entropy(network(inputs), labels).backward()
            optimizer.step()
        with torch.no_grad():
            {after}
"""
ONCE = "made = [network(inputs) for (inputs,) in loader]"
PASSES = "made = [network(inputs) for _ in range(4) for (inputs,) in loader]"
DRAWS = "made = [network(inputs) for (inputs,) in loader for _ in range(5)]"


@pytest.mark.parametrize(("after", "times"), [(ONCE, 1.0), (PASSES, 4.0), (DRAWS, 5.0)])
def test_with_a_loader_the_same_inputs_are_counted_too(
    tmp_path: Path, after: str, times: float
) -> None:
    found = watched(tmp_path, WITH_LOADER.format(after=after), budget=1.0).of_kind("evaluation")
    assert [(one["mode"], one["times"]) for one in found] == [("train", times)] * 3
    assert found[0]["place"]["line"] == 16
