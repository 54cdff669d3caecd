"""Sums over outputs and targets of evaluations, whatever the script computes of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.sandbox.probes.torch.watching import plain, watched

LOOP = """
    import torch
    from torch import nn
    import torch.nn.functional as F
    network = nn.Linear(5, {units})
    optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
    inputs = torch.randn(60, 5)
    truth = {truth}
    result = []
    def evaluate(given, wanted):
        with torch.no_grad():
            for at in range(0, 60, 25):
                part, right = given[at:at + 25], wanted[at:at + 25]
                out = network(part)
                {evaluated}
    for epoch in range(3):
        for at in range(0, 60, 6):
            optimizer.zero_grad()
            loss = network(inputs[at:at + 6]).square().mean()
            loss.backward()
            optimizer.step()
        evaluate(inputs, truth)
"""
NUMBERS = "result.append((len(out), (out - right).square().sum().item()))"
CLASSES = "result.append((len(out), (out.argmax(1) == right).sum().item()))"
YES_NO = "result.append((len(out), ((out > 0) & (right == 1)).sum().item()))"


def scores(folder: Path, text: str) -> tuple[dict[str, Any], list[tuple[int, float]]]:
    """Of the variable with the target, and what the script found itself."""
    run = watched(folder, text, check_network=True)
    assert run.of_kind("trouble") == []
    (event,) = [one for one in run.of_kind("scores") if one["variable"] == "right"]
    return event, run.names["result"]


@pytest.mark.parametrize(
    ("units", "truth", "evaluated", "compared", "at"),
    [
        (1, "torch.randn(60, 1)", NUMBERS, "numbers", 5),
        (1, "torch.randn(60, 1).numpy()", NUMBERS.replace("right", "torch.as_tensor(right)"),
         "numbers", 5),
        (3, "torch.randint(0, 3, (60,))", CLASSES, "classes", 4),
        (4, "torch.randint(0, 2, (60, 4)).float()", YES_NO, "yes-no", 3),
    ],
)  # fmt: skip
def test_each_call_has_its_sums(
    units: int, truth: str, evaluated: str, compared: str, at: int, tmp_path: Path
) -> None:
    text = LOOP.format(units=units, truth=truth, evaluated=evaluated)
    event, found = scores(tmp_path, text)
    assert event["compared"] == compared
    assert len({row[0] for row in event["rows"]}) == 3
    assert [row[1] for row in event["rows"]] == [25, 25, 10] * 3 == [one for one, _ in found]
    assert [row[at] for row in event["rows"]] == pytest.approx([one for _, one in found], rel=1e-5)


def test_nothing_changes_for_the_script(tmp_path: Path) -> None:
    text = LOOP.format(units=1, truth="torch.randn(60, 1)", evaluated=NUMBERS)
    _, found = scores(tmp_path, text)
    assert plain(tmp_path, text)["result"] == found


def test_the_end_of_a_ranking(tmp_path: Path) -> None:
    text = LOOP.format(
        units=8,
        truth="torch.randint(0, 8, (60,))",
        evaluated="result.append((out.topk(2, largest=False).indices == right[:, None]).sum())",
    )
    run = watched(tmp_path, text, check_network=True)
    (event,) = [one for one in run.of_kind("reading") if one["function"] == "ranked"]
    assert event["threshold"] == 2
    assert [row[1] for row in event["passes"]] == [60, 60, 60]
    assert all(row[0] == row[3] for row in event["passes"])
