"""No text of a project steers the terminal, however it gets into what is printed."""

from __future__ import annotations

import io
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from seismograd.cli import terminal
from seismograd.cli.main import main
from seismograd.reports.script_output import ScriptOutput
from seismograd.reports.style import Style, terminal_text
from tests.parts import missing

CLIPBOARD = "\x1b]52;c;ZXZpbA==\x07"
TITLE = "\x1b]0;owned\x1b\\"
ANSWER = "\x1b[6n"
C1 = "\x9b31m"
BIDI = "\u202e"
HOSTILE = CLIPBOARD + TITLE + ANSWER + C1 + BIDI
FAULTY = "import torch\nx = 1  # seismograd: ignore\n"
_STEERING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


def _of_check(folder: Path) -> list[str]:
    (folder / f"a{HOSTILE}.py").write_text(FAULTY)
    return ["check", "."]


def _of_diff(folder: Path) -> list[str]:
    (folder / f"a{HOSTILE}.py").write_text(FAULTY)
    return ["check", "--diff", "."]


def _of_fix(folder: Path) -> list[str]:
    (folder / f"a{HOSTILE}.py").write_text(FAULTY)
    return ["check", "--fix", "."]


def _of_error(folder: Path) -> list[str]:
    (folder / f"a{HOSTILE}.py").write_bytes(b"\xff\xfe")
    return ["check", "."]


def _of_settings(folder: Path) -> list[str]:
    escaped = "".join(f"\\u{ord(character):04x}" for character in HOSTILE)
    text = f'[tool.seismograd]\nentry = "{escaped}"\nselect = ["{escaped}"]\n"{escaped}" = 1\n'
    (folder / "pyproject.toml").write_text(text)
    return ["doctor", "."]


def _of_show(folder: Path) -> list[str]:
    code = f"from torch import nn\nclass N(nn.Module):\n    pass\nmodel = N(name='{HOSTILE}')\n"
    (folder / "a.py").write_text(code)
    return ["show", "a.py"]


def _of_json(folder: Path) -> list[str]:
    (folder / f"a{HOSTILE}.py").write_text(FAULTY)
    return ["check", "--format", "json", "."]


def _of_sarif(folder: Path) -> list[str]:
    return ["check", "--format", "sarif", *_of_check(folder)[1:]]


COMMANDS: dict[str, Callable[[Path], list[str]]] = {
    "check": _of_check,
    "diff": _of_diff,
    "fix": _of_fix,
    "unreadable": _of_error,
    "doctor": _of_settings,
    "show": _of_show,
    "json": _of_json,
    "sarif": _of_sarif,
}


@pytest.mark.parametrize("command", COMMANDS)
def test_nothing_that_steers_is_printed(
    project: Path, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = COMMANDS[command](project)
    assert main(words) in (0, 1)
    printed = "".join(capsys.readouterr())
    assert printed
    assert _STEERING.findall(printed) == []


def test_a_file_name_adds_no_annotation_to_a_pull_request(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "a\n::error::forged,line=1\n.py").write_text(FAULTY)
    main(["check", "--format", "github", "."])
    lines = capsys.readouterr().out.strip().splitlines()
    assert len(lines) == 1
    assert lines[0].count("::") == 2


def test_our_own_colours_stay() -> None:
    painted = Style(colour=True).paint("bold", "bold")
    assert terminal_text(f"{painted}\ta\r\n{HOSTILE}") == f"{painted}\ta\n" + terminal_text(HOSTILE)
    assert _STEERING.findall(terminal_text(HOSTILE)) == []


def test_lines_of_a_diff_can_still_be_applied(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if shutil.which("patch") is None:
        missing("the package patch is not installed")
    (project / "a.py").write_bytes(b"import torch\n\x0c\r\nx = 1  # seismograd: ignore\r\n")
    main(["check", "--diff", "a.py"])
    diff = capsys.readouterr().out
    subprocess.run(["patch", "--binary", "a.py"], input=diff.encode(), check=True)
    assert (project / "a.py").read_bytes() == b"import torch\n\x0c\r\nx = 1\r\n"


class _Terminal(io.StringIO):
    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


def test_lines_of_a_diff_do_not_steer_a_terminal() -> None:
    out = _Terminal()
    terminal.write(f"+x = '{HOSTILE}'\n", out, exact=True)
    assert _STEERING.findall(out.getvalue()) == []


@pytest.mark.parametrize("size", [1, 3, 1000])
def test_a_script_cannot_steer_the_terminal_either(size: int) -> None:
    printed = f"a{HOSTILE}\x1bcb\x07\x1bP1;2|x\x1b\\c\n".encode()
    stream = ScriptOutput()
    pieces = [printed[start : start + size] for start in range(0, len(printed), size)]
    assert "".join(map(stream.text, pieces)) == "a31mbc\n"


def test_progress_bars_and_colours_of_a_script_stay() -> None:
    bar = "\x1b[?25l\r 50%|\x1b[32m█\x1b[0m| \x1b[K\x1b[A\n\tdone\b\x1b[?25h"
    assert ScriptOutput().text(bar.encode()) == bar


def test_a_sequence_without_end_is_not_waited_for() -> None:
    stream = ScriptOutput()
    shown = "".join(stream.text(piece) for piece in [b"\x1b]", *[b"x" * 1000] * 10])
    assert len(shown) > 5000
    assert "\x1b" not in shown


def test_a_run_in_a_terminal_prints_nothing_that_steers_it(project: Path) -> None:
    import pty

    (project / "train.py").write_text(f"print('a' + {HOSTILE!r} + 'b')\n")
    main_end, terminal_end = pty.openpty()
    command = [sys.executable, "-m", "seismograd.cli.main", "run", "--sandbox", "process"]
    with subprocess.Popen(
        [*command, "train.py"], stdin=subprocess.DEVNULL, stdout=terminal_end, stderr=terminal_end
    ):
        os.close(terminal_end)
        printed = b""
        while True:
            try:
                piece = os.read(main_end, 65536)
            except OSError:
                break
            if not piece:
                break
            printed += piece
    os.close(main_end)
    assert b"a31mb" in printed
    assert b"]52;" not in printed
    assert b"[6n" not in printed
