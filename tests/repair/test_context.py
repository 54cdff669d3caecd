"""What the run tells, and where it stands in the source."""

from __future__ import annotations

from pathlib import Path

import pytest

from seismograd.faults import Position, Span
from seismograd.repair.losses.loss_targets import seen_loss
from seismograd.traces.events import LossFunction, Place
from tests.repair.operators.fixture_cases import context_of

TRAINING = """\
from torch import nn
import torch

model = nn.Linear(4, 3)
one, other = nn.CrossEntropyLoss(), nn.CrossEntropyLoss()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for x in torch.randn(8, 2, 4):
    first = one(model(x), torch.tensor([0, 1]))
    second = other(model(x), torch.tensor([0, 1]))
    optimizer.zero_grad()
    (first + second).backward()
    optimizer.step()
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "train.py").write_text(TRAINING)
    return tmp_path


@pytest.mark.parametrize(
    ("place", "is_within"),
    [
        (Place("train.py", 8), True),
        (Place("train.py", 9), False),
        (Place("other.py", 8), False),
        (Place("train.py", None), False),
        (None, False),
    ],
)
def test_lines_of_the_run_are_found_in_the_source(
    project: Path, place: Place | None, is_within: bool
) -> None:
    context = context_of(project, {})
    span = Span(str(project / "train.py"), Position(7, 1), Position(8, 20))
    assert context.is_within(place, span) is is_within


def test_each_of_several_losses_is_known_by_its_line(project: Path) -> None:
    context = context_of(project, {})
    seen = [LossFunction(called=Place("train.py", line)) for line in (8, 9)]
    context.history.loss_functions.extend(seen)
    losses = sorted(context.program.loops[0].losses, key=lambda one: one.place.span.start.line)
    assert [seen_loss(one, context) for one in losses] == seen
