"""Whether any gradient ever arrives at what an optimiser has, and the line that keeps it away."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.sandbox.probes.torch.watching import fingerprint, plain, watched

LOOP = """
import torch
from torch import nn
torch.manual_seed(0)
maker, judge = nn.Linear(4, 4), nn.Linear(4, 1)
first = torch.optim.SGD(maker.parameters(), lr=1e-2)
second = torch.optim.Adam(judge.parameters(), lr=1e-2)
{before}
for step in range(10):
    made = maker(torch.randn(8, 4))
{body}
    first.step()
    second.step()
result = [*maker.parameters(), *judge.parameters()]
"""
USUAL = """
    first.zero_grad()
    second.zero_grad()
"""
CUT = {
    "detached": f"{USUAL}\n    made = made.detach()\n    judge(made).mean().backward()",
    "in a function": f"{USUAL}\n    torch.relu(judge(made.tanh().detach())).mean().backward()",
}
WHOLE = {
    "in order": f"{USUAL}\n    judge(made).mean().backward()",
    "only later": f"{USUAL}\n    judge(made if step > 6 else made.detach()).mean().backward()",
    "only at first": f"{USUAL}\n    judge(made.detach() if step else made).mean().backward()",
    "cleared": f"\n    judge(made).mean().backward()\n{USUAL}",
    "of zeros": f"{USUAL}\n    (judge(made.detach()).mean() + 0 * made.sum()).backward()",
    "written": f"{USUAL}\n    for one in result_of(judge(made)): pass",
}
BEFORE = """
def result_of(answers):
    every = [*maker.parameters(), *judge.parameters()]
    for one, gradient in zip(every, torch.autograd.grad(answers.mean(), every)):
        one.grad = gradient
    return every
"""


def told(folder: Path, body: str, before: str = BEFORE) -> list[dict[str, Any]]:
    seen = watched(folder, LOOP.format(before=before, body=body))
    assert seen.of_kind("trouble") == []
    return seen.of_kind("missing_gradients")


@pytest.mark.parametrize("name", CUT)
def test_an_optimiser_without_a_gradient_is_told(name: str, tmp_path: Path) -> None:
    (event,) = told(tmp_path, CUT[name])
    lines = LOOP.format(before=BEFORE, body=CUT[name]).splitlines()
    line = next(at for at, text in enumerate(lines, 1) if ".detach()" in text)
    assert event["cut"] == {"file": "train.py", "line": line}
    assert event["steps"] == 10


def test_without_a_graph_no_line_is_known(tmp_path: Path) -> None:
    body = f"{USUAL}\n    with torch.no_grad(): made = maker(made)"
    (event,) = told(tmp_path, f"{body}\n    judge(made).mean().backward()")
    assert event.get("cut") is None


@pytest.mark.parametrize("name", WHOLE)
def test_one_that_has_one_now_and_then_is_not(name: str, tmp_path: Path) -> None:
    assert told(tmp_path, WHOLE[name]) == []


def test_frozen_weights_need_none(tmp_path: Path) -> None:
    body = f"{USUAL}\n    judge(made.detach()).mean().backward()"
    assert told(tmp_path, body, "maker.requires_grad_(False)") == []


@pytest.mark.parametrize("name", CUT)
def test_nothing_else_changes(name: str, tmp_path: Path) -> None:
    import torch

    before, script = torch.Tensor.detach, LOOP.format(before=BEFORE, body=CUT[name])
    alone = fingerprint(plain(tmp_path, script))
    assert fingerprint(watched(tmp_path, script).names) == alone
    assert torch.Tensor.detach is before
