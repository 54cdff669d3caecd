"""What is sound without the trigger stays as it was with a patch, in real runs."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from seismograd.reproduce.candidate import Candidate, Patch, Stage, Switch
from seismograd.reproduce.criteria.criterion import Criterion
from seismograd.reproduce.ladder import Climb, Ladder
from seismograd.reproduce.trials.sandboxed import SandboxedTrialRunner
from seismograd.reproduce.trials.tree import Tree
from seismograd.reproduce.validate.controls.patched_line import PatchedLine
from seismograd.reproduce.validate.controls.switched import Switched
from seismograd_sandbox.host.selection import choose
from tests.reproduce.validate.small_project import case

pytestmark = pytest.mark.slow
SCRIPT = """
from arithmetic import halve

NUMBER = 8
IS_SMALL = True
value = halve(NUMBER if IS_SMALL else 20)
print("MEASURED value", value)
if value < 5:
    print("REPRODUCED: too small")
    raise SystemExit(1)
print("NOT REPRODUCED")
"""
TOO_SMALL = Criterion("c1", "too small", "in halve", 'measured("value", "<", 5)')
LARGE = Switch("IS_SMALL", "True", "False")
BY_NUMBER = Switch("NUMBER", "8", "20")


@pytest.fixture
def runner(tmp_path: Path) -> Iterator[SandboxedTrialRunner]:
    case(tmp_path)
    choice = choose("auto", tmp_path)
    with SandboxedTrialRunner(Tree(tmp_path, Path(sys.executable), choice)) as runner:
        yield runner


def climb(runner: SandboxedTrialRunner, root: Path, text: str, switch: Switch = LARGE) -> Climb:
    patches = (Patch("arithmetic.py", 7, 7, text),)
    candidate = Candidate(SCRIPT, "test", "an idea", (switch,), patches, True)
    controls = (Switched(runner), PatchedLine(runner))
    return Ladder(case(root, TOO_SMALL), runner, controls, 1).climb(candidate)


def test_a_patch_that_changes_what_was_sound(runner: SandboxedTrialRunner, tmp_path: Path) -> None:
    refused = climb(runner, tmp_path, "    return number")
    assert refused.proof is None
    assert refused.attempt.stage is Stage.PROVENANCE
    assert "value is another with these lines" in refused.attempt.feedback
    assert climb(runner, tmp_path, "    return number", BY_NUMBER).proof is not None
    broken = climb(runner, tmp_path, "    return 5 if number == 8 else 0")
    assert "and not with them" in broken.attempt.feedback


def test_switches_are_told_beside_the_stronger_control(
    runner: SandboxedTrialRunner, tmp_path: Path
) -> None:
    text = "    return max(5, number // 2)"
    found = climb(runner, tmp_path, text)
    assert found.proof is not None, found.attempt.feedback
    assert found.proof.control.kind == "patched-line"
    assert found.proof.control.switches == {"IS_SMALL = False": "it does not fail"}
    still = climb(runner, tmp_path, text, Switch("NUMBER", "8", "6"))
    assert still.proof is not None
    assert still.proof.control.switches == {"NUMBER = 6": "it fails as well"}


def test_a_switch_has_the_trigger_that_it_says(
    runner: SandboxedTrialRunner, tmp_path: Path
) -> None:
    found = climb(runner, tmp_path, "    return number", Switch("NUMBER", "9", "20"))
    assert found.proof is None
    assert "has the trigger 9, but the script has 8" in found.attempt.feedback
