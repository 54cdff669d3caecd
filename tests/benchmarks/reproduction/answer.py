"""What the product says to a case."""

from __future__ import annotations

import json
import shutil
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.benchmarks.reproduction.bounded_run import Ended, run_bounded
from tests.benchmarks.reproduction.case import Case

HANDING_OVER = 240.0
"""Its own limit is for the search: what was found is then made small, and repeated."""


@dataclass(frozen=True)
class Answer:
    status: str
    """That of the product, or `failed`, `timeout`."""
    seconds: float
    script: Path | None = None
    control: str = ""
    details: dict[str, Any] = field(default_factory=dict)


def ask(case: Case, folder: Path, limit: float, python: str = sys.executable) -> Answer:
    """On a copy of the project below `folder`; the script stays there."""
    project = case.lay_out(folder / "project")
    issue = folder / case.issue.name
    issue.write_bytes(case.issue.read_bytes())
    command: list[str | Path] = [
        *(sys.executable, "-m", "seismograd.cli.main", "reproduce", "--issue", issue),
        *("--out", folder / "out", "--model", "none", "--format", "json"),
        *("--sandbox", "bubblewrap" if shutil.which("bwrap") else "process"),
        *("--python", python, "--timeout", f"{limit:g}", project),
    ]
    ended = run_bounded(command, folder, limit + HANDING_OVER)
    (folder / "stderr.txt").write_text(ended.err, "utf-8")
    return read_answer(ended, folder)


def read_answer(ended: Ended, folder: Path) -> Answer:
    if ended.status is None:
        return Answer("timeout", ended.seconds)
    try:
        said = json.loads(ended.out)
        status = str(said["status"])
    except (ValueError, TypeError, KeyError):
        return Answer("failed", ended.seconds, details={"stderr": ended.err[-2000:]})
    script = folder / said["script"] if said.get("script") else None
    control = (said.get("control") or {}).get("kind", "")
    return Answer(status, ended.seconds, script, control, said)
