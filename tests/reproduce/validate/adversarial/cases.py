"""Projects with a bug and without, each with a script that is false and one that is right."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from seismograd.reproduce.candidate import Candidate
from seismograd.reproduce.case import Case
from seismograd.reproduce.context.read_project import read_project
from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.generate.with_model.criteria_question import criteria_reader
from seismograd.reproduce.ladder import Climb, Ladder
from seismograd.reproduce.report.parse import parse_report
from seismograd.reproduce.trials.sandboxed import SandboxedTrialRunner
from seismograd.reproduce.trials.tree import Tree
from seismograd.reproduce.validate.controls.patched_line import PatchedLine
from seismograd.reproduce.validate.controls.switched import Switched
from seismograd.reproduce.writer_session import agent_candidate
from seismograd_sandbox.host.selection import choose

FIXTURES = Path(__file__).parent / "fixtures"


def names() -> list[str]:
    return sorted(path.parent.name for path in FIXTURES.glob("*/case.json"))


@dataclass(frozen=True, slots=True)
class Given:
    """One fixture; `kind` is what its script is: "false", for the fixed project, or "right"."""

    name: str
    kind: str

    @property
    def _folder(self) -> Path:
        return FIXTURES / self.name

    @property
    def _told(self) -> Mapping[str, Any]:
        told: Mapping[str, Any] = json.loads((self._folder / "case.json").read_text())
        return told

    def project(self, to: Path) -> Path:
        """A copy; for the right script with the bug."""
        root = to / "project"
        shutil.copytree(self._folder / "project", root)
        for change in self._told["bug"] if self.kind == "right" else ():
            file = root / change["file"]
            file.write_text(_changed(file.read_text(), change))
        return root

    def case(self, root: Path) -> Case:
        report = parse_report((self._folder / "issue.md").read_text())
        return Case(report, root, self._fingerprint(), read_project(root))

    def _fingerprint(self) -> Fingerprint:
        """As somebody settles it who writes scripts."""
        report = parse_report((self._folder / "issue.md").read_text())
        answer = {"why_none": "", **self._told}
        settled = criteria_reader(f"{report.title}\n{report.text}")(answer)
        assert settled.fingerprint is not None
        return settled.fingerprint

    def candidate(self, case: Case) -> Candidate:
        told = self._told[self.kind]
        script = {
            "script": (self._folder / f"{self.kind}.py").read_text(),
            "switches": told["switches"],
            "patches": [_with_lines(case.root, one) for one in told["patches"]],
        }
        return agent_candidate(script, case.root, case.project, ())


def climbed(given: Given, to: Path, repeats: int = 1) -> Climb:
    root = given.project(to)
    case = given.case(root)
    with SandboxedTrialRunner(Tree(root, Path(sys.executable), choose("auto", root))) as runner:
        controls = (Switched(runner), PatchedLine(runner))
        return Ladder(case, runner, controls, repeats).climb(given.candidate(case))


def _changed(text: str, change: Mapping[str, str]) -> str:
    assert text.count(change["old"]) == 1, change
    return text.replace(change["old"], change["new"])


def _with_lines(root: Path, change: Mapping[str, str]) -> dict[str, str]:
    """Patches by their lines, as writers give them."""
    text = (root / change["file"]).read_text()
    assert text.count(change["old"]) == 1, change
    first = text[: text.index(change["old"])].count("\n") + 1
    last = first + change["old"].rstrip("\n").count("\n")
    return {"file": change["file"], "first": str(first), "last": str(last), "text": change["new"]}
