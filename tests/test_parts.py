"""Where a machine lacks a part, tests skip and name its package, or fail if all are wanted."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests import parts

pytestmark = pytest.mark.slow

NEEDS_NEOVIM = "tests/e2e/test_neovim.py"
NEEDS_GIT = "tests/runs/test_history.py"


@pytest.mark.parametrize(("file", "package"), [(NEEDS_NEOVIM, "neovim"), (NEEDS_GIT, "git")])
def test_a_missing_program_is_named_with_its_package(
    file: str, package: str, tmp_path: Path
) -> None:
    done = _tested(file, tmp_path)
    assert done.returncode == 0, done.stdout
    (line,) = (line for line in done.stdout.splitlines() if line.startswith("SKIPPED"))
    assert line.endswith(f"is not installed (apt-get install {package})")


def test_a_missing_program_fails_where_all_are_wanted(tmp_path: Path) -> None:
    done = _tested(NEEDS_NEOVIM, tmp_path, SEISMOGRAD_REQUIRE_ALL="1")
    assert done.returncode == 1
    assert "(apt-get install neovim), and SEISMOGRAD_REQUIRE_ALL is set" in done.stdout


def test_a_module_that_cannot_be_used_is_skipped_whole(tmp_path: Path) -> None:
    module = tmp_path / "test_whole.py"
    module.write_text("from tests import parts\nparts.program('no-such', 'nothing')\n")
    done = _tested(str(module), tmp_path)
    assert "no-such is not installed (apt-get install nothing)" in done.stdout


def _tested(file: str, empty: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """With nothing on the search path for programs."""
    kept = {n: v for n, v in os.environ.items() if n not in (parts.REQUIRE_ALL, parts.WITHOUT)}
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-rs", "-p", "no:cacheprovider", file],
        env={**kept, "PATH": str(empty), **variables},
        capture_output=True,
        text=True,
        check=False,
    )
