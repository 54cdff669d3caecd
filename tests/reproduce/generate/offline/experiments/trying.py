"""The whole way for one small project: report, criteria, experiments, ladder and control."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

from seismograd.cancellation import Cancellation
from seismograd.reproduce.candidate import Attempt
from seismograd.reproduce.case import Case
from seismograd.reproduce.context.read_project import read_project
from seismograd.reproduce.generate.offline.assembly import offline_search
from seismograd.reproduce.loop import Patience, Turn, search
from seismograd.reproduce.report.parse import parse_report
from seismograd.reproduce.reproducing import fingerprints
from seismograd.reproduce.trials.sandboxed import SandboxedLaboratory
from seismograd.reproduce.trials.tree import Tree
from seismograd.reproduce.validate.controls.patched_line import PatchedLine
from seismograd.reproduce.validate.controls.switched import Switched
from seismograd.reproduce.validate.ladder import Ladder, Proof
from seismograd_sandbox.host.selection import choose
from tests.reproduce.generate.offline.experiments.projects import Project


@dataclass(frozen=True)
class Tried:
    proof: Proof | None
    attempts: list[Attempt]
    symptoms: list[str]


def cases(project: Project, root: Path, *, healthy: bool = False) -> list[Case]:
    project.write(root, healthy=healthy)
    report = parse_report(project.report)
    view = read_project(root)
    return [Case(report, root, one, view) for one in fingerprints(report, view)]


def tried(project: Project, root: Path, *, healthy: bool = False, most: int = 40) -> Tried:
    attempts: list[Attempt] = []
    found = cases(project, root, healthy=healthy)
    proof = None
    with SandboxedLaboratory(
        Tree(root, Path(sys.executable), choose("process", root))
    ) as laboratory:
        for case in found:
            controls = (Switched(laboratory), PatchedLine(laboratory))
            ladder = Ladder(case, laboratory, controls, repeats=1)
            turns = (Turn(offline_search(), most),)
            patience = Patience(most, 120.0)
            proof, more = search(
                case, turns, ladder, patience, lambda _attempt: None, Cancellation()
            )
            attempts += more
            if proof is not None:
                break
    return Tried(proof, attempts, [case.fingerprint.symptom for case in found])
