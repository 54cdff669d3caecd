from __future__ import annotations

import errno
import json
import os
import stat

import pytest

from seismograd.faults import Edit, Finding, Fix, Position, Safety, Severity, Span
from seismograd.faults.fault_type import FaultType
from seismograd.rules.checker import Checker
from seismograd.source.document import Document
from tests.cli.conftest import FAULTY, IDLE, Project


def test_fix_mends_the_file_and_checks_again(project: Project) -> None:
    path = project.write("train.py")
    outcome = project.run("check", "--fix")
    assert outcome.status == 0
    assert IDLE not in path.read_text()
    assert outcome.err == "seismograd: 1 finding in 1 file mended\n"
    assert outcome.out == "No faults found in 1 file.\n"


def test_diff_shows_and_changes_nothing(project: Project) -> None:
    path = project.write("train.py")
    outcome = project.run("check", "--diff")
    assert outcome.status == 1
    assert path.read_text() == FAULTY
    assert outcome.out.startswith("--- train.py\n+++ train.py\n@@ -1,2 +1,2 @@\n import torch\n")
    assert f"\n-x = 1  {IDLE}\n" in outcome.out
    assert project.run("check", "--diff", "--exit-zero").status == 0


@pytest.mark.parametrize(
    ("encoding", "text"),
    [
        ("utf-8-sig", FAULTY),
        ("utf-8", FAULTY.replace("\n", "\r\n")),
        ("latin-1", "# coding: latin-1\nname = 'é'\n" + FAULTY),
        ("utf-8", "# ünï 🧠\n" + FAULTY.removesuffix("\n")),
    ],
    ids=["byte order mark", "windows line ends", "declared encoding", "no last line end"],
)
def test_every_other_byte_stays(project: Project, encoding: str, text: str) -> None:
    raw = text.encode(encoding)
    path = project.write("train.py", raw)
    project.run("check", "--fix")
    assert path.read_bytes().replace(b" ", b"") == raw.replace(IDLE.encode(), b"").replace(
        b" ", b""
    )


def test_permissions_and_links_stay(project: Project) -> None:
    path = project.write("real/train.py")
    path.chmod(0o754)
    os.symlink(path, project.folder / "link.py")
    project.run("check", "--fix", "link.py")
    assert (project.folder / "link.py").is_symlink()
    assert stat.S_IMODE(path.stat().st_mode) == 0o754
    assert IDLE not in path.read_text()
    assert [entry.name for entry in path.parent.iterdir()] == ["train.py"]


def test_standard_input_is_mended_to_standard_output(project: Project) -> None:
    outcome = project.run("check", "--fix", "-", stdin=FAULTY.encode())
    assert outcome.status == 0
    assert outcome.out.split("\n")[:2] == ["import torch", "x = 1"]
    assert "mended" in outcome.err


def test_a_notebook_keeps_all_but_the_cell(project: Project) -> None:
    notebook = {
        "cells": [
            {"cell_type": "markdown", "metadata": {}, "source": ["# study\n"]},
            {
                "cell_type": "code",
                "execution_count": 3,
                "metadata": {},
                "outputs": [{"text": "é"}],
                "source": ["%matplotlib inline\n", "import torch\n", f"x = 1  {IDLE}"],
            },
        ],
        "metadata": {},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    path = project.write("study.ipynb", json.dumps(notebook, indent=1))
    assert "--- study.ipynb:cell 2" in project.run("check", "--diff").out
    assert project.run("check", "--fix").status == 0
    notebook["cells"][1]["source"][2] = "x = 1"  # type: ignore[index]
    assert json.loads(path.read_text()) == notebook


def _fault(path: str, line: int, text: str, safety: Safety = Safety.SAFE) -> Finding:
    span = Span(path, Position(line, 1), Position(line, 2))
    fix = Fix("mend it", safety, (Edit(span, text),))
    return Finding(
        "SG998", "test-fault", FaultType.API, Severity.ERROR, 1.0, "bad", span, fixes=(fix,)
    )


def _find_with(project: Project, find: object) -> None:
    project.patch.setattr(Checker, "check", lambda checker, document: find(document))  # type: ignore[operator]


def test_a_fix_that_breaks_the_syntax_is_refused(project: Project) -> None:
    path = project.write("train.py")
    before = path.read_bytes()
    _find_with(project, lambda document: [_fault(document.path, 2, "x = = (")])
    outcome = project.check("--fix")
    assert outcome.status == 1
    assert path.read_bytes() == before
    assert "left as it is" in outcome.json["errors"][0]["message"]


def test_fixes_that_never_settle_come_to_an_end(project: Project) -> None:
    path = project.write("train.py")

    def find(document: Document) -> list[Finding]:
        letter = document.lines[1][0]
        return [_fault(document.path, 2, "y" if letter == "x" else "x")]

    _find_with(project, find)
    assert project.check("--fix").status == 1
    assert path.read_text().startswith("import torch\n")


def test_unsafe_fixes_wait_for_the_option(project: Project) -> None:
    path = project.write("train.py")

    def find(document: Document) -> list[Finding]:
        bad = document.lines[1].startswith("x")
        return [_fault(document.path, 2, "y", Safety.UNSAFE)] if bad else []

    _find_with(project, find)
    project.check("--fix")
    assert path.read_text() == FAULTY
    project.check("--fix", "--unsafe-fixes")
    assert path.read_text().startswith("import torch\ny = 1")


def test_files_outside_the_check_are_neither_reported_nor_mended(project: Project) -> None:
    module = project.write("lib/module.py")
    project.write("app/main.py")
    _find_with(project, lambda document: [_fault(str(module), 2, "y")])
    assert project.check("--fix", "app").json["findings"] == []
    assert module.read_text() == FAULTY


def test_a_finding_in_a_shared_module_is_reported_once(project: Project) -> None:
    module = project.write("module.py")
    project.write("a.py")
    project.write("b.py")
    _find_with(project, lambda document: [_fault(str(module), 2, "y")])
    assert project.check().places == [("module.py", 2)]


def test_a_file_that_cannot_be_written_is_not_called_mended(project: Project) -> None:
    project.write("train.py")
    project.patch.setattr(os, "replace", _full_disk)
    outcome = project.check("--fix")
    assert outcome.places == [("train.py", 2)]
    assert outcome.err == "seismograd: train.py: cannot be written: No space left on device\n"
    assert sorted(os.listdir(project.folder)) == ["pyproject.toml", "train.py"]


def _full_disk(*_paths: object) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_a_file_that_is_read_only_stays_as_it_is(project: Project) -> None:
    path = project.write("train.py")
    project.patch.setattr(os, "access", lambda *_: False)
    outcome = project.check("--fix")
    assert path.read_text() == FAULTY
    assert "train.py: cannot be written: Permission denied" in outcome.err


@pytest.mark.parametrize(
    ("comment", "left"),
    [
        (f"  {IDLE}[SG101] the labels are soft", ""),
        (f"  {IDLE}[SG9999] of another version", ""),
        (f"  {IDLE}  # noqa: E501", "  # noqa: E501"),
        (f"  # noqa: E501  {IDLE}", "  # noqa: E501"),
    ],
)
def test_an_idle_comment_goes_with_its_reason_only(
    project: Project, comment: str, left: str
) -> None:
    path = project.write("train.py", f"import torch\nx = 1{comment}\ny = 2\n")
    assert project.check("--fix").places == []
    assert path.read_text() == f"import torch\nx = 1{left}\ny = 2\n"
