from __future__ import annotations

import ast
from pathlib import Path

import pytest

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.read_project import read_project
from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.report.parse import parse_report
from seismograd.reproduce.validate.override_check import demand_originals
from seismograd.reproduce.validate.parsing import Unfit

PROJECT = '''
from torch import nn

class Callback:
    def on_epoch_end(self, logs):
        """What to do after an epoch."""

class Drop(Callback):
    def __init__(self, patience=2):
        self.patience = patience

    def on_epoch_end(self, logs):
        self.waited = logs

class Net(nn.Module):
    def __init__(self, config=None):
        super().__init__()
        self.config = config
        self.head = nn.Linear(3, 2)

    def forward(self, x):
        return self.head(x)
'''
IMPORT = "import parts\nfrom parts import Callback, Drop, Net\n"


def judged(script: str, root: Path, report: str = "# It fails") -> str:
    (root / "parts.py").write_text(PROJECT)
    case = Case(parse_report(report), root, Fingerprint((), ""), read_project(root))
    try:
        demand_originals(ast.parse(IMPORT + script), case)
    except Unfit as error:
        return str(error)
    return ""


@pytest.mark.parametrize(
    "script",
    [
        "class Mine(Drop):\n    def on_epoch_end(self, logs):\n        pass",
        "class Mine(parts.Drop):\n    def on_epoch_end(self, logs):\n        pass",
        "class Mine(Net):\n    def forward(self, x):\n        return x / 0",
        "model = Net()\nmodel.head = None",
        "model = Net().eval()\nmodel.head = broken",
        "model = parts.Net()\nmodel.forward = broken",
        "drop = Drop()\ndrop.on_epoch_end = print",
        "model = Net()\nsetattr(model, 'head', None)",
        "model = Net()\ndel model.head",
        "model = Net()\nmodel.head.weight.data = ones",
    ],
)
def test_what_is_made_over_is_not_the_project_any_more(script: str, tmp_path: Path) -> None:
    assert judged(script, tmp_path)


@pytest.mark.parametrize(
    "script",
    [
        "class Mine(Callback):\n    def on_epoch_end(self, logs):\n        seen.append(logs)",
        "class Mine(Drop):\n    def __init__(self):\n        super().__init__(3)",
        "class Mine(Net):\n    def other(self, x):\n        return x",
        "model = Net()\nmodel.training = False",
        "model = Net(config)\nmodel.config.size = 3",
        "model = Net()\nmodel.head.weight.data.fill_(1)",
        "model = Net()\nmodel.head.weight.grad = None",
        "drop = Drop()\ndrop.patience = 3",
        "other = Unknown()\nother.head = None",
    ],
)
def test_what_is_there_to_be_set_may_be_set(script: str, tmp_path: Path) -> None:
    assert judged(script, tmp_path) == ""


def test_what_the_report_does_is_what_it_is_about(tmp_path: Path) -> None:
    replaced = "# It fails after I replaced `model.head` by one with 5 classes"
    assert judged("model = Net()\nmodel.head = nn.Linear(3, 5)", tmp_path, replaced) == ""
    own = "# Fails\n```python\nclass A(Net):\n    def forward(self, x):\n        return x\n```"
    assert judged("class A(Net):\n    def forward(self, x):\n        return x", tmp_path, own) == ""
