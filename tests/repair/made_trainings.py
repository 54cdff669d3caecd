"""A made-up training whose accuracy follows from two numbers in its source."""

from __future__ import annotations

import math
import random
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path

from seismograd.faults import Edit, FaultType, Position, Span
from seismograd.repair.parameter import Numbers, Parameter, Value, as_text
from seismograd.repair.search.strategy import SearchSpace, Suggestion
from seismograd.repair.trials.patch_runs import PatchRuns
from seismograd.runs.trial import Trial, TrialResult, Watch
from tests.traces.symptoms.made_histories import history

SOURCE = "lr = 1e-06\nunits = 2\n"
LINES = {"lr": (1, 6, 11), "units": (2, 9, 10)}
Accuracy = Callable[[float, float], float]


def span(root: Path, name: str) -> Span:
    line, start, end = LINES[name]
    return Span(str(root / "train.py"), Position(line, start), Position(line, end))


def parameters(root: Path) -> tuple[Parameter, ...]:
    def write(name: str, value: Value) -> tuple[Edit, ...]:
        return (Edit(span(root, name), as_text(value)),)

    return (
        Parameter("lr", FaultType.HLR, "1e-06", Numbers(1e-7, 1.0), partial(write, "lr"), (0.001,)),
        Parameter(
            "units",
            FaultType.LCN,
            "2",
            Numbers(1, 512, is_whole=True),
            partial(write, "units"),
            (64,),
            costs=True,
        ),
    )


def space(root: Path, baseline: float = -0.5) -> SearchSpace:
    first = (Suggestion({"lr": 0.001}), Suggestion({"units": 64}))
    return SearchSpace(parameters(root), first, baseline)


def by_rate(lr: float, units: float) -> float:
    return 0.9 if 1e-4 <= lr <= 1e-2 else 0.5


def by_both(lr: float, units: float) -> float:
    return 0.95 if by_rate(lr, units) > 0.6 and units >= 32 else 0.5


class MadeTrainings:
    """Counts what it was asked for."""

    def __init__(self, root: Path, accuracy: Accuracy = by_rate, noise: float = 0.01) -> None:
        self.root = root
        self.accuracy = accuracy
        self.noise = noise
        self.losses: list[float] | None = None
        self.trials: list[Trial] = []
        (root / "train.py").write_text(SOURCE)

    def __call__(self, trial: Trial, watch: Watch | None = None) -> TrialResult:
        self.trials.append(trial)
        text = trial.changed.get("train.py", SOURCE)
        lr, units = (float(one) for one in re.findall(r"= (\S+)", text))
        accuracy = self.accuracy(lr, units)
        if math.isnan(accuracy):
            return TrialResult(history(), has_failed=True)
        chance = random.Random(f"{trial.shift_seeds} {text}").gauss(0, self.noise)
        output = f"epoch 1 val acc 0.1\nepoch 2 val acc {accuracy + chance:.4f}\n"
        return TrialResult(history(self.losses), has_failed=False, output=output, seconds=1.0)

    @property
    def runs(self) -> PatchRuns:
        def read(path: str) -> str | None:
            return Path(path).read_text() if Path(path).is_file() else None

        return PatchRuns(self, self.root, read, space(self.root))
