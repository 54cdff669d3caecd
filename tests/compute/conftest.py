"""Setups of trials in a project of their own, in the sandbox that works everywhere."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from seismograd.compute.trial_setup import TrialSetup
from seismograd.runs.entry import script_entry
from seismograd.runs.plan import Plan
from seismograd_sandbox.host.selection import choose

MakeSetup = Callable[..., TrialSetup]


@pytest.fixture
def make_setup(tmp_path: Path) -> MakeSetup:
    """For the text of a script; further files by their names."""

    def make(script: str, files: dict[str, str] | None = None, **planned: object) -> TrialSetup:
        root = tmp_path / "project"
        for name, text in {"pyproject.toml": "", "train.py": script, **(files or {})}.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text)
        plan = Plan(script_entry("train.py", root), Path(sys.executable))
        plan = replace(plan, **planned)  # type: ignore[arg-type]
        return TrialSetup(plan, choose("process", root), (), 120.0)

    return make
