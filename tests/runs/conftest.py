"""Plans that are carried out for real, in the sandbox that works everywhere."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from seismograd.cancellation import Cancellation
from seismograd.runs.entry import script_entry
from seismograd.runs.execute import execute, first_record
from seismograd.runs.folder import new_run_folder
from seismograd.runs.plan import Plan
from seismograd.runs.summary import RunSummary, summarise_run
from seismograd_sandbox.host.limits import Limits
from seismograd_sandbox.host.sandbox import Listener
from seismograd_sandbox.host.selection import choose

Carry = Callable[..., RunSummary]


@pytest.fixture
def carry_out(tmp_path: Path) -> Carry:
    """Run the text of a script to its end."""

    def run(
        script: str,
        *arguments: str,
        limits: Limits | None = None,
        listen: Listener | None = None,
        cancel: Cancellation | None = None,
        python: str = sys.executable,
        sandbox: str = "process",
        **planned: Any,
    ) -> RunSummary:
        (tmp_path / "pyproject.toml").write_text("")
        (tmp_path / "train.py").write_text(script)
        entry = script_entry("train.py", tmp_path, arguments)
        plan = Plan(entry, Path(python), limits=limits or Limits(), **planned)
        choice, folder = choose(sandbox, tmp_path), new_run_folder(tmp_path)
        record = first_record(plan, folder, choice)
        execute(plan, record, folder, choice, listen=listen, cancel=cancel)
        summary = summarise_run(folder)
        assert summary is not None
        return summary

    return run
