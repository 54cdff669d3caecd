"""Small projects that take values which their own messages call wrong."""

from __future__ import annotations

from tests.reproduce.generate.offline.experiments.projects import Project

AND_FOR_OR = Project(
    "and-for-or",
    {
        "net.py": """\
from torch import nn


class Head(nn.Module):
    def __init__(self, features=8, classes=2, dropout=0.1):
        super().__init__()
        if dropout < 0 and dropout > 1:
            raise ValueError(f"dropout must be between 0 and 1, not {dropout}")
        self.keep = 1 - dropout
        self.out = nn.Linear(features, classes)

    def forward(self, x):
        return self.out(x * self.keep)
"""
    },
    "# Head accepts dropout=1.5\n\n`Head(dropout=1.5)` is silently accepted. It should raise a "
    "ValueError.\n",
    (("dropout < 0 and dropout > 1", "dropout < 0 or dropout > 1"),),
)
OFF_BY_ONE = Project(
    "off-by-one",
    {
        "pool/__init__.py": "",
        "pool/config.py": """\
from dataclasses import dataclass


@dataclass
class PoolConfig:
    window: int = 4
    stride: int = 2

    def __post_init__(self):
        if self.window < 1:
            raise ValueError("window must be at least 1")
        if self.stride < 0:
            raise ValueError("stride must be positive")
""",
    },
    "stride 0 is not rejected\n\nWith `stride=0` no error is raised by PoolConfig and the loop "
    "never ends later. I expected an error.\n",
    (("self.stride < 0", "self.stride <= 0"),),
)
ALL = (AND_FOR_OR, OFF_BY_ONE)
