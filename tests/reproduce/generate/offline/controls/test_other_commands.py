"""Controls of a command line."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from seismograd.reproduce.candidate import Attempt, Candidate, Stage
from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import ProjectView
from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.drafts.draft import Constant, Draft
from seismograd.reproduce.generate.offline.find_controls import find_controls
from seismograd.reproduce.report.parse import parse_report

CASE = Case(parse_report("# It fails"), Path(), Fingerprint((), "crash"), ProjectView(Path(), ()))


def controls(words: list[str], stage: Stage = Stage.PROVENANCE) -> list[list[str]]:
    draft = Draft("Run it.", constants=(Constant("ARGUMENTS", repr(words)),))
    found = find_controls(CASE, draft, Attempt(Candidate("", "offline", ""), stage, "no control"))
    return [ast.literal_eval(one.switches[0].control) for one in found]


def test_each_option_is_left_out_and_then_has_other_numbers() -> None:
    found = controls(["run", "--amp", "--size", "4", "--mode", "fast"])
    assert found[:3] == [
        ["run", "--size", "4", "--mode", "fast"],
        ["run", "--amp", "--mode", "fast"],
        ["run", "--amp", "--size", "4"],
    ]
    assert [one[3] for one in found[3:]] == ["5", "2", "1"]


@pytest.mark.parametrize("words", [[], ["run"]])
def test_a_command_without_options_has_no_control(words: list[str]) -> None:
    assert not controls(words)


def test_what_shows_nothing_needs_no_control() -> None:
    assert not controls(["--size", "4"], Stage.DRY_RUN)
