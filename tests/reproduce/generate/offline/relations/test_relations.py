"""Which relations are drafted for a report, and what their scripts say; no runs."""

from __future__ import annotations

from pathlib import Path

import pytest

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.read_project import read_project
from seismograd.reproduce.criteria.criterion import Criterion, Fingerprint
from seismograd.reproduce.criteria.measurements import MEASUREMENTS
from seismograd.reproduce.drafts.draft import Draft
from seismograd.reproduce.drafts.rendering import render
from seismograd.reproduce.generate.offline.relations.drafts import from_relations
from seismograd.reproduce.generate.offline.relations.table import (
    OF_ACCUMULATORS,
    OF_NETWORKS,
    Relation,
)
from seismograd.reproduce.report.parse import parse_report

NETWORK = """\
import torch
from torch import nn


class Encoder(nn.Module):
    def __init__(self, features=6, gain=1.0):
        super().__init__()
        self.first = nn.Linear(features, 4)

    def forward(self, x):
        return self.first(x)
"""
METER = """\
class Mean:
    def __init__(self):
        self.values = []

    def update(self, values):
        self.values.append(values.mean())

    def compute(self):
        return sum(self.values) / len(self.values)
"""


def drafts(root: Path, source: str, check: str, report: str = "# It is wrong") -> list[Draft]:
    (root / "parts.py").write_text(source)
    fingerprint = Fingerprint((Criterion("c1", "a fact", "", check),), "a symptom")
    case = Case(parse_report(report), root, fingerprint, read_project(root))
    return list(from_relations(case))


def scripts(root: Path, source: str, check: str, report: str = "# It is wrong") -> list[str]:
    fingerprint = Fingerprint((Criterion("c1", "a fact", "", check),), "a symptom")
    return [render(one, fingerprint) for one in drafts(root, source, check, report)]


@pytest.mark.parametrize("relation", [*OF_NETWORKS, *OF_ACCUMULATORS], ids=lambda one: one.idea)
def test_what_is_measured_has_a_meaning(relation: Relation) -> None:
    assert relation.measurement in MEASUREMENTS


def test_only_the_relation_that_the_criteria_ask_for(tmp_path: Path) -> None:
    found = drafts(tmp_path, NETWORK, 'measured("difference_after_reload", ">", 0.0001)')
    assert {one.idea for one in found} == {"Load the state of Encoder into a new one."}


def test_a_script_compares_two_ways_and_its_control_the_first_with_itself(tmp_path: Path) -> None:
    (script,) = scripts(tmp_path, NETWORK, 'measured("difference_after_reload", ">", 0.0001)')
    compile(script, "script.py", "exec")
    assert "COMPARE_WITH = 'second way'" in script
    assert "load(again, state(model))" in script
    assert "after = second() if COMPARE_WITH == 'second way' else control()" in script
    assert 'print("MEASURED difference_after_reload", json.dumps(' in script


def test_an_option_is_compared_with_the_value_of_the_report(tmp_path: Path) -> None:
    check = 'measured("difference_with_option", "==", 0.0)'
    (script,) = scripts(tmp_path, NETWORK, check, "# Encoder(gain=3.0) has no effect")
    assert "gain=3.0" in script.partition("def make_with_option():")[2].partition("\n\n")[0]
    assert not drafts(tmp_path, NETWORK, check, "# Encoder has options without effect")


def test_rows_are_added_in_unequal_batches(tmp_path: Path) -> None:
    (script,) = scripts(tmp_path, METER, 'measured("difference_in_batches", ">", 0.0001)')
    assert "thing.update(values[rows])" in script
    assert "add(thing, slice(0, 6))" in script


def test_what_an_object_cannot_do_is_not_asked_of_it(tmp_path: Path) -> None:
    assert not drafts(tmp_path, METER, 'measured("difference_after_reset", ">", 0.0001)')


@pytest.mark.parametrize(
    "check", ['raises("ValueError")', 'measured("value", "~", 3.0, within=0.05)']
)
def test_other_criteria_have_no_relation(check: str, tmp_path: Path) -> None:
    assert not drafts(tmp_path, NETWORK + METER, check)
