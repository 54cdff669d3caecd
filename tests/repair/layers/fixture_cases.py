"""Operator fixtures on disk: `fixtures/<operator>/<case>/`.

`before/` is a small project with the entry `main.py`. `case.json` names a parameter and a value
that is written, and `after/` holds the files that change; or it has `refused`: what the operator
says it cannot write.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, cast

from seismograd.localise.diagnosis import Diagnosis
from seismograd.program import read_program
from seismograd.repair.change import patch_of
from seismograd.repair.context import RepairContext
from seismograd.repair.operators.operator import Operator
from seismograd.repair.parameter import Parameter, Value
from seismograd.source.workspace import Workspace

FIXTURES = Path(__file__).parent / "fixtures"
ENTRY = "main.py"


@dataclass(frozen=True)
class Case:
    folder: Path

    @property
    def expected(self) -> dict[str, Any]:
        return cast(dict[str, Any], json.loads((self.folder / "case.json").read_text("utf-8")))

    @property
    def root(self) -> Path:
        return self.folder / "before"

    @property
    def operator(self) -> Operator:
        name = self.folder.parent.name
        module = import_module(f"seismograd.repair.operators.{name}")
        return cast(Operator, getattr(module, name.title().replace("_", ""))())

    @property
    def after(self) -> dict[str, str]:
        folder = self.folder / "after"
        return {one.name: one.read_text("utf-8") for one in folder.glob("*")}

    def __str__(self) -> str:
        return f"{self.folder.parent.name}/{self.folder.name}"


def all_cases() -> list[Case]:
    return [Case(path.parent) for path in sorted(FIXTURES.glob("*/*/case.json"))]


def context_of(root: Path) -> RepairContext:
    """What an operator sees of a project; it does not look at the diagnosis."""
    workspace = Workspace([root])
    document = workspace.document(str(root / ENTRY))
    assert document is not None
    program = read_program(workspace, document)
    return RepairContext(root, program, cast(Diagnosis, None), read_file)


def read_file(path: str) -> str | None:
    return Path(path).read_text("utf-8") if Path(path).is_file() else None


def written(parameter: Parameter, value: Value, root: Path) -> dict[str, str]:
    """The files that a value changes."""
    files = patch_of([parameter.change(value)]).files(root, read_file)
    assert files is not None
    return files
