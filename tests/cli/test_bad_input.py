"""Whatever stands in a file: an answer, never a crash."""

from __future__ import annotations

import errno
import io
import os
import sys

import pytest

from seismograd.cli.main import main
from tests.cli.conftest import FAULTY, IDLE, Project

NASTY = {
    "deep brackets": "import torch\nx = " + "(" * 3000 + ")" * 3000 + "\n",
    "deep lists": "import torch\nx = " + "[" * 400 + "]" * 400 + "\n",
    "deep operators": "import torch\nx = " + "-" * 20_000 + "1\n",
    "long sum": "import torch\nx = " + " + ".join("1" * 5000) + "\n",
    "deep blocks": "import torch\n"
    + "".join(" " * i + "if x:\n" for i in range(120))
    + " " * 120
    + "y\n",
    "deep attributes": "import torch\nx" + ".a" * 5000 + "\n",
    "unclosed": 'import torch\nx = """\n(((\n',
    "one long line": "import torch; " + "x = 1; " * 50_000,
    "only line feeds": "torch" + "\n" * 200_000,
    "carriage returns": "import torch\rx = 1\r\r\n",
    "form feed": "import torch\n\x0cx = 1\n",
    "surrogate escape": 'import torch\nx = "\\ud800"\n',
    "recursive function": "import torch\ndef f(n):\n    return f(n)\nf(f)\n",
    "endless loop": "import torch\nwhile True:\n    x = x + 1\n",
    "own import": "import torch, nasty\nfrom nasty import *\nx = nasty.x\n",
    "huge numbers": "import torch\nx = 10 ** 10 ** 10\ny = 'a' * 10 ** 12\nz = [0] * 10 ** 12\n",
}


@pytest.mark.parametrize("name", NASTY)
def test_nasty_code_does_not_hide_other_findings(project: Project, name: str) -> None:
    project.write("nasty.py", NASTY[name])
    project.write("train.py")
    outcome = project.check()
    assert outcome.status == 1
    assert ("train.py", 2) in outcome.places
    assert outcome.json["errors"] == []


def test_modules_that_import_each_other_are_checked(project: Project) -> None:
    project.write("a.py", "import torch, b\nx = b.y\n" + FAULTY)
    project.write("b.py", "import torch, a\ny = a.x\n" + FAULTY)
    assert sorted(project.check().places) == [("a.py", 4), ("b.py", 4)]


def test_a_notebook_that_is_none_is_an_error_entry(project: Project) -> None:
    project.write("a.ipynb", "torch {")
    project.write("b.ipynb", '["torch"]')
    project.write("train.py")
    outcome = project.check()
    assert outcome.places == [("train.py", 2)]
    assert [error["file"] for error in outcome.json["errors"]] == ["a.ipynb", "b.ipynb"]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-be", "utf-32"])
def test_a_wide_encoding_is_named(project: Project, encoding: str) -> None:
    project.write("wide.py", f"\ufeff{FAULTY}".encode(encoding))
    project.write("train.py")
    outcome = project.check()
    assert outcome.places == [("train.py", 2)]
    (error,) = outcome.json["errors"]
    assert error["file"] == "wide.py"
    assert "use UTF-8" in error["message"]


@pytest.mark.parametrize(
    ("raw", "line"),
    [
        (b"\xef\xbb\xbf" + FAULTY.encode(), 2),
        (b"# coding: latin-1\ns = '\xe9'\n" + FAULTY.encode(), 4),
        (b"\n# vim: set fileencoding=cp1252 :\ns = '\x80'\n" + FAULTY.encode(), 5),
    ],
)
def test_declared_encodings_are_read_and_kept(project: Project, raw: bytes, line: int) -> None:
    path = project.write("train.py", raw)
    assert project.check().places == [("train.py", line)]
    assert project.check("--fix").places == []
    assert path.read_bytes() == raw.replace(f"  {IDLE}".encode(), b"")


@pytest.mark.skipif(not hasattr(os, "symlink"), reason="needs links")
def test_a_path_that_cannot_be_followed_does_not_hide_the_others(project: Project) -> None:
    os.symlink("loop.py", project.folder / "loop.py")
    project.write("train.py")
    outcome = project.check("loop.py", "train.py")
    assert (outcome.status, outcome.places) == (1, [("train.py", 2)])
    (error,) = outcome.json["errors"]
    assert error["file"] == "loop.py"
    assert error["message"].startswith("cannot be read: ")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
@pytest.mark.parametrize("command", ["check", "show"])
def test_a_pipe_is_not_waited_for(project: Project, command: str) -> None:
    os.mkfifo(project.folder / "pipe.py")
    outcome = project.run(command, "pipe.py")
    assert "pipe.py: " in outcome.err
    assert "not a regular file" in outcome.err


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_pipes_in_a_folder_do_not_stop_the_check(project: Project) -> None:
    project.write("sub/train.py")
    for name in (".gitignore", "sub/pyproject.toml", "pipe.py"):
        os.mkfifo(project.folder / name)
    outcome = project.check()
    assert outcome.places == [("sub/train.py", 2)]
    assert "pyproject.toml: cannot be read: not a regular file" in outcome.err


def test_an_encoding_that_nobody_knows_is_named(project: Project) -> None:
    project.write("a.py", b"# coding: klingon\nimport torch\nx = '\xe9'\n")
    assert project.check().json["errors"] == [
        {"file": "a.py", "message": "unknown encoding: klingon"}
    ]


def test_a_closed_standard_output_is_no_trouble(project: Project) -> None:
    project.write("train.py")
    project.patch.setattr(sys, "stdout", None)
    assert project.run("check", ".").status == 1


def test_a_closed_standard_input_is_named(project: Project) -> None:
    project.patch.chdir(project.folder)
    project.patch.setattr(sys, "stdin", None)
    assert main(["check", "-"]) == 2
    assert project.capture.readouterr().err == "seismograd: standard input is closed\n"


def test_output_that_cannot_be_written_is_named(project: Project) -> None:
    project.write("train.py")
    project.patch.setattr(sys, "stdout", io.TextIOWrapper(_Full()))
    outcome = project.run("check", ".")
    assert outcome.status == 2
    assert outcome.err == "seismograd: the output cannot be written: No space left on device\n"


@pytest.mark.parametrize(("words", "status"), [(["."], 1), (["missing.py"], 2)])
def test_messages_that_cannot_be_written_change_nothing(
    project: Project, words: list[str], status: int
) -> None:
    project.write("train.py")
    project.write("nul.py", b"import torch\0")
    project.patch.setattr(sys, "stderr", io.TextIOWrapper(_Full()))
    outcome = project.run("check", *words)
    assert outcome.status == status
    assert ("train.py:2:8" in outcome.out) == (status == 1)


class _Full(io.BytesIO):
    def write(self, _data: object) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
