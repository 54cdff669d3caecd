"""Cross-entropies that a script writes itself, and what looks like them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from seismograd_sandbox.guest.probes.torch_probe import loss_functions
from seismograd_sandbox.guest.probes.torch_probe.written_losses import written_loss
from tests.sandbox.probes.torch.watching import plain, watched

LOOP = """
import torch
from torch import nn
torch.manual_seed(1)
network = nn.Sequential(nn.Linear({width}, 16), nn.ReLU(), nn.Linear(16, {outputs}))
optimizer = torch.optim.SGD(network.parameters(), lr=0.01)
x = {x}
several = torch.tensor([[1.0, 1, 0, 0, 0, 0], [0, 1, 0, 0, 1, 0]]).repeat(3, 1)
one = torch.eye(6)
advantage = torch.randn(6)
for step in range(4):
    optimizer.zero_grad()
    z = network(x)
    loss = {loss}
    loss.backward()
    optimizer.step()
result = [p.detach() for p in network.parameters()]
"""
FEATURES = "torch.randn(6, 5)"


def told(folder: Path, loss: str, x: str = FEATURES, width: int = 5, outputs: int = 6) -> Any:
    source = LOOP.format(loss=loss, x=x, width=width, outputs=outputs)
    return watched(folder, source).only("loss_function")


SEVERAL = {
    "-(several * torch.log_softmax(z, 1)).sum(1).mean()": "log_softmax",
    "(several * -torch.log_softmax(z, -1)).sum() / len(x)": "log_softmax",
    "-1 * (torch.log(torch.softmax(z, 1) + 1e-9) * several).mean(dim=1).mean()": "softmax",
    "-(torch.softmax(z, -1).clamp(min=1e-7).log() * several).sum() / several.sum()": "softmax",
    "-(several * z.log_softmax(1)).sum(1).mean()"
    " + 1e-3 * sum((p ** 2).sum() for p in network.parameters())": "log_softmax",
    "-(several.bool() * z.log_softmax(1)).sum(1).mean()": "log_softmax",
}


@pytest.mark.parametrize("loss", SEVERAL)
def test_rows_of_targets_are_told_where_classes_compete(loss: str, tmp_path: Path) -> None:
    event = told(tmp_path, loss)
    assert event["function"] == "written_cross_entropy"
    assert event["made_by"] == SEVERAL[loss]
    assert event["row_sums"] == [2.0, 2.0, 0.0]
    assert event["input_shape"] == event["target_shape"] == [6, 6]


SCORES = (
    "-(one * z.clamp(1e-7, 1 - 1e-7).log()).sum(1).mean()",
    "-torch.mean(torch.sum(one * torch.log(torch.clamp(z, 1e-7, 1.0) + 1e-9), dim=1))",
    "-(torch.log(torch.tanh(z).clamp(min=1e-7)) * one).sum(1).mean()",
)


@pytest.mark.parametrize("loss", SCORES)
def test_the_range_is_that_of_values_before_they_are_cut_off(loss: str, tmp_path: Path) -> None:
    event = told(tmp_path, loss)
    assert event["input_range"][0] < -0.01
    assert event["row_sums"] == [1.0, 1.0, 0.0]
    assert event.get("made_by") == ("tanh" if "tanh" in loss else None)


def test_a_module_of_the_script_may_hold_the_formula(tmp_path: Path) -> None:
    source = LOOP.format(loss="criterion(z, several)", x=FEATURES, width=5, outputs=6).replace(
        "for step",
        "class Loss(nn.Module):\n"
        "    def forward(self, scores, labels):\n"
        "        return -(labels * torch.log_softmax(scores, 1)).sum(1).mean()\n"
        "criterion = Loss()\n"
        "for step",
    )
    event = watched(tmp_path, source).only("loss_function")
    assert (event["type"], event["made_by"]) == ("Loss", "log_softmax")
    assert event["row_sums"] == [2.0, 2.0, 0.0]


LOOK_ALIKES = {
    "credit": "-((one * z.log_softmax(1)).sum(1) * advantage).mean()",
    "credit in the table": "-(one * z.log_softmax(1) * advantage[:, None]).sum(1).mean()",
    "pairs": "-(several * (z @ z.T).log_softmax(1)).sum(1).mean()",
    "pairs by count": "-((several * (z @ z.T).log_softmax(1)).sum(1) / several.sum(1)).mean()",
    "shares of labels": "-((several * z.log_softmax(1)).sum(1) / several.sum(1)).mean()",
    "binary": "-(several * z.sigmoid().log() + (1 - several) * (1 - z.sigmoid()).log()).mean()",
    "binary in two": "-(several * torch.log(z.softmax(1) + 1e-9)).mean()"
    " - ((1 - several) * torch.log(1 - z.softmax(1) + 1e-9)).mean()",
    "Poisson": "(z.relu() - several * torch.log(z.relu() + 1e-7)).mean()",
    "Poisson in two": "-(one * torch.log(z.clamp(min=1e-7))).mean() + z.mean()",
    "entropy": "(z.softmax(1) * z.log_softmax(1)).sum(1).mean()",
    "bonus": "-(several * z.log_softmax(1)).sum(1).mean()"
    " + 0.1 * (z.softmax(1) * z.log_softmax(1)).sum(1).mean()",
    "focal": "-((1 - z.softmax(1)) ** 2 * several * z.log_softmax(1)).sum(1).mean()",
    "divergence": "(several * (several.clamp(1e-9).log() - z.log_softmax(1))).sum(1).mean()",
    "mixed labels": "-0.3 * (several * z.log_softmax(1)).sum(1).mean()"
    " + -0.7 * (one * z.log_softmax(1)).sum(1).mean()",
    "other axis": "-(several * z.log_softmax(0)).sum(1).mean()",
    "pushed away": "(several * z.log_softmax(1)).sum(1).mean()",
    "densities": "-(one * torch.log(z.exp() + 1e-9)).sum(1).mean()",
}


@pytest.mark.parametrize("name", LOOK_ALIKES)
def test_nothing_is_told_of_what_only_looks_like_it(name: str, tmp_path: Path) -> None:
    event = told(tmp_path, LOOK_ALIKES[name])
    assert "function" not in event
    assert "row_sums" not in event


def test_scores_of_candidates_are_no_classes(tmp_path: Path) -> None:
    """A ranking: one score for each candidate, and all of the good ones shall be above the rest."""
    loss = "-(several * z.view(6, 6).log_softmax(1)).sum(1).mean()"
    event = told(tmp_path, loss, x="torch.randn(36, 5)", outputs=1)
    assert "function" not in event


SETS = {
    "what it was given": "several * 0.7",
    "a part of it": "torch.tensor([1.0, 0, 0, 0, 0, 0]).repeat(6, 1) * several",
    "more than that": "(several + torch.tensor([0, 0, 1.0, 0, 0, 0]))",
    "the rest of it": "(1 - several)",
    "most of it, and some noise": "several * torch.tensor([1.0, 1, 1, 1, 0, 1])"
    " + torch.eye(6).roll(2, 1) * (1 - several)",
    "numbers in each place": "several + 0.1 * torch.randn(6, 6)",
    "what stands around one": "torch.eye(6).roll(1, 0)",
}


@pytest.mark.parametrize("name", SETS)
def test_targets_that_complete_a_set_may_compete(name: str, tmp_path: Path) -> None:
    source = LOOP.format(
        loss="-(several * z.log_softmax(1)).sum(1).mean()", x="None", width=6, outputs=6
    ).replace("for step", f"x = {SETS[name]}\nfor step")
    assert "function" not in watched(tmp_path, source).only("loss_function")


def test_other_flags_of_the_same_width_are_no_such_set(tmp_path: Path) -> None:
    flags = "(torch.arange(36).reshape(6, 6) % 5 > 1).float()"
    event = told(tmp_path, "-(several * z.log_softmax(1)).sum(1).mean()", x=flags, width=6)
    assert event["row_sums"] == [2.0, 2.0, 0.0]


def test_a_saved_tensor_that_was_changed_is_left_alone(tmp_path: Path) -> None:
    """PyTorch refuses the backward pass then: the script shall hear that, and nothing of ours."""
    loss = "-(several * z.log_softmax(1)).sum(1).mean(); several.add_(0)"
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        told(tmp_path, loss)


def test_each_place_is_looked_at_once_and_the_script_computes_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[Any] = []

    def looking(*given: Any) -> Any:
        looks.append(given)
        return written_loss(*given)

    monkeypatch.setattr(loss_functions, "written_loss", looking)
    loss = "-(several * torch.log_softmax(z, 1)).sum(1).mean()"
    source = LOOP.format(loss=loss, x=FEATURES, width=5, outputs=6)
    weights = watched(tmp_path, source).names["result"]
    assert len(looks) == 1
    expected = plain(tmp_path, source)["result"]
    assert all(bool((a == b).all()) for a, b in zip(weights, expected, strict=True))


BACKWARD = {
    "loss.backward()": "loss = -",
    "loss = loss / 2; loss.backward()": "loss = -",
    "(loss / 2).backward()": "loss = -",
    "torch.autograd.backward([loss])": "loss = -",
    "(-(several * z.log_softmax(1)).sum(1).mean()).backward()": "mean()).backward()",
}


@pytest.mark.parametrize("backward", BACKWARD)
def test_the_line_is_the_one_that_computes_it(backward: str, tmp_path: Path) -> None:
    loss = "-(several * torch.log_softmax(z, 1)).sum(1).mean()"
    source = LOOP.format(loss=loss, x=FEATURES, width=5, outputs=6)
    if "z" in backward:
        source = source.replace(f"    loss = {loss}\n", "")
    run = watched(tmp_path, source.replace("loss.backward()", backward))
    assert run.only("loss_function")["called"] == run.place(BACKWARD[backward])
