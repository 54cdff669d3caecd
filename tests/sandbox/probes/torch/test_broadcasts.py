"""Products and the like of a column and a row on the way to a loss: mistakes, and pairs meant."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.sandbox.probes.torch.watching import fingerprint, plain, watched

LOOP = """
import torch
from torch import nn
import torch.nn.functional as F
network, second, scores = nn.Linear(4, 1), nn.Linear(4, 1), nn.Linear(4, 3)
table = nn.Embedding(8, 1)
parameters = [p for one in (network, second, scores, table) for p in one.parameters()]
optimizer = torch.optim.SGD(parameters, lr=0.01)
{before}
def update(x, y, column, labels):
    given, other = network(x), second(x)
    {line}
    return {loss}
for step in range(5):
    x, y, column = torch.randn(8, 4), torch.randn(8), torch.rand(8, 1)
    labels = torch.randint(0, 3, (8,))
    loss = update(x, y, column, labels)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
result = [p.detach() for p in parameters]
"""
BROADCAST = {
    "picked": "F.log_softmax(scores(x), 1).gather(1, labels[:, None]) * y",
    "weights of data": "F.cross_entropy(scores(x), labels, reduction='none') * column",
    "quotient": "(y - given.squeeze(1)) ** 2 / other.exp()",
    "slice": "scores(x)[:, :1].exp() * y",
    "choice": "torch.where(y > 0, given, torch.zeros(())) * 2",
    "maximum": "torch.maximum(given, y)",
    "ratio": "(given - other.squeeze(1).detach()).exp()",
    "added embedding": "(table(labels) + given.squeeze(1) - y) ** 2",
    "target that is not learned": "(y + 0.9 * other.detach() - given.squeeze(1)) ** 2",
    "column of rewards": "F.log_softmax(scores(x), 1)[:, 0] * y.reshape(-1, 1)",
    "column of a sum": "scores(x).sum(1, keepdim=True) * y",
    "column of an advantage": "given.squeeze(1) * (y.unsqueeze(1) - other.detach()) - y",
    "clipped ratio": "torch.min(given.squeeze(1) * far, given.squeeze(1).clamp(-1, 1) * far)",
    "image": "F.conv1d(x[:, None], network.weight[:, :1, None]) * torch.randn(8, 4)",
}
MEANT = {
    "same shapes": "given.squeeze(1) * y",
    "unsqueezed": "given.squeeze(1).unsqueeze(1) * other.squeeze(1)",
    "computed from an index": "torch.tanh(given.squeeze(1)[:, None] * 2 * y)",
    "kept": "torch.relu(1 - scores(x).sum(1, keepdim=True) * y)",
    "viewed": "((y.view(-1, 1) * 2 + 1) * given.squeeze(1)).exp()",
    "computed before": "(far * given.squeeze(1) - 1).abs()",
    "by a function": "as_column(y) - given.squeeze(1) * y",
    "column of a mask of pairs": "far * given.squeeze(1) * (labels[:, None] == labels)",
    "margin": "torch.maximum(1 - far * given.squeeze(1), torch.zeros(()))",
    "weights of steps": "0.9 ** torch.arange(8.0)[:, None] * given.squeeze(1)",
    "mask of pairs": "given * y * (labels[:, None] == labels)",
    "table of pairs": "(given * y - torch.randn(8, 8)) ** 2",
    "row by row": "(given * y).softmax(1)",
    "sums of rows": "(given * y).logsumexp(1)",
    "product of matrices": "(given * y) @ x",
    "answers of one network": "torch.relu(1 - given + network(-x).squeeze(1))",
    "the same answers": "torch.relu(1 - given * given.squeeze(1))",
    "weights": "given * parameters[0].new_ones(8)",
    "a grid": "(given - torch.linspace(0, 1, 8)) * given",
    "the mean is the same": "0.5 * (given - other.squeeze(1))",
}
BEFORE = "def as_column(row):\n    return row.unsqueeze(1) * 2"


def source(loss: str) -> str:
    return LOOP.format(before=BEFORE, line="far = y.unsqueeze(1) / 3", loss=f"({loss}).mean()")


def told(folder: Path, script: str) -> list[dict[str, Any]]:
    seen = watched(folder, script)
    assert seen.of_kind("trouble") == []
    return seen.of_kind("broadcast")


@pytest.mark.parametrize("name", BROADCAST)
def test_a_mistake_is_told(name: str, tmp_path: Path) -> None:
    script = source(BROADCAST[name])
    (event,) = told(tmp_path, script)
    line = next(at for at, text in enumerate(script.splitlines(), 1) if ").mean()" in text)
    assert event["place"] == {"file": "train.py", "line": line}
    assert event["column"][:2] == [8, 1]
    assert event["other"][0] == 8


@pytest.mark.parametrize("name", MEANT)
def test_pairs_that_are_meant_are_not(name: str, tmp_path: Path) -> None:
    assert told(tmp_path, source(MEANT[name])) == []


def test_few_examples_may_be_as_many_as_something_else(tmp_path: Path) -> None:
    assert told(tmp_path, source(BROADCAST["slice"]).replace("(8", "(3")) == []


@pytest.mark.parametrize("name", BROADCAST)
def test_nothing_else_changes(name: str, tmp_path: Path) -> None:
    import torch

    names = ("__mul__", "__rsub__", "add", "where", "maximum")
    before = [getattr(torch.Tensor, part) for part in names]
    alone = fingerprint(plain(tmp_path, source(BROADCAST[name])))
    assert fingerprint(watched(tmp_path, source(BROADCAST[name])).names) == alone
    assert [getattr(torch.Tensor, part) for part in names] == before
