"""Optimisers with their settings and groups, and schedulers."""

from __future__ import annotations

import pytest

from tests.program.reading import line_of, program_of

NET = """
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body, self.head = nn.Linear(4, 8), nn.Linear(8, 2)
    def forward(self, x):
        return self.head(F.relu(self.body(x)))
net = Net()
"""


@pytest.mark.parametrize(
    ("code", "kind", "settings"),
    [
        ("torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9, nesterov=True)", "sgd",
         {"learning_rate": 0.1, "momentum": 0.9, "nesterov": True, "weight_decay": 0.0}),
        ("torch.optim.Adam(net.parameters())", "adam", {"learning_rate": 1e-3}),
        ("torch.optim.AdamW(net.parameters(), 5e-4)", "adamw",
         {"learning_rate": 5e-4, "weight_decay": 1e-2}),
        ("torch.optim.RMSprop(params=net.parameters(), lr=1e-2)", "rmsprop",
         {"learning_rate": 1e-2}),
        ("torch.optim.Adam(filter(lambda p: p.requires_grad, net.parameters()), lr=1e-4)", "adam",
         {"learning_rate": 1e-4}),
        ("torch.optim.Adam([p for p in net.parameters() if p.requires_grad], lr=1e-4)", "adam",
         {"learning_rate": 1e-4}),
        ("torch.optim.Adam(list(net.body.parameters()) + list(net.head.parameters()))", "adam",
         {"learning_rate": 1e-3}),
    ],
)  # fmt: skip
def test_settings_of_an_optimiser(code: str, kind: str, settings: dict[str, object]) -> None:
    (found,) = program_of(f"{NET}optimizer = {code}\n").optimisers
    assert found.kind == kind
    assert {name: found.settings[name].constant for name in settings} == settings
    assert [network.name for network in found.networks] == ["Net"]


def test_groups_of_parameters() -> None:
    code = f"""{NET}
optimizer = torch.optim.SGD([
    {{"params": net.body.parameters()}},
    {{"params": net.head.parameters(), "lr": 1e-2}},
], lr=1e-3)
"""
    (found,) = program_of(code).optimisers
    assert [group["learning_rate"].constant for group in found.groups[1:]] == [1e-2]
    assert [network.name for network in found.networks] == ["Net"]


def test_groups_by_the_names_of_parameters() -> None:
    code = f"""{NET}
decay = [p for n, p in net.named_parameters() if "bias" not in n]
rest = [p for n, p in net.named_parameters() if "bias" in n]
optimizer = torch.optim.AdamW([
    {{"params": decay, "weight_decay": 0.1}}, {{"params": rest, "weight_decay": 0.0}},
], lr=3e-4)
"""
    (found,) = program_of(code).optimisers
    assert [group["weight_decay"].constant for group in found.groups] == [0.1, 0.0]
    assert [network.name for network in found.networks] == ["Net"]


def test_where_a_learning_rate_comes_from() -> None:
    code = f"{NET}LR = 3e-4\nconfig = dict(lr=LR * 2)\n" + (
        "optimizer = torch.optim.Adam(net.parameters(), **config)\n"
    )
    (found,) = program_of(code).optimisers
    assert found.learning_rate.constant == 6e-4
    assert found.learning_rate.source.span.start.line == line_of(code, "config = dict")


@pytest.mark.parametrize(
    ("code", "kind", "settings"),
    [
        ("StepLR(optimizer, 30, gamma=0.5)", "steplr", {"step_size": 30, "gamma": 0.5}),
        ("StepLR(optimizer, step_size=30)", "steplr", {"step_size": 30, "gamma": 0.1}),
        ("CosineAnnealingLR(optimizer, T_max=100)", "cosineannealinglr",
         {"T_max": 100, "eta_min": 0.0}),
        ("OneCycleLR(optimizer, 0.1, epochs=10, steps_per_epoch=100)", "onecyclelr",
         {"max_lr": 0.1, "epochs": 10, "steps_per_epoch": 100}),
        ("ReduceLROnPlateau(optimizer, 'max', patience=3)", "reducelronplateau",
         {"mode": "max", "patience": 3, "factor": 0.1}),
        ("ExponentialLR(optimizer, 0.9)", "exponentiallr", {"gamma": 0.9}),
        ("LambdaLR(optimizer, lambda epoch: 0.95 ** epoch)", "lambdalr", {}),
        ("CosineAnnealingWarmRestarts(optimizer, 10, 2)", "cosineannealingwarmrestarts",
         {"T_0": 10, "T_mult": 2}),
    ],
)  # fmt: skip
def test_settings_of_a_scheduler(code: str, kind: str, settings: dict[str, object]) -> None:
    program = program_of(
        f"{NET}from torch.optim.lr_scheduler import *\n"
        "from torch.optim.lr_scheduler import (CosineAnnealingLR, CosineAnnealingWarmRestarts,\n"
        "    ExponentialLR, LambdaLR, OneCycleLR, ReduceLROnPlateau, StepLR)\n"
        f"optimizer = torch.optim.SGD(net.parameters(), lr=0.1)\nscheduler = {code}\n"
    )
    (found,) = program.schedulers
    assert found.kind == kind
    assert {name: found.settings[name].constant for name in settings} == settings
    assert found.optimiser is program.optimisers[0]
