"""An input that has just the length that an option asks for is the trigger, where one is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.read_project import read_project
from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.generate.offline.draft import Constant, Draft
from seismograd.reproduce.generate.offline.triggers.equal_lengths import equal_lengths
from seismograd.reproduce.report.parse import parse_report

CODE = """\
def fit_length(clip, target_length=48, batch_size=4):
    missing = target_length - clip.shape[-1]
    return clip[..., :missing] if missing <= 0 else clip
"""
DRAFT = Draft(
    "Call fit_length.",
    constants=(Constant("BATCH", "4"), Constant("LENGTH", "8"), Constant("TARGET", "24")),
    exercise=("clip = torch.randn(BATCH, LENGTH)", "output = fit_length(clip)"),
)


def found(root: Path, told: str, call: str = "fit_length(clip)") -> list[Constant]:
    (root / "clips.py").write_text(CODE)
    case = Case(parse_report(told), root, Fingerprint((), "shape", 0.5), read_project(root))
    draft = DRAFT.changed(exercise=(DRAFT.exercise[0], f"output = {call}"))
    return [one for better in equal_lengths(case, draft) for one in better.constants if one.control]


@pytest.mark.parametrize(
    "told",
    [
        "Empty output if the clip already has exactly the target length",
        "fit_length fails when the length is equal to target_length",
        "Clips of exactly target_length samples come back empty",
        "A recording that is already the right length is thrown away",
    ],
)
def test_the_length_becomes_the_one_asked_for(told: str, tmp_path: Path) -> None:
    assert found(tmp_path, f"# {told}\n") == [Constant("LENGTH", "48", "8")]


@pytest.mark.parametrize(
    ("call", "length"),
    [("fit_length(clip, 12)", "12"), ("fit_length(clip, target_length=TARGET)", "24")],
)
def test_what_is_given_goes_before_the_default(call: str, length: str, tmp_path: Path) -> None:
    told = "# Clip of exactly the target length\n"
    assert found(tmp_path, told, call) == [Constant("LENGTH", length, "8")]


@pytest.mark.parametrize(
    "told", ["Clips longer than the target are cut", "The output has the wrong shape"]
)
def test_without_such_words_nothing_changes(told: str, tmp_path: Path) -> None:
    assert found(tmp_path, f"# {told}\n") == []


def test_a_length_that_is_no_number_is_left_alone(tmp_path: Path) -> None:
    told = "# Clip of exactly the target length\n"
    assert found(tmp_path, told, "fit_length(clip, target_length=clip.shape[0])") == []
