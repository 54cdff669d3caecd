"""A case of the benchmark: a project, a report about it, and what an honest answer is."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fnmatch import fnmatch
from pathlib import Path
from typing import Any, Literal

HERE = Path(__file__).parent
CASES = HERE / "cases"
MISMATCHES = HERE / "cases_mismatch"
Version = Literal["buggy", "fixed"]


@dataclass(frozen=True)
class Case:
    folder: Path
    kind: str
    quality: str
    expected: tuple[str, ...]
    """The statuses that are right; the first is the best."""
    split: str
    source: Path
    """The folder whose project it is about: that of another case where the report does not fit."""
    version: Version

    @property
    def name(self) -> str:
        return self.folder.name

    @property
    def is_mismatch(self) -> bool:
        return self.folder.parent == MISMATCHES

    @property
    def issue(self) -> Path:
        return next(self.folder.glob("issue.*"))

    def lay_out(self, into: Path, version: Version | None = None) -> Path:
        """A copy of the project; the fixed version is never beside the buggy one."""
        shutil.copytree(self.source / "project", into, ignore=shutil.ignore_patterns("__pycache__"))
        if (version or self.version) == "fixed":
            shutil.copytree(self.source / "fixed", into, dirs_exist_ok=True)
        return into


def read_case(folder: Path) -> Case:
    facts: dict[str, Any] = json.loads((folder / "case.json").read_text("utf-8"))
    project = facts.get("project", {"case": folder.name, "version": "buggy"})
    return Case(
        folder=folder,
        kind=facts["kind"],
        quality=facts.get("quality", ""),
        expected=tuple(facts.get("expected", ["reproduced"])),
        split=facts.get("split", "held-out"),
        source=CASES / project["case"] if "project" in facts else folder,
        version=project["version"],
    )


def on_fixed(case: Case) -> Case:
    """The same report about a project without the bug."""
    return replace(case, version="fixed", expected=("not-reproduced", "candidate", "needs"))


def read_cases(
    pattern: str = "*", split: str | None = None, folders: Iterable[Path] = (CASES, MISMATCHES)
) -> Iterator[Case]:
    """All whose name, or folder and name, fits; reports that do not match a project come last."""
    inside = (one for parent in folders for one in sorted(parent.iterdir()))
    for folder in (one for one in inside if (one / "case.json").is_file()):
        if fnmatch(folder.name, pattern) or fnmatch(f"{folder.parent.name}/{folder.name}", pattern):
            case = read_case(folder)
            if split in (None, case.split):
                yield case
