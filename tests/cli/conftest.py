"""The command line run in this process, in a project of its own."""

from __future__ import annotations

import io
import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from seismograd.cli import live_screen
from seismograd.cli.main import main
from tests.cli.terminal_emulator import WIDTH, Terminal

IDLE = "# seismograd: ignore"
"""A suppression that silences nothing: a finding with a safe fix that needs no rule."""
FAULTY = f"import torch\nx = 1  {IDLE}\n"


@dataclass
class Outcome:
    status: int
    out: str
    err: str

    @property
    def json(self) -> dict[str, Any]:
        return json.loads(self.out)

    @property
    def places(self) -> list[tuple[str, int]]:
        return [(found["file"], found["range"]["start"]["line"]) for found in self.json["findings"]]


@dataclass
class Project:
    """A folder with files, and the command line in it."""

    folder: Path
    capture: pytest.CaptureFixture[str]
    patch: pytest.MonkeyPatch

    def write(self, name: str, content: str | bytes = FAULTY) -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    def run(self, *words: str, stdin: bytes = b"") -> Outcome:
        self.patch.chdir(self.folder)
        self.patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        self.capture.readouterr()
        try:
            status = main(words)
        except SystemExit as exit_:
            status = int(exit_.code or 0)
        out, err = self.capture.readouterr()
        return Outcome(status, out, err)

    def check(self, *words: str, stdin: bytes = b"") -> Outcome:
        return self.run("check", "--format", "json", *words, stdin=stdin)


@pytest.fixture
def project(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Project:
    monkeypatch.setenv("NO_COLOR", "1")
    (tmp_path / "pyproject.toml").write_text("[tool.seismograd]\n")
    return Project(tmp_path, capsys, monkeypatch)


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    size = live_screen.shutil.get_terminal_size
    monkeypatch.setattr(live_screen.shutil, "get_terminal_size", lambda: type(size())((WIDTH, 24)))
    return Terminal()
