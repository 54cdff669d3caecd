from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from tests import parts
from tests.e2e.conftest import SERVE
from tests.e2e.programs import SCRIPT, ZERO_GRAD_CODE


@pytest.fixture
def neovim() -> str:
    return parts.program("nvim", "neovim")


def test_neovim_shows_a_fault_and_mends_the_file(neovim: str, tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    report = tmp_path / "report.txt"
    environment = {
        **os.environ,
        "NEOVIM_REPORT": str(report),
        "NEOVIM_SERVER": json.dumps(SERVE),
        "NEOVIM_CODE": ZERO_GRAD_CODE,
        "HOME": str(tmp_path),
        "XDG_STATE_HOME": str(tmp_path / "state"),
    }
    lua = Path(__file__).with_name("neovim.lua")
    command = [neovim, "--headless", "--clean", "-n", str(script), "-c", f"luafile {lua}"]
    ended = subprocess.run(
        command, env=environment, cwd=tmp_path, timeout=90, capture_output=True, text=True
    )
    said = [line.split("=", 1) for line in report.read_text().splitlines()]
    answers = dict(said)
    assert answers.get("attached") == "true", (answers, ended.stderr)
    assert "SG101" in answers["before"]
    assert answers["edited"] == answers["mended"] == answers["stopped"] == "true", said
    mended = script.read_text()
    assert mended == SCRIPT.replace(
        "        loss.backward()", "        optimizer.zero_grad()\n        loss.backward()"
    )
