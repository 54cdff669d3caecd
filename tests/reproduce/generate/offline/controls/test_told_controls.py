"""What the report says takes the bug away becomes the control."""

from __future__ import annotations

from pathlib import Path

import pytest

from seismograd.reproduce.candidate import Attempt, Candidate, Stage, Switch
from seismograd.reproduce.case import Case
from seismograd.reproduce.context.read_project import read_project
from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.drafts.draft import Constant, Draft
from seismograd.reproduce.generate.offline.find_controls import find_controls
from seismograd.reproduce.observation import Observation
from seismograd.reproduce.report.parse import parse_report
from seismograd_sandbox.host.outcome import Ending

PROJECT = """\
import argparse


def build(width=8, pooling="max", dropout=0.5, use_bias=True, causal=False):
    if pooling == "mean":
        return 2 * width
    return width


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--pooling", default="max")
    build(**vars(parser.parse_args()))
"""
FINE = "It is wrong. With pooling='mean' this does not happen."


def drafts(root: Path, said: str, draft: Draft) -> list[Draft]:
    (root / "pools.py").write_text(PROJECT)
    report = parse_report(f"# Wrong\n\n{said}\n")
    case = Case(report, root, Fingerprint((), "value"), read_project(root))
    seen = Observation(Ending.EXITED, 1, "", "")
    attempt = Attempt(Candidate("", "offline", ""), Stage.PROVENANCE, "", seen)
    return list(find_controls(case, draft, attempt))


@pytest.mark.parametrize(
    ("exercise", "changed"),
    [
        ("model = build()", "model = build(pooling=POOLING)"),
        ("model = build(4, 'max')", "model = build(4, POOLING)"),
        ("model = other(pooling='max')", "model = other(pooling=POOLING)"),
    ],
)
def test_an_argument_is_the_switch(exercise: str, changed: str, tmp_path: Path) -> None:
    (found,) = drafts(tmp_path, FINE, Draft("Run.", exercise=(exercise,)))
    assert found.exercise == (changed,)
    assert found.switches == (Switch("POOLING", "'max'", "'mean'"),)


def test_a_constant_is_the_switch(tmp_path: Path) -> None:
    draft = Draft("Run.", constants=(Constant("POOLING", "'max'"),), exercise=("f(POOLING)",))
    (found,) = drafts(tmp_path, FINE, draft)
    assert found.switches == (Switch("POOLING", "'max'", "'mean'"),)


@pytest.mark.parametrize(
    ("words", "control"),
    [
        ("['--pooling', 'max']", "['--pooling', 'mean']"),
        ("['--epochs', '1']", "['--epochs', '1', '--pooling', 'mean']"),
    ],
)
def test_an_option_of_a_command_is_the_switch(words: str, control: str, tmp_path: Path) -> None:
    draft = Draft("Run.", constants=(Constant("ARGUMENTS", words),), exercise=("run()",))
    found, *_ = drafts(tmp_path, FINE, draft)
    assert found.switches == (Switch("ARGUMENTS", words, control),)


@pytest.mark.parametrize(
    ("said", "exercise"),
    [
        ("It is wrong with pooling='mean'.", "model = build()"),
        (FINE, "model = build(pooling='mean')"),
        ("It works with pooling=mode.", "model = build()"),
        ("With depth=2 this does not happen.", "model = build()"),
    ],
)
def test_nothing_else_is_a_control(said: str, exercise: str, tmp_path: Path) -> None:
    found = drafts(tmp_path, said, Draft("Run.", exercise=(exercise,)))
    assert not [one for one in found if one.switches[0].control == "'mean'"]
