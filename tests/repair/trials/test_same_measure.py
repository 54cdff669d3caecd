"""Changes that change what is measured."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from seismograd.cancellation import Cancellation
from seismograd.faults import Edit, FaultType, Position, Span
from seismograd.repair.objective import Direction, Objective, Origin
from seismograd.repair.parameter import Choices, Parameter, Value
from seismograd.repair.search.strategy import SearchSpace
from seismograd.repair.trials.patch_runs import PatchRuns
from seismograd.repair.trials.same_measure import SameMeasure
from seismograd.runs.entry import Entry
from seismograd.runs.plan import Plan
from seismograd.runs.trial import Trial, TrialResult, TrialRunner, Watch
from seismograd.traces.events import Alteration
from seismograd.traces.history import RunHistory
from seismograd_sandbox.host.selection import choose

ERROR = Objective("test_rmse", Direction.MIN, Origin.PRINTED)
SHARE = Objective("test_acc", Direction.MAX, Origin.PRINTED)


@dataclass
class Evaluation:
    """A training that prints a number, by what its source has for a loss."""

    by_source: dict[str, float]
    chance: Iterator[float] = field(default_factory=lambda: iter(()))
    applied: int = 1
    asked: list[Trial] = field(default_factory=list)

    def __call__(self, trial: Trial, watch: Watch | None = None) -> TrialResult:
        self.asked.append(trial)
        value = self.by_source[trial.changed.get("train.py", "mse")] + next(self.chance, 0.0)
        output = f"test_rmse {value}\ntest_acc {value}\n"
        history = RunHistory(alterations=[Alteration(applied=self.applied)])
        return TrialResult(history, has_failed=math.isnan(value), output=output)


def measure(
    root: Path,
    evaluation: Evaluation,
    objective: Objective,
    fault_type: FaultType = FaultType.LCH,
    *,
    changes_loss: bool = True,
) -> SameMeasure:
    (root / "train.py").write_text("mse")
    span = Span(str(root / "train.py"), Position(1, 1), Position(1, 4))

    def write(value: Value) -> tuple[Edit, ...]:
        return (Edit(span, str(value)),)

    options = Choices(("mae", "huber"))
    loss = Parameter("loss", fault_type, "mse", options, write, changes_loss=changes_loss)
    read = {str(root / "train.py"): "mse"}.get
    return SameMeasure(PatchRuns(evaluation, root, read, SearchSpace((loss,))), (objective,))


OWN_LOSS = {"mse": 1.0, "mae": 0.5, "huber": 0.4}
ITS_OWN = {"mse": 1.0, "mae": 1.0, "huber": 1.0}


@pytest.mark.parametrize(("by_source", "is_same"), [(OWN_LOSS, False), (ITS_OWN, True)])
def test_a_network_that_does_not_learn_tells(
    by_source: dict[str, float], is_same: bool, tmp_path: Path
) -> None:
    evaluation = Evaluation(by_source)
    found = measure(tmp_path, evaluation, ERROR)
    assert found.holds({"loss": "mae"}) is is_same
    assert [one.alter for one in evaluation.asked] == [("learning-rate=0",)] * 3


def test_every_change_is_looked_at_once(tmp_path: Path) -> None:
    evaluation = Evaluation({**OWN_LOSS, "huber": 1.0})
    found = measure(tmp_path, evaluation, ERROR)
    told = [found.holds({"loss": one}) for one in ("mae", "huber", "mae", "huber")]
    assert told == [False, True, False, True]
    assert len(evaluation.asked) == 4


def test_unseeded_draws_are_no_difference(tmp_path: Path) -> None:
    evaluation = Evaluation(ITS_OWN, iter((0.0, 0.02, 0.04)))
    assert measure(tmp_path, evaluation, ERROR).holds({"loss": "mae"})


@pytest.mark.parametrize("evaluation", [Evaluation({**OWN_LOSS, "mae": math.nan}),
                                        Evaluation(OWN_LOSS, applied=0)])  # fmt: skip
def test_what_cannot_be_told_holds(evaluation: Evaluation, tmp_path: Path) -> None:
    assert measure(tmp_path, evaluation, ERROR).holds({"loss": "mae"})


def test_nothing_is_run_where_it_cannot_be_otherwise(tmp_path: Path) -> None:
    evaluation = Evaluation(OWN_LOSS)
    assert measure(tmp_path, evaluation, SHARE).holds({"loss": "mae"})
    assert measure(tmp_path, evaluation, ERROR, changes_loss=False).holds({"loss": "mae"})
    assert evaluation.asked == []


@pytest.mark.parametrize(("sum_of_batches", "is_same"), [(0.5, False), (0.9, True)])
def test_a_sum_over_fewer_batches_is_smaller(
    sum_of_batches: float, is_same: bool, tmp_path: Path
) -> None:
    evaluation = Evaluation({"mse": 1.0, "mae": sum_of_batches})
    found = measure(tmp_path, evaluation, ERROR, FaultType.HBS, changes_loss=False)
    assert found.holds({"loss": "mae"}) is is_same


OF_THE_LOSS, OF_ITS_OWN = "loss(net(x), y)", "((net(x) - y) ** 2).mean()"
TRAINING = """\
import torch
from torch import nn

torch.manual_seed(0)
x = torch.randn(200, 4)
y = x[:, :1]
net = nn.Linear(4, 1)
loss = nn.MSELoss()
optimizer = torch.optim.Adam(net.parameters(), lr=0.01)
for epoch in range(3):
    optimizer.zero_grad()
    loss(net(x), y).backward()
    optimizer.step()
    with torch.no_grad():
        print(f"epoch {epoch} test_rmse {MEASURED.sqrt().item():.6f}")
"""


@pytest.mark.slow
@pytest.mark.parametrize(("measured", "is_same"), [(OF_THE_LOSS, False), (OF_ITS_OWN, True)])
def test_it_is_told_by_real_trainings(measured: str, is_same: bool, tmp_path: Path) -> None:
    source = TRAINING.replace("MEASURED", measured)
    (tmp_path / "train.py").write_text(source)
    line = source.splitlines().index("loss = nn.MSELoss()") + 1
    span = Span(str(tmp_path / "train.py"), Position(line, 8), Position(line, 20))
    loss = Parameter("loss", FaultType.LCH, "MSELoss", Choices(("L1Loss",)),
                     lambda value: (Edit(span, f"nn.{value}()"),), changes_loss=True)  # fmt: skip
    plan = Plan(Entry(tmp_path, ".", "train.py"), Path(sys.executable))
    choice = choose("process", tmp_path)
    read = {str(tmp_path / "train.py"): source}.get
    with TrialRunner(plan, choice, ["torch"], 120.0, Cancellation()) as runner:
        runs = PatchRuns(runner.run, tmp_path, read, SearchSpace((loss,)))
        assert SameMeasure(runs, (ERROR,)).holds({"loss": "L1Loss"}) is is_same
