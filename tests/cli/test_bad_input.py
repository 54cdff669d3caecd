"""Whatever stands in a file: an answer, never a crash."""

from __future__ import annotations

import errno
import io
import os
import sys

import pytest

from seismograd.cli.main import main
from tests.cli.conftest import FAULTY, Project

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


class _Full(io.BytesIO):
    def write(self, _data: object) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
