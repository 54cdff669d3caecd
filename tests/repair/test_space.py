"""In which order changes are tried where the diagnosis names nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from seismograd.faults import FaultType, Finding, Position, Severity, Span
from seismograd.localise.diagnosis import Cause
from seismograd.repair.objective import Direction, Objective, Origin
from seismograd.repair.search.strategy import SearchSpace
from seismograd.repair.space import search_space
from tests.repair.operators.fixture_cases import context_of
from tests.traces.symptoms.made_histories import falling, history, steady

ACCURACY = Objective("val_accuracy", Direction.MAX, Origin.PRINTED)
PROGRAM = """
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

x, y = torch.rand(64, 4), torch.randint(0, 2, (64,))
loader = DataLoader(TensorDataset(x, y), batch_size={batch}, shuffle={shuffle})
model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Dropout({dropout}), nn.Linear(8, 2))
optimizer = torch.optim.Adam(model.parameters(), lr={lr}, weight_decay={decay})
criterion = nn.CrossEntropyLoss()
for epoch in range(20):
    for a, b in loader:
        optimizer.zero_grad()
        loss = criterion(model(a), b)
        loss.backward()
        optimizer.step()
"""
USUAL = {"batch": "32", "shuffle": "True", "dropout": "0.2", "lr": "0.001", "decay": "0"}


def _space(root: Path, **values: str) -> SearchSpace:
    (root / "train.py").write_text(PROGRAM.format(**{**USUAL, **values}), "utf-8")
    return search_space(context_of(root, {}), ACCURACY, -0.5)


def _of_training(root: Path, losses: Sequence[float]) -> SearchSpace:
    """With the losses of the training as it is."""
    (root / "train.py").write_text(PROGRAM.format(**USUAL), "utf-8")
    context = context_of(root, {})
    found = replace(context.diagnosis, history=history(losses))
    return search_space(replace(context, diagnosis=found), ACCURACY, -0.75)


def _first(space: SearchSpace) -> list[str]:
    return [name for one in space.first for name in one.values]


@pytest.mark.parametrize(
    ("values", "name"),
    [
        ({"shuffle": "False"}, "shuffle"),
        ({"dropout": "0.85"}, "dropout of Dropout 1"),
        ({"decay": "0.3"}, "weight_decay"),
        ({"batch": "2"}, "batch_size"),
        ({"lr": "3.0"}, "lr"),
    ],
)
def test_what_is_unusual_comes_first(values: dict[str, str], name: str, tmp_path: Path) -> None:
    assert _first(_space(tmp_path, **values))[0] == name


def test_every_kind_of_change_has_a_turn_before_a_second_one(tmp_path: Path) -> None:
    names = _first(_space(tmp_path))
    turn = names[: names.index("lr", 1)]
    assert names[0] == "lr"
    assert {"optimizer", "weight_decay", "dropout of Dropout 1", "schedule"} <= {*turn}


def test_what_a_cause_points_at_comes_first_in_its_turn(tmp_path: Path) -> None:
    lines = PROGRAM.replace("nn.Linear(8, 2))", "nn.Linear(8, 2),\n    nn.Sigmoid(),\n)")
    (tmp_path / "train.py").write_text(lines.format(**USUAL), "utf-8")
    context = context_of(tmp_path, {})
    at = Position(lines[: lines.index("nn.Sigmoid")].count("\n") + 1, 5)
    span = Span(str(tmp_path / "train.py"), at, at)
    finding = Finding(
        "RUN-ACH", "output-activation", FaultType.ACH, Severity.WARNING, 0.9, "", span
    )
    found = replace(context.diagnosis, causes=(Cause(finding),))
    names = _first(search_space(replace(context, diagnosis=found), ACCURACY, -0.5))
    assert names[0] == "activation of Linear 2"
    assert names[0] != _first(search_space(context, ACCURACY, -0.5))[0]


def test_what_counts_as_more_than_chance(tmp_path: Path) -> None:
    """Nothing is wrong by the diagnosis: only what halves the error counts."""
    assert _space(tmp_path).least_gain == pytest.approx(0.25)


@pytest.mark.parametrize(
    ("losses", "is_offered"),
    [
        (steady(2.3, 8), True),
        (falling(200), False),
        (falling(20), False),
        (steady(2.3, 8)[:1], True),
    ],
    ids=["hardly begun", "healthy", "short and healthy", "one step"],
)
def test_a_training_that_has_hardly_begun_may_be_longer(
    losses: list[float], is_offered: bool, tmp_path: Path
) -> None:
    """Nothing can be said against eight steps; that they are no healthy training is certain."""
    names = {one.name for one in _of_training(tmp_path, losses).parameters}
    assert ("epochs" in names) is is_offered


def test_a_short_training_that_needs_more_epochs_may_be_longer(tmp_path: Path) -> None:
    (tmp_path / "train.py").write_text(PROGRAM.format(**USUAL), "utf-8")
    context = context_of(tmp_path, {})
    at = Position(12, 1)
    span = Span(str(tmp_path / "train.py"), at, at)
    finding = Finding("RUN-HNE", "still-falling", FaultType.HNE, Severity.INFO, 0.5, "", span)
    for steps, is_offered in ((20, True), (200, False)):
        found = replace(
            context.diagnosis, causes=(Cause(finding),), history=history(falling(steps))
        )
        space = search_space(replace(context, diagnosis=found), ACCURACY, -0.75)
        assert ("epochs" in {one.name for one in space.parameters}) is is_offered


@pytest.mark.parametrize(("name", "is_offered"), [("val nll", False), ("val acc", True)])
def test_a_loss_by_hand_needs_shares_that_add_up(
    name: str, is_offered: bool, tmp_path: Path
) -> None:
    """Without its softmax, the likelihood of anything can be as large as one likes."""
    lines = PROGRAM.replace("nn.Linear(8, 2))", "nn.Linear(8, 2), nn.LogSoftmax(dim=1))")
    lines = lines.replace("criterion(model(a), b)", "-model(a)[torch.arange(len(b)), b].mean()")
    (tmp_path / "train.py").write_text(lines.format(**USUAL), "utf-8")
    direction = Direction.MAX if is_offered else Direction.MIN
    objective = Objective(name, direction, Origin.PRINTED)
    found = search_space(context_of(tmp_path, {}), objective, 0.5).parameters
    names = {one.name for one in found}
    assert ("log_softmax after Linear 2" in names) is is_offered
    assert ("activation of Linear 2" in names) is is_offered


@pytest.mark.parametrize(
    ("losses", "share"),
    [
        ([2.0 * 0.8**step + 0.1 for step in range(200)], 0.5),
        ([2.0 * 0.8**step + 0.001 for step in range(200)], 0.9),
    ],
    ids=["something left", "next to nothing left"],
)
def test_where_next_to_nothing_is_left_an_error_falls_by_any_tuning(
    losses: list[float], share: float, tmp_path: Path
) -> None:
    (tmp_path / "train.py").write_text(PROGRAM.format(**USUAL), "utf-8")
    context = context_of(tmp_path, {})
    found = replace(context.diagnosis, history=history(losses))
    rmse = Objective("test rmse", Direction.MIN, Origin.PRINTED)
    space = search_space(replace(context, diagnosis=found), rmse, 0.02)
    assert space.least_gain == pytest.approx(share * 0.02)
