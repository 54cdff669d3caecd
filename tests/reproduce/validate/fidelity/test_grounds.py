from __future__ import annotations

from pathlib import Path

import pytest

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.read_project import read_project
from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.report.parse import parse_report
from seismograd.reproduce.validate.fidelity.grounds import Grounds

REPORT = """\
# Loss is wrong with two classes

With `patience=5`, an input of 3x224x224 and label smoothing of 0.1, `reduction="none"` gives 1e-3.
The learning rate is the default one; `Mixer` has a single head.
"""


def grounds(root: Path) -> Grounds:
    report = parse_report(REPORT)
    return Grounds(Case(report, root, Fingerprint((), "value"), read_project(root)))


@pytest.mark.parametrize("value", [2, 5, 3, 224, 0.1, 1e-3, 1, "none", (3, 224), -5])
def test_what_the_report_has_is_grounded(tmp_path: Path, value: object) -> None:
    assert grounds(tmp_path).has(value)


@pytest.mark.parametrize("value", [4, 0.2, "mean", True, None, "", (3, 7)])
def test_what_it_does_not_have_is_not(tmp_path: Path, value: object) -> None:
    assert not grounds(tmp_path).has(value)


@pytest.mark.parametrize(
    ("name", "is_named"),
    [
        ("label_smoothing", True),
        ("learningRate", True),
        ("patience", True),
        ("reduction", True),
        ("head", False),
        ("classes", False),
        ("weight_decay", False),
    ],
)
def test_settings_that_the_report_names(tmp_path: Path, name: str, is_named: bool) -> None:
    assert grounds(tmp_path).names(name) is is_named


def test_settings_of_the_project_wherever_they_are_written(tmp_path: Path) -> None:
    (tmp_path / "train.py").write_text(
        "import argparse\n"
        "parser = argparse.ArgumentParser()\n"
        'parser.add_argument("--hidden-size", type=int, default=48)\n'
        "DROPOUT = 0.25\n"
        "class Config:\n    depth: int = 3\n"
    )
    (tmp_path / "config.yaml").write_text("model:\n  width: 12\n  kind: 'wide'\n")
    (tmp_path / "config.json").write_text('{"warmup": 7, "is_causal": true}')
    found = grounds(tmp_path)
    expected = {
        "hidden_size": 48, "dropout": 0.25, "depth": 3, "width": 12, "kind": "wide", "warmup": 7,
        "is_causal": True,
    }  # fmt: skip
    assert {name: next(iter(found.of_project(name)), None) for name in expected} == expected
