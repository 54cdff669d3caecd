"""What of a network may be asked to learn."""

from __future__ import annotations

import ast

import pytest

from seismograd.reproduce.generate.offline.seeds.experiments.trained.learning_parts import may_learn


@pytest.mark.parametrize(
    ("value", "learns"),
    [
        ("nn.Parameter(torch.tensor(0.5))", True),
        ("nn.Linear(3, 4)", True),
        ("torch.zeros(8)", True),
        ("nn.Parameter(torch.tensor(0.5), requires_grad=False)", False),
        ("torch.arange(8)", False),
        ("nn.ReLU()", False),
    ],
)
def test_parts_that_may_learn(value: str, learns: bool) -> None:
    assert may_learn(ast.parse(value, mode="eval").body) is learns
