"""A script cannot make a sound project look as if it had the reported bug."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from seismograd.reproduce.candidate import Candidate, Patch, Switch
from seismograd.reproduce.case import Case
from seismograd.reproduce.context.read_project import read_project
from seismograd.reproduce.criteria.criterion import Criterion, Fingerprint
from seismograd.reproduce.ladder import Climb, Ladder
from seismograd.reproduce.report.bug_report import BugReport
from seismograd.reproduce.trials.sandboxed import SandboxedTrialRunner
from seismograd.reproduce.trials.tree import Tree
from seismograd.reproduce.validate.controls.control import FixedCommit
from seismograd.reproduce.validate.controls.patched_line import PatchedLine
from seismograd.reproduce.validate.controls.switched import Switched
from seismograd_sandbox.host.sandbox import SandboxUnusable
from seismograd_sandbox.host.selection import Choice, choose
from tests import parts
from tests.sandbox.engine import Engine
from tests.security import forged_reproductions as forged

pytestmark = pytest.mark.slow

REPEATS = 2
RAISES = Criterion("c1", "IndexError", "in pick", f'raises("IndexError", "{forged.MESSAGE}")')
OFF = (Switch("TRIGGER", "True", "False"),)
ENTRY = """
import sys

import lists

if __name__ == "__main__":
    print(lists.pick(sys.argv[1:], 0))
"""
HAS_TORCH = importlib.util.find_spec("torch") is not None


class Grounds:
    """A sound project and another version of it, each in a sandbox."""

    def __init__(self, choice: Choice, folder: Path) -> None:
        self.root, fixed = folder / "project", folder / "fixed"
        for place, text in ((self.root, forged.LISTS), (fixed, forged.FIXED)):
            place.mkdir()
            (place / "lists.py").write_text(text)
            (place / "take.py").write_text(ENTRY)
        python = Path(sys.executable)
        self.runner = SandboxedTrialRunner(Tree(self.root, python, choice))
        self.fixed = SandboxedTrialRunner(Tree(fixed, python, choice, shown_as=self.root))

    def case(self) -> Case:
        report = BugReport("pick fails for an empty list", "", names=("pick",))
        return Case(report, self.root, Fingerprint((RAISES,), "crash"), read_project(self.root))

    def climb(self, candidate: Candidate, kind: type[Ladder], *, fixed: bool = False) -> Climb:
        other = (Switched(self.runner), PatchedLine(self.runner))
        controls = (FixedCommit(self.fixed),) if fixed else other
        return kind(self.case(), self.runner, controls, REPEATS).climb(candidate)

    def close(self) -> None:
        self.runner.close()
        self.fixed.close()


class WithoutRules(Ladder):
    """As if a script had found a way to write what the rules for scripts do not see."""

    def _look(self, ascent: object) -> None:
        return None


@pytest.fixture(scope="module", params=["process", "bubblewrap"])
def grounds(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Grounds]:
    folder = tmp_path_factory.mktemp("grounds")
    if request.param == "docker":
        choice = in_docker(request.getfixturevalue("engine"), folder)
    else:
        choice = chosen(request.param, folder)
    found = Grounds(choice, folder)
    yield found
    found.close()


def chosen(name: str, folder: Path) -> Choice:
    try:
        return choose(name, folder)
    except SandboxUnusable as error:
        parts.missing(str(error), name)


def in_docker(engine: Engine, folder: Path) -> Choice:
    from seismograd_sandbox.host.docker_engine import DockerSandbox
    from seismograd_sandbox.host.docker_engine.images.memory import Memory

    memory = Memory(folder / "memory.json")
    return Choice(DockerSandbox(folder, engine.url, memory=memory), folder)


def without_rules(scripts: dict[str, str]) -> list[tuple[str, str]]:
    """All of them where a script has the most freedom, and a few in the other sandboxes."""
    names = sorted(scripts.keys() - forged.RULES_ALONE)
    few = [name for name in names if name in forged.IN_EVERY_SANDBOX]
    walled = ((walls, name) for walls in ("bubblewrap", "docker") for name in few)
    return [*(("process", name) for name in names), *walled]


def forger(source: str) -> Candidate:
    if forged.needs_torch(source) and not HAS_TORCH:
        pytest.skip("PyTorch is not installed")
    return Candidate(source, "test", "a forged bug", switches=OFF)


@pytest.mark.parametrize("name", forged.by_switch())
def test_no_script_forges_an_exception_of_the_project(grounds: Grounds, name: str) -> None:
    found = grounds.climb(forger(forged.by_switch()[name]), Ladder)
    assert found.proof is None, found.attempt
    assert found.attempt.feedback


@pytest.mark.parametrize("name", forged.by_source())
def test_no_script_tells_one_version_from_another_by_its_source(
    grounds: Grounds, name: str
) -> None:
    found = grounds.climb(forger(forged.by_source()[name]), Ladder, fixed=True)
    assert found.proof is None, found.attempt


@pytest.mark.parametrize(
    ("grounds", "name"), without_rules(forged.by_switch()), indirect=["grounds"]
)
def test_what_the_rules_miss_is_still_no_exception_of_the_project(
    grounds: Grounds, name: str
) -> None:
    found = grounds.climb(forger(forged.by_switch()[name]), WithoutRules)
    assert found.proof is None, found.attempt


@pytest.mark.parametrize(
    ("grounds", "name"), without_rules(forged.by_source()), indirect=["grounds"]
)
def test_what_the_rules_miss_still_cannot_read_the_source(grounds: Grounds, name: str) -> None:
    found = grounds.climb(forger(forged.by_source()[name]), WithoutRules, fixed=True)
    assert found.proof is None, found.attempt


HONEST = """
import sys
import lists

ITEMS = []
try:
    lists.pick(ITEMS, 0)
except IndexError as error:
    print(f"REPRODUCED: {error}")
    raise
print("NOT REPRODUCED")
"""


in_every_sandbox = pytest.mark.parametrize(
    "grounds", ["process", "bubblewrap", "docker"], indirect=True
)


@in_every_sandbox
def test_a_true_bug_is_still_reproduced(grounds: Grounds) -> None:
    switches = (Switch("ITEMS", "[]", "[1]"),)
    honest = Candidate(HONEST, "test", "no items at all", switches=switches)
    found = grounds.climb(honest, Ladder)
    assert found.proof is not None, found.attempt.feedback
    assert [(one.file, one.line) for one in found.proof.provenance.places] == [("lists.py", 6)]
    assert not found.proof.seen.refused


@in_every_sandbox
@pytest.mark.parametrize(
    "call", ["run_path('take.py', run_name='__main__')", "run_module('take', run_name='__main__')"]
)
def test_a_true_bug_is_reproduced_through_the_command_of_the_project(
    grounds: Grounds, call: str
) -> None:
    run = f"sys.argv = ['take.py', *map(str, ITEMS)]\n    import runpy\n    runpy.{call}"
    source = HONEST.replace("lists.pick(ITEMS, 0)", run)
    switches = (Switch("ITEMS", "[]", "[1]"),)
    found = grounds.climb(Candidate(source, "test", "no items", switches=switches), Ladder)
    assert found.proof is not None, found.attempt.feedback


def test_both_versions_are_seen_at_the_same_place(grounds: Grounds) -> None:
    """Where a sandbox shows the project at its own path, a script could tell them by that."""
    source = "import os\nprint(os.getcwd())\n"
    seen, other = (one.run_plainly(source) for one in (grounds.runner, grounds.fixed))
    if "scratch" not in seen.stdout and str(grounds.root) in seen.stdout:
        assert seen.stdout == other.stdout


PATCH = Patch("lists.py", 6, 6, "    return items[min(index, len(items) - 1)] if items else None")


@in_every_sandbox
def test_a_patched_line_is_still_a_control(grounds: Grounds) -> None:
    found = grounds.climb(Candidate(HONEST, "test", "no items", patches=(PATCH,)), Ladder)
    assert found.proof is not None, found.attempt.feedback
    assert found.proof.control.kind == "patched-line"
