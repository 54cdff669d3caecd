"""A tiny project with a bug, a report on it, and what validators say: no code of it is ever run."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from seismograd.reproduce.candidate import Attempt, Candidate, Stage
from seismograd.reproduce.case import Case
from seismograd.reproduce.context.gather import ContextPart
from seismograd.reproduce.context.project_view import Parameter, ProjectView, Symbol, SymbolKind
from seismograd.reproduce.criteria.criterion import Criterion, Fingerprint
from seismograd.reproduce.report.bug_report import BugReport

MODEL = "import torch\n\n\nclass Net:\n    def forward(self, x):\n        return x.squeeze()\n"
SCRIPT = 'BATCH = 1\nfrom model import Net\nNet().forward(BATCH)\nprint("NOT REPRODUCED")\n'


def part_in(file: str, first: int, last: int, text: str, why: str = "cited") -> ContextPart:
    return ContextPart(file, first, last, text, why)


def make_case(root: Path, text: str = "With a batch of one, `Net` loses a dimension.") -> Case:
    (root / "model.py").write_text(MODEL)
    net = Symbol(
        "model", "Net", SymbolKind.CLASS, "model.py", 4, 6, parameters=(Parameter("size", "3"),)
    )
    criteria = (
        Criterion("c1", "the shape is wrong", "in Net.forward", 'measured("shape", "==", [3])'),
        Criterion("c2", "it is reached", "always", 'reaches("Net.forward")'),
    )
    return Case(
        BugReport("Net loses a dimension", text, symptom="wrong shape", names=("Net",)),
        root,
        Fingerprint(criteria, "shape"),
        ProjectView(root, (net,)),
    )


def parts_of(case: Case) -> list[ContextPart]:
    return [part_in("model.py", 1, 6, MODEL)]


def first_answer(script: str = SCRIPT, **more: Any) -> dict[str, Any]:
    return {
        "analysis": "squeeze() drops the batch.",
        "requests": [],
        "plan": ["import Net", "call it with BATCH = 1"],
        "edits": [],
        "script": script,
        "switches": [{"name": "BATCH", "trigger": "1", "control": "2"}],
        "patches": [],
        "idea": "One example alone",
        "objection": "",
        "needs": "",
        **more,
    }


def next_answer(*edits: tuple[int, int, list[str]], **more: Any) -> dict[str, Any]:
    changes = [
        {"first": first, "last": last, "was": "", "lines": lines} for first, last, lines in edits
    ]
    return {**first_answer(""), "edits": changes, **more}


def failed(candidate: Candidate, feedback: str) -> Attempt:
    return Attempt(candidate, Stage.RESOLVES, feedback)
