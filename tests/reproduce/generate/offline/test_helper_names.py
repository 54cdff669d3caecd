"""A script never defines what the project has."""

from __future__ import annotations

from pathlib import Path

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.read_project import read_project
from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.generate.offline.draft import Draft, Measurement
from seismograd.reproduce.generate.offline.helper_names import with_free_names
from seismograd.reproduce.report.bug_report import BugReport

HELPERS = ("def train(model):\n    return model.train(1)\n", "def numbers(x):\n    return x\n")


def named(root: Path, draft: Draft) -> Draft:
    (root / "loop.py").write_text("def train(model):\n    pass\n")
    case = Case(BugReport("", ""), root, Fingerprint((), "reload"), read_project(root))
    return with_free_names(case, draft)


def test_a_helper_gets_another_name_where_it_is_defined_and_called(tmp_path: Path) -> None:
    measured = Measurement(("value = train(3)",), (("value", "value"),), "value > 1", "")
    exercise = ("train = 4", "numbers(train(model))", "model.train(2)")
    draft = Draft("", setup=HELPERS, exercise=exercise, measurement=measured, seed="experiment")
    found = named(tmp_path, draft)
    assert found.setup == (HELPERS[0].replace("def train", "def plain_train"), HELPERS[1])
    assert found.exercise == ("train = 4", "numbers(plain_train(model))", "model.train(2)")
    assert found.measurement is not None
    assert found.measurement.statements == ("value = plain_train(3)",)


def test_what_the_report_defines_keeps_its_name(tmp_path: Path) -> None:
    draft = Draft("", setup=HELPERS, exercise=("train(model)",), seed="snippet")
    assert named(tmp_path, draft) == draft


def test_what_is_imported_keeps_its_name(tmp_path: Path) -> None:
    imports = ("from loop import train",)
    draft = Draft("", imports, setup=HELPERS, exercise=("train(model)",), seed="experiment")
    assert named(tmp_path, draft) == draft
