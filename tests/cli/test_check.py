from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import FAULTY, IDLE, Project


def test_text_names_place_rule_excerpt_and_help(project: Project) -> None:
    project.write("train.py")
    outcome = project.run("check", "train.py")
    assert outcome.status == 1
    assert outcome.out.startswith("train.py:2:8: hint[SG001] unused-suppression: ")
    assert f"2 | x = 1  {IDLE}\n  |        {'^' * len(IDLE)}" in outcome.out
    assert "= help: Remove the unused suppression (safe fix)" in outcome.out
    assert "1 finding (1 hint) in 1 of 1 file. 1 can be mended with --fix." in outcome.out
    assert "\x1b" not in outcome.out


def test_clean_project_exits_with_0(project: Project) -> None:
    project.write("train.py", "import torch\n")
    outcome = project.run("check")
    assert (outcome.status, outcome.err) == (0, "")
    assert outcome.out == "No faults found in 1 file.\n"


def test_exit_zero_keeps_the_findings(project: Project) -> None:
    project.write("train.py")
    outcome = project.check("--exit-zero")
    assert outcome.status == 0
    assert outcome.places == [("train.py", 2)]


@pytest.mark.parametrize(
    "words",
    [
        ["missing.py"],
        ["--no-such-option"],
        ["--select", "SG99999"],
        ["--select", ","],
        [""],
        ["--severity", "SG001=grave"],
        ["--severity", "SG001"],
        ["--unsafe-fixes"],
        ["--fix", "--diff"],
        ["--jobs", "0"],
        ["-", "train.py"],
        ["--stdin-filename", "a.py"],
    ],
    ids=" ".join,
)
def test_usage_errors_are_one_line_and_exit_with_2(project: Project, words: list[str]) -> None:
    project.write("train.py")
    outcome = project.run("check", *words)
    assert outcome.status == 2
    assert outcome.out == ""
    assert outcome.err.startswith("seismograd: ")
    assert outcome.err.count("\n") == 1


def test_an_internal_error_is_one_line_without_traceback(project: Project) -> None:
    def explode(*_: object, **_options: object) -> None:
        raise RuntimeError("the ground opened\nand more")

    project.patch.setattr("seismograd.cli.check.find_targets", explode)
    outcome = project.run("check")
    assert outcome.status == 2
    assert outcome.err == "seismograd: internal error: RuntimeError: the ground opened\n"


@pytest.mark.parametrize(
    ("file", "line"),
    [
        ("run.json", "run.json: No space left; free some space and run it again"),
        (None, "No space left; free some space and run it again"),
    ],
)
def test_a_full_disk_is_no_internal_error(project: Project, file: str | None, line: str) -> None:
    def explode(*_: object, **_options: object) -> None:
        raise OSError(errno.ENOSPC, "No space left", file)

    project.patch.setattr("seismograd.cli.check.find_targets", explode)
    outcome = project.run("check")
    assert outcome.status == 2
    assert outcome.err == f"seismograd: {line}\n"


def test_files_that_cannot_be_read_do_not_hide_the_others(project: Project) -> None:
    project.write("binary.py", b"import torch\x00")
    project.write("latin.py", b"import torch  # \xe9\n")
    project.write("plain_latin.py", b"x = '\xe9'\n")
    project.write("huge.py", b"#" * 4_000_001)
    project.write("train.py")
    outcome = project.check()
    assert outcome.status == 1
    assert outcome.places == [("train.py", 2)]
    failed = ["binary.py", "huge.py", "latin.py", "plain_latin.py"]
    assert [error["file"] for error in outcome.json["errors"]] == failed
    assert [line.split(": ")[1] for line in outcome.err.splitlines()] == failed


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_a_file_without_permission_is_an_error_entry(project: Project) -> None:
    project.write("secret.py").chmod(0)
    outcome = project.check()
    assert outcome.status == 0
    assert outcome.json["errors"][0]["file"] == "secret.py"


def test_an_analysis_that_fails_is_an_error_of_that_file_only(project: Project) -> None:
    from seismograd.rules.checker import Checker

    project.write("bad.py")
    project.write("good.py")
    real = Checker.check

    def check(checker: Checker, document: object) -> object:
        if document.path.endswith("bad.py"):  # type: ignore[attr-defined]
            raise RecursionError("too deep")
        return real(checker, document)  # type: ignore[arg-type]

    project.patch.setattr(Checker, "check", check)
    outcome = project.check()
    assert outcome.places == [("good.py", 2)]
    assert outcome.json["errors"] == [
        {"file": "bad.py", "message": "internal error: RecursionError: too deep"}
    ]


def test_standard_input_is_checked_under_its_name(project: Project) -> None:
    outcome = project.check("-", stdin=FAULTY.encode())
    assert outcome.places == [("<stdin>", 2)]
    named = project.check("-", "--stdin-filename", "src/train.py", stdin=FAULTY.encode())
    assert named.places == [("src/train.py", 2)]


def test_statistics_count_by_rule(project: Project) -> None:
    project.write("a.py", FAULTY * 3)
    project.write("b.py")
    outcome = project.run("check", "--statistics")
    assert outcome.out == "     4  SG001  unused-suppression\n"


def test_severity_can_be_set_and_pyproject_is_overridden(project: Project) -> None:
    project.write("train.py")
    project.write("pyproject.toml", "[tool.seismograd.severity]\nSG001 = 'error'\n")
    assert project.check().json["findings"][0]["severity"] == "error"
    graded = project.check("--severity", "SG001=info")
    assert graded.json["findings"][0]["severity"] == "info"


def test_settings_problems_are_told_once_and_the_check_goes_on(project: Project) -> None:
    project.write("pkg/a.py")
    project.write("pkg/b.py")
    project.write("pyproject.toml", '[tool.seismograd]\nselct = ["ALL"]\nignore = ["SG98765"]\n')
    outcome = project.check()
    assert outcome.status == 1
    assert len(outcome.places) == 2
    problems = outcome.err.splitlines()
    assert len(problems) == 2
    assert "unknown setting 'selct'; did you mean 'select'?" in problems[0]
    assert "names no rule: 'SG98765'" in problems[1]


def test_nested_projects_have_settings_of_their_own(project: Project) -> None:
    project.write("a.py")
    project.write("inner/pyproject.toml", "[tool.seismograd.severity]\nSG001 = 'error'\n")
    project.write("inner/b.py")
    graded = {f["file"]: f["severity"] for f in project.check().json["findings"]}
    assert graded == {"a.py": "hint", "inner/b.py": "error"}


def test_a_notebook_is_reported_by_cell(project: Project) -> None:
    cells = '{"cell_type": "markdown", "source": "# hi"}, {"cell_type": "code", "source": %s}'
    source = f'["import torch\\n", "x = 1  {IDLE}"]'
    project.write("study.ipynb", '{"cells": [' + cells % source + '], "metadata": {}}')
    found = project.check().json["findings"][0]
    assert (found["file"], found["cell"], found["range"]["start"]["line"]) == ("study.ipynb", 2, 2)
    assert "study.ipynb:cell 2:2:8: hint[SG001]" in project.run("check").out


def test_any_number_of_jobs_gives_the_same_answer(project: Project) -> None:
    for number in range(60):
        project.write(f"pkg{number % 7}/m{number}.py", FAULTY * (number % 3 + 1))
    project.write("pkg0/broken.py", b"torch\xff")
    one, three = project.check("--jobs", "1"), project.check("--jobs", "3")
    assert one.out == three.out
    assert len(one.places) == 120


def test_output_to_a_closed_pipe_is_quiet(project: Project) -> None:
    project.write("train.py", FAULTY * 4000)
    command = f"{sys.executable} -m seismograd.cli.main check . | head -n 1"
    done = subprocess.run(
        ["bash", "-c", command], cwd=project.folder, capture_output=True, text=True, timeout=60
    )
    assert done.stdout.startswith("train.py:2:8:")
    assert done.stderr == ""


def test_names_with_odd_characters_can_be_printed(project: Project) -> None:
    odd = os.fsencode(str(project.folder)) + b"/we\xffird\x1b[31m.py"
    Path(os.fsdecode(odd)).write_text(FAULTY)
    for form in ("text", "json", "sarif", "github"):
        outcome = project.run("check", "--format", form)
        assert outcome.status == 1
        assert "\x1b" not in outcome.out


def test_verbose_says_what_was_read_in_part_only(project: Project) -> None:
    project.write("whole.py", "import torch\nx = 1\n")
    project.write("part.py", "import torch\nx = (\n\ny = 1\n")
    assert project.run("check", ".").err == ""
    for jobs in ("1", "2"):
        outcome = project.run("check", "--verbose", "--jobs", jobs, ".")
        assert outcome.status == 0
        first, last = outcome.err.splitlines()
        assert first.startswith("seismograd: part.py: ")
        assert last == "seismograd: 1 of 2 files read incompletely"
