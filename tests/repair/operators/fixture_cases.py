"""Fixtures of operators: `fixtures/<operator>/<case>/` with `case.json`, `before/` and `after/`.

`before/` is a small project with the entry `train.py`. `case.json` names a `parameter` and a
`value` to write, and `after/` holds the files that this changes; or it lists what must be
`refused`. Further keys: `parameters`, where the operator finds others than that one; `old`, the
value before; `choices`, all of its values; `is_unusual`, whether it is tried early; `arguments` of
the command line; `alarms`, `data`, `kept_gradients`, `layers`, `loss_functions`, `unchanged`
parameters and `causes` of the run; `needs`, what a program cannot run without: a package that the
tests lack, or data.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from seismograd.localise.diagnose_run import ProjectReader
from seismograd.localise.diagnosis import Cause, Diagnosis
from seismograd.program import read_program
from seismograd.repair.context import RepairContext
from seismograd.repair.operators import OPERATORS
from seismograd.repair.operators.operator import Operator
from seismograd.repair.parameter import Parameter, Value
from seismograd.repair.patches.change import Patch
from seismograd.rules.checker import Checker
from seismograd.settings import Settings
from seismograd.source.document import Document
from seismograd.source.workspace import Workspace
from seismograd.traces.events import (
    Alarm,
    ArrayFacts,
    Data,
    KeptGradients,
    Layer,
    LossFunction,
    Parameters,
    Place,
    UnchangedParameter,
)
from seismograd.traces.history import RunHistory

FIXTURES = Path(__file__).parent / "fixtures"
ENTRY = "train.py"
BY_NAME: dict[str, Operator] = {
    type(operator).__module__.rpartition(".")[2]: operator for operator in OPERATORS
}


@dataclass(frozen=True)
class Case:
    folder: Path

    def __str__(self) -> str:
        return f"{self.folder.parent.name}/{self.folder.name}"

    @cached_property
    def facts(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads((self.folder / "case.json").read_text("utf-8"))
        return found

    @property
    def operator(self) -> Operator:
        return BY_NAME[self.folder.parent.name]

    @property
    def root(self) -> Path:
        return self.folder / "before"

    @property
    def expected(self) -> dict[str, str]:
        return texts_of(self.folder / "after")

    @property
    def parameter_names(self) -> list[str]:
        """Of all that the operator finds."""
        own = [] if self.is_refused else [self.facts["parameter"]]
        names: list[str] = self.facts.get("parameters", own)
        return names

    @property
    def is_refused(self) -> bool:
        return "refused" in self.facts

    @property
    def is_runnable(self) -> bool:
        """Whether the patched program can be executed in the tests."""
        return not self.is_refused and "needs" not in self.facts

    def context(self, root: Path | None = None) -> RepairContext:
        """`root`: a copy of the project that has been changed since."""
        return context_of(root or self.root, self.facts)


def texts_of(folder: Path) -> dict[str, str]:
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {
        path.relative_to(folder).as_posix(): path.read_bytes().decode("utf-8") for path in files
    }


def all_cases() -> list[Case]:
    return [Case(path.parent) for path in sorted(FIXTURES.glob("*/*/case.json"))]


def context_of(root: Path, facts: dict[str, Any]) -> RepairContext:
    script = root / ENTRY
    document = Document(str(script), script.read_bytes().decode("utf-8"))
    workspace = Workspace([root])
    workspace.open(document)
    program = read_program(workspace, document)
    found = Checker(workspace, Settings()).check(document) if facts.get("causes") else []
    history = RunHistory(data=_data(facts.get("data", {})))
    for stated in facts.get("loss_functions", ()):
        called = {"called": Place(ENTRY, stated["called"])} if "called" in stated else {}
        history.take(LossFunction(**{**stated, **called}))
    for alarm in facts.get("alarms", ()):
        history.take(Alarm(alarm=alarm, step=1))
    for stated in facts.get("kept_gradients", ()):
        history.take(KeptGradients(**stated))
    unchanged = [UnchangedParameter(**stated) for stated in facts.get("unchanged", ())]
    history.take(Parameters(unchanged=tuple(unchanged)))
    for number, stated in enumerate(facts.get("layers", ())):
        history.take(Layer(layer=number, **{**stated, "built": Place(ENTRY, stated["built"])}))
    diagnosis = Diagnosis(tuple(map(Cause, found)), (), history)
    times = {key: facts[key] for key in ("training_s", "most_training_s") if key in facts}
    return RepairContext(
        root, program, diagnosis, ProjectReader(root), facts.get("arguments", ()), **times
    )


def _data(facts: dict[str, dict[str, Any]]) -> dict[object, Data]:
    return {role: _event(role, stated) for role, stated in facts.items()}


def _event(role: str, stated: dict[str, Any]) -> Data:
    arrays = {
        key: tuple(ArrayFacts(**one) for one in stated[key])
        for key in ("inputs", "targets")
        if key in stated
    }
    rest = {key: value for key, value in stated.items() if key not in arrays}
    return Data(role=role, **arrays, **rest)


def parameters_of(case: Case, context: RepairContext) -> dict[str, Parameter]:
    return {parameter.name: parameter for parameter in case.operator.parameters(context)}


def written(parameter: Parameter, value: Value, context: RepairContext) -> dict[str, str]:
    """The files that change, with their new text."""
    files = Patch((parameter.change(value),)).files(context.root, context.read)
    assert files is not None
    return files
