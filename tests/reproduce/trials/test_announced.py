"""What is told before each run."""

from __future__ import annotations

import sys
from pathlib import Path

from seismograd.reproduce.trials.announced import AnnouncedTrialRunner
from seismograd.reproduce.trials.sandboxed import SandboxedTrialRunner
from seismograd.reproduce.trials.tree import Tree
from seismograd_sandbox.host.selection import choose


def test_each_run_is_told_before_it_begins(tmp_path: Path) -> None:
    told: list[str] = []
    inner = SandboxedTrialRunner(Tree(tmp_path, Path(sys.executable), choose("process", tmp_path)))
    with AnnouncedTrialRunner(inner, told.append) as runner:
        changed = runner.with_files({"other.py": "value = 1\n"})
        script = "import other\nprint(other.value)\n"
        assert changed.run_plainly(script).stdout.strip() == "1"
        assert runner.run_plainly("print(2)\n").stdout.strip() == "2"
    assert told == [
        "Running a script on a changed copy of the project, in a fresh interpreter",
        "Running a script on the project, in a fresh interpreter",
    ]
