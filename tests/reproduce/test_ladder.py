"""The whole ladder, with real runs in a real sandbox."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from seismograd.reproduce.candidate import Candidate, Patch, Stage, Switch
from seismograd.reproduce.criteria.criterion import Criterion
from seismograd.reproduce.ladder import Climb, Ladder
from seismograd.reproduce.trials.sandboxed import SandboxedTrialRunner
from seismograd.reproduce.trials.tree import Tree
from seismograd.reproduce.validate.controls.control import ControlSource, FixedCommit
from seismograd.reproduce.validate.controls.patched_line import PatchedLine
from seismograd.reproduce.validate.controls.switched import Switched
from seismograd_sandbox.host.selection import choose
from tests.reproduce.validate.small_project import ARITHMETIC, case
from tests.reproduce.validate.test_looking import HONEST

pytestmark = pytest.mark.slow

REPEATS = 2
EVEN = (Switch("NUMBER", "3", "4"),)
MEASURED = Criterion("c1", "too small", "in halve", 'measured("value", "<", 5)')
SILENT = """
from arithmetic import halve

NUMBER = 8
value = halve(NUMBER)
print("MEASURED value", value)
if value < 5:
    print("REPRODUCED: too small")
    raise SystemExit(1)
print("NOT REPRODUCED")
"""


WRAPPING = """
from concurrent.futures import ProcessPoolExecutor
from arithmetic import halve


def outer(number):
    try:
        return halve(number)
    except ValueError as error:
        raise RuntimeError("cannot be halved") from error


def in_a_process(number, halve=halve):
    with ProcessPoolExecutor(1) as pool:
        return pool.submit(halve, number).result()
"""


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("project")


@pytest.fixture(scope="module")
def runner(root: Path) -> Iterator[SandboxedTrialRunner]:
    case(root)
    (root / "wrapping.py").write_text(WRAPPING)
    with SandboxedTrialRunner(Tree(root, Path(sys.executable), choose("auto", root))) as runner:
        yield runner


def climb(
    runner: SandboxedTrialRunner, root: Path, candidate: Candidate, *criteria: Criterion
) -> Climb:
    controls: tuple[ControlSource, ...] = (Switched(runner), PatchedLine(runner))
    return Ladder(case(root, *criteria), runner, controls, REPEATS).climb(candidate)


def script(source: str = HONEST, **more: object) -> Candidate:
    return Candidate(source, "test", "an idea", **more)  # type: ignore[arg-type]


def test_a_reproduction_comes_to_the_top(runner: SandboxedTrialRunner, root: Path) -> None:
    result = climb(runner, root, script(switches=EVEN))
    assert result.attempt.stage is Stage.REPEATS, result.attempt.feedback
    assert result.proof is not None
    assert (result.proof.runs, result.proof.fired) == (REPEATS, REPEATS)
    assert result.proof.control.kind == "variant"
    assert [(p.file, p.line) for p in result.proof.provenance.places] == [("arithmetic.py", 6)]


def test_an_exception_that_the_project_wraps(runner: SandboxedTrialRunner, root: Path) -> None:
    wrapped = HONEST.replace("from arithmetic import halve", "from wrapping import outer as halve")
    wrapped = wrapped.replace("except ValueError", "except RuntimeError")
    wrapped = wrapped.replace('"odd" not in', '"cannot" not in')
    result = climb(runner, root, script(wrapped, switches=EVEN))
    assert result.proof is not None, result.attempt.feedback
    assert result.proof.provenance.places[0].file == "arithmetic.py"


def test_an_exception_of_a_worker_process(runner: SandboxedTrialRunner, root: Path) -> None:
    pooled = HONEST.replace("import halve", "import halve\nfrom wrapping import in_a_process")
    pooled = pooled.replace("    halve(NUMBER)", "    in_a_process(NUMBER)")
    result = climb(runner, root, script(pooled, switches=EVEN))
    assert result.proof is not None, result.attempt.feedback


def test_a_writer_hears_which_lines_ran(runner: SandboxedTrialRunner, root: Path) -> None:
    much_less = Criterion("c1", "negative", "in halve", 'measured("value", "<", 0)')
    patches = (Patch("arithmetic.py", 6, 6, "        pass"), Patch("arithmetic.py", 7, 7, "    x"))
    candidate = script(SILENT, patches=patches, is_free_hand=True)
    feedback = climb(runner, root, candidate, much_less).attempt.feedback
    assert "- halve in arithmetic.py" in feedback
    assert "- arithmetic.py:6 (your patch): never executed" in feedback
    assert "- arithmetic.py:7 (your patch): executed" in feedback


def test_a_measured_symptom_comes_to_the_top(runner: SandboxedTrialRunner, root: Path) -> None:
    candidate = script(SILENT, switches=(Switch("NUMBER", "8", "20"),))
    result = climb(runner, root, candidate, MEASURED)
    assert result.proof is not None, result.attempt.feedback
    assert not result.proof.provenance.by_frame
    assert result.proof.provenance.places[0].function == "halve"


def test_a_patched_line_is_a_control(runner: SandboxedTrialRunner, root: Path) -> None:
    patch = Patch("arithmetic.py", 5, 6, "    pass", "no check")
    result = climb(runner, root, script(patches=(patch,)))
    assert result.proof is not None, result.attempt.feedback
    assert result.proof.control.kind == "patched-line"


MENDED = Patch("arithmetic.py", 7, 7, "    return number", "the whole")
TOO_LATE = Patch("arithmetic.py", 7, 7, "    return number // 2 + 0", "as it was")
LARGE = (Switch("NUMBER", "8", "20"),)


def test_a_switch_is_no_control_of_what_somebody_thinks_is_right(
    runner: SandboxedTrialRunner, root: Path
) -> None:
    by_hand = script(SILENT, switches=LARGE, is_free_hand=True)
    refused = climb(runner, root, by_hand, MEASURED)
    assert refused.proof is None
    assert "A switch alone is not enough" in refused.attempt.feedback
    for patches, holds in ((MENDED,), True), ((TOO_LATE,), False):
        found = climb(runner, root, replace(by_hand, patches=patches), MEASURED)
        assert (found.proof is not None) is holds
    assert climb(runner, root, script(SILENT, switches=LARGE), MEASURED).proof is not None


def test_the_reported_error_is_mended_as_well(runner: SandboxedTrialRunner, root: Path) -> None:
    by_hand = script(switches=EVEN, is_free_hand=True)
    refused = climb(runner, root, replace(by_hand, patches=(TOO_LATE,)))
    assert refused.proof is None
    assert "it fires there as well" in refused.attempt.feedback
    mended = Patch("arithmetic.py", 5, 5, "    if number < 0:", "odd ones too")
    assert climb(runner, root, replace(by_hand, patches=(mended,))).proof is not None


def test_lines_that_belong_together_are_mended_together(
    runner: SandboxedTrialRunner, root: Path
) -> None:
    patches = (
        Patch("arithmetic.py", 5, 6, "    doubled = number * 2", "twice"),
        Patch("arithmetic.py", 7, 7, "    return doubled", "and back"),
    )
    by_hand = script(SILENT, patches=patches, is_free_hand=True)
    found = climb(runner, root, by_hand, MEASURED)
    assert found.proof is not None
    assert found.proof.candidate.patches == patches
    assert found.proof.control.what == (
        "with another line 5 of arithmetic.py and 7 of arithmetic.py: twice"
    )


def test_the_fixed_version_is_a_control(
    runner: SandboxedTrialRunner, root: Path, tmp_path: Path
) -> None:
    (tmp_path / "arithmetic.py").write_text(ARITHMETIC.replace("if number % 2", "if False"))
    with SandboxedTrialRunner(
        Tree(tmp_path, Path(sys.executable), choose("auto", tmp_path))
    ) as fixed:
        ladder = Ladder(case(root), runner, [FixedCommit(fixed)], REPEATS)
        result = ladder.climb(script())
    assert result.proof is not None, result.attempt.feedback
    assert result.proof.control.kind == "fixed-commit"


@pytest.mark.parametrize(
    ("candidate", "stage", "feedback"),
    [
        (script("def f(:"), Stage.NONE, "not valid Python"),
        (script("from arithmetic import quarter"), Stage.PARSES, "has no quarter"),
        (script("import arithmetic\nassert False"), Stage.RESOLVES, "does not depend"),
        (script(HONEST.replace("NUMBER = 3", "NUMBER = 2")), Stage.DRY_RUN, "ran through"),
        (script(HONEST.replace("NUMBER = 3", "NUMBER = 'x'")), Stage.DRY_RUN, "TypeError"),
        (script("from arithmetic import halve\nint('x')"), Stage.DRY_RUN, "The script itself"),
        (script(), Stage.PROVENANCE, "no control"),
        (script(switches=(Switch("NUMBER", "3", "5"),)), Stage.PROVENANCE, "fires there as well"),
        (script(switches=(Switch("OTHER", "3", "5"),)), Stage.PROVENANCE, "must be assigned once"),
        (script(switches=(Switch("NUMBER", "3", "'x'"),)), Stage.PROVENANCE, "with TypeError"),
    ],
)
def test_what_falls_short_says_why(
    runner: SandboxedTrialRunner, root: Path, candidate: Candidate, stage: Stage, feedback: str
) -> None:
    result = climb(runner, root, candidate)
    assert result.proof is None
    assert (result.attempt.stage, feedback in result.attempt.feedback) == (stage, True), (
        result.attempt
    )


def test_a_symptom_of_the_script_alone_is_none_of_the_project(
    runner: SandboxedTrialRunner, root: Path
) -> None:
    silent = Criterion("c1", "value", "", 'measured("value", "==", 0)')
    source = (
        "import arithmetic\nvalue = 0 * len(str(arithmetic))\n"
        "print('MEASURED value', value)\nassert value"
    )
    result = climb(runner, root, script(source), silent)
    assert result.attempt.stage is Stage.CRITERIA
    assert "from the script alone" in result.attempt.feedback


def test_what_does_not_fire_every_time_is_no_reproduction(
    runner: SandboxedTrialRunner, root: Path
) -> None:
    source = f"import random{HONEST}".replace("(NUMBER)", "(NUMBER + (random.random() < 0.5))")
    result = climb(runner, root, script(source, switches=EVEN))
    assert result.proof is None
    assert "fired in 1 of 2 runs" in result.attempt.feedback  # generators are seeded with 0 and 1


def test_a_worker_process_that_fails_in_the_script(
    runner: SandboxedTrialRunner, root: Path
) -> None:
    own = """
from wrapping import in_a_process


def halve(number):
    kinds = {3: ValueError}
    if number in kinds:
        kind = kinds[number]
        raise kind(f"{number} is odd")


NUMBER = 3
try:
    in_a_process(NUMBER, halve)
except ValueError as error:
    print(f"REPRODUCED: {error}")
    raise
print("NOT REPRODUCED")
"""
    result = climb(runner, root, script(own, switches=EVEN))
    assert result.proof is None
