"""What doubts are looked for in: a script, its run, and what could give a reason for it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import ProjectView
from seismograd.reproduce.observation import Observation
from seismograd.reproduce.validate.fidelity.grounds import Grounds
from seismograd.reproduce.validate.fidelity.script_calls import ScriptCall, ScriptCalls
from seismograd.reproduce.validate.parsing import parsed


@dataclass(frozen=True, slots=True)
class Script:
    source: str
    tree: ast.Module
    calls: tuple[ScriptCall, ...]


def assignments(tree: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    """Single names, and what they are given, wherever it is."""
    for node in ast.walk(tree):
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                yield name, value


def blocks(tree: ast.Module) -> Iterator[list[ast.stmt]]:
    """Statements that stand one after the other."""
    for node in ast.walk(tree):
        for name in ("body", "orelse", "finalbody"):
            block = getattr(node, name, None)
            if isinstance(block, list):
                yield block


def read_script(source: str, project: ProjectView) -> Script:
    """Raises `Unfit`."""
    tree = parsed(source)
    return Script(source, tree, tuple(ScriptCalls(tree, project)))


@dataclass(frozen=True, slots=True)
class Subject:
    case: Case
    script: Script
    grounds: Grounds
    seen: Observation

    @property
    def entered(self) -> set[tuple[str, str]]:
        """Functions of the project that were entered: their files, and names without a class."""
        return {(one.file, one.function.rpartition(".")[2]) for one in self.seen.reached}
