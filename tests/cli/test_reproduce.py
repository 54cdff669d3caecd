"""`seismograd reproduce` as a user calls it."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from seismograd.cli.demo import PROJECT
from seismograd.reproduce.request import ReproduceRequest
from seismograd.reproduce.results.result import Reproduction
from seismograd.reproduce.results.write_results import CannotWriteResults
from seismograd_sandbox.host.selection import choose
from tests import parts
from tests.cli.conftest import Project
from tests.reproduce.git_repository import TestRepository, need_git, picture

EXAMPLE = Path(__file__).parents[1] / "reproduce" / "projects" / "single_example"
SCHEDULE = (PROJECT / "schedule.py").read_text()
REPORT = (PROJECT / "reports" / "no-warm-up.md").read_text()
"""About the schedule, which needs no framework: what is run here is soon over."""
MENDED = SCHEDULE.replace("/ self.steps", "/ max(1, self.steps)")
COMMAND = [sys.executable, "-m", "seismograd.cli.main"]
NOBODY = ["--model", "none", "--python", sys.executable, "--sandbox", "process"]


@pytest.mark.slow
def test_a_reported_crash_becomes_a_script_with_a_control(project: Project) -> None:
    parts.module("torch")
    shutil.copytree(EXAMPLE, project.folder, dirs_exist_ok=True)
    outcome = project.run(
        "reproduce", "--issue", "issue.md", "--out", "out", *NOBODY, "--format", "json", "."
    )  # fmt: skip
    assert outcome.status == 0, outcome.err
    result = json.loads(outcome.out)
    assert result["status"] == "reproduced"
    assert all(criterion["passed"] for criterion in result["criteria"])
    assert result["provenance"][0] == {"file": "model.py", "line": 13}
    assert result["control"]["fired"] is False
    assert result["repeats"] == {"runs": 5, "fired": 5}
    _is_a_regression_test(Path(result["script"]), project.folder)


def _is_a_regression_test(script: Path, root: Path) -> None:
    assert len(script.read_text().splitlines()) < 40
    shutil.copy(script, root)
    before = _run(root, script.name)
    assert before.returncode != 0
    assert "REPRODUCED:" in before.stdout
    model = root / "model.py"
    model.write_text(model.read_text().replace(".squeeze()", ""))
    after = _run(root, script.name)
    assert after.returncode == 0, after.stderr
    assert after.stdout.splitlines()[-1] == "NOT REPRODUCED"


def _run(root: Path, script: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, script], cwd=root, capture_output=True, text=True, timeout=120, check=False
    )


def test_criteria_are_shown_before_anything_is_run(project: Project) -> None:
    shutil.copytree(EXAMPLE, project.folder, dirs_exist_ok=True)
    outcome = project.run("reproduce", "--issue", "issue.md", "--show-criteria", ".")
    assert outcome.status == 0, outcome.err
    checks = [criterion["check"] for criterion in json.loads(outcome.out)["criteria"]]
    assert any("IndexError" in check for check in checks)


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--issue", "missing.md", "."], "missing.md"),
        (["--issue", "empty.md", "."], "is empty"),
        (["--issue", "issue.md", "nowhere"], "no such folder"),
        (["--issue", "issue.md", "--timeout", "0", "."], "positive number"),
        (["--issue", "issue.md", "--criteria", "empty.md", "."], "empty.md"),
        (["--issue", "issue.md", "--python", "no-such-python", "."], "no-such-python"),
        (["."], "--issue"),
        (["--issue", "issue.md"], "PROJECT is missing"),
        (["--issue", "issue.md", ".", "--test", "issue.md"], "nothing is written over"),
        (["--issue", "issue.md", ".", "--test", "no/such/test_it.py"], "there is no folder"),
        (["--issue", "issue.md", ".", "--test", "no_such_folder/"], "a folder that exists"),
        (["--issue", "issue.md", ".", "--bisect", "v1"], "not of the form GOOD..BAD"),
        (["--issue", "issue.md", ".", "--bisect", "v1.."], "not in a git repository"),
        (["--issue", "issue.md", ".", "--budget-dollars", "0"], "positive number"),
        (["--issue", "issue.md", ".", "--replay", "missing.jsonl"], "cannot be read"),
        (["--issue", "issue.md", ".", "--replay", "x", "--transcript", "y"], "cannot go together"),
        (
            ["--issue", "issue.md", ".", "--model", "anthropic", "--base-url", "evil.org"],
            "begins with https://",
        ),
    ],
)
def test_what_cannot_be_done_is_told_in_a_line(
    project: Project, words: list[str], complaint: str
) -> None:
    project.patch.setenv("ANTHROPIC_API_KEY", "a-key-for-tests")
    (project.folder / "issue.md").write_text("It raises ValueError: no")
    (project.folder / "empty.md").write_text("")
    outcome = project.run("reproduce", "--sandbox", "process", *words)
    assert outcome.status == 2
    assert complaint in outcome.err
    assert outcome.err.strip().count("\n") <= 3


@pytest.mark.slow
def test_a_test_and_the_first_bad_commit_come_with_it(project: Project) -> None:
    need_git()
    made = TestRepository(project.folder / "digits")
    made.commit("A schedule", {"schedule.py": MENDED})
    made.git("tag", "good")
    made.commit("Notes", {"notes.txt": "1"})
    first = made.commit("Simpler", {"schedule.py": SCHEDULE})
    made.commit("More notes", {"notes.txt": "2", "tests/test_other.py": ""})
    project.write("issue.md", REPORT)
    before = picture(made.folder)
    outcome = project.run(
        "reproduce", "--issue", "issue.md", "--out", "out", *NOBODY, "--format", "json",
        "digits", "--test", "--bisect", "good.."
    )  # fmt: skip
    assert outcome.status == 0, outcome.err
    result = outcome.json
    assert result["bisect"]["first_bad"] == first
    assert result["bisect"]["subject"] == "Simpler"
    assert (result["commit"], result["head"]) == (None, made.git("rev-parse", "HEAD"))
    assert f"{first[:12]} Simpler: bad" in outcome.err
    assert "Simpler" in (project.folder / "out" / "reproduction.md").read_text()
    assert picture(made.folder) == before
    _is_a_test_of_the_project(Path(result["test"]), made.folder)


def _is_a_test_of_the_project(test: Path, root: Path) -> None:
    shutil.copy(test, root / "tests")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests"]
    statuses = []
    for text in (SCHEDULE, MENDED):
        (root / "schedule.py").write_text(text)
        done = subprocess.run(command, cwd=root, capture_output=True, timeout=120, check=False)
        statuses.append(done.returncode)
    assert statuses == [1, 0]


@pytest.mark.slow
def test_people_are_told_what_was_found_and_where(project: Project) -> None:
    project.write("digits/schedule.py", SCHEDULE)
    project.write("issue.md", REPORT)
    outcome = project.run("reproduce", "--issue", "issue.md", *NOBODY, "--test", "digits")
    assert outcome.status == 0, outcome.err
    for expected in (
        "No warm-up at all is an error: reproduced after",
        "✓ ZeroDivisionError is raised",
        "did not fail",
        "5 of 5 runs",
        "lines of code, ",
        "schedule.py:13:9: error[SG950] reproduced-bug",
        "progress = (step + 1) / self.steps",
    ):
        assert expected in outcome.out, expected
    assert "\x1b" not in outcome.out + outcome.err
    folder = next((project.folder / "digits" / ".seismograd" / "reproductions").iterdir())
    assert {path.suffix for path in folder.iterdir()} == {".py", ".md", ".json", ".signature"}
    assert len(list(folder.glob("test_*.py"))) == 1


@pytest.mark.slow
def test_what_is_missing_is_needed(project: Project) -> None:
    project.write("digits/train.py", "import fancy_frame\n\n\ndef fit(x):\n    return 1 / x\n")
    project.write(
        "issue.md",
        "# fit fails\n\n```python\nfrom train import fit\nfit(0)\n```\n\n"
        "```\nTraceback (most recent call last):\n"
        '  File "train.py", line 5, in fit\n    return 1 / x\n'
        "ZeroDivisionError: division by zero\n```\n",
    )
    outcome = project.run(
        "reproduce", "--issue", "issue.md", "--out", "out", *NOBODY, "--format", "json",
        "--timeout", "30", "digits"
    )  # fmt: skip
    assert outcome.status == 1, outcome.err
    assert (outcome.json["status"], outcome.json["needs"]) == ("needs", ["package"])
    assert outcome.json["missing"] == ["fancy_frame"]
    assert outcome.json["script"] is None
    assert "- needs fancy_frame" in (project.folder / "out" / "reproduction.md").read_text()


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="needs signals")
@pytest.mark.parametrize("signals", [[signal.SIGINT], [signal.SIGTERM, signal.SIGTERM]])
def test_an_interrupt_keeps_what_was_tried(project: Project, signals: list[int]) -> None:
    project.write(
        "digits/slow.py", "import time\n\n\ndef crawl():\n    time.sleep(60)\n    1 / 0\n"
    )
    project.write(
        "issue.md",
        "# crawl fails\n\n```python\nfrom slow import crawl\ncrawl()\n```\n\nZeroDivisionError\n",
    )
    words = ["reproduce", "--issue", "issue.md", "--out", "out", *NOBODY, "--format", "json"]
    process = subprocess.Popen(
        [*COMMAND, *words, "digits"],
        cwd=project.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        assert process.stderr is not None
        while "Searching" not in (line := process.stderr.readline()):
            assert line, "it ended before it searched"
        for number in signals:
            process.send_signal(number)
            time.sleep(0.05)
        out, err = process.communicate(timeout=60)
    finally:
        process.kill()
    assert process.returncode == 1, err
    assert "Traceback" not in err
    result = json.loads(out)
    assert (result["status"], result["script"]) == ("cancelled", None)
    assert "kept" in result["why"]
    assert json.loads((project.folder / "out" / "result.json").read_text()) == result


def test_the_help_has_all_options_and_examples(project: Project) -> None:
    outcome = project.run("reproduce", "--help")
    assert outcome.status == 0
    for word in ("--test", "--bisect", "--replay", "--base-url", "exit status", "examples:"):
        assert word in outcome.out


def test_a_project_does_not_lower_its_own_walls(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    strongest = choose("auto", Path.cwd()).sandbox.name
    if strongest == "process":
        parts.missing("neither docker nor bubblewrap works here", "bubblewrap")
    file = project.write(
        "pyproject.toml",
        '[tool.seismograd]\nsandbox = "process"\npython = "tools/python"\ngpu = true\n',
    )
    project.write("issue.md", REPORT)
    asked: list[ReproduceRequest] = []

    def run_request(request: ReproduceRequest, *_: object) -> Reproduction:
        asked.append(request)
        raise CannotWriteResults("enough")

    monkeypatch.setattr("seismograd.cli.reproduce_request.run_request", run_request)
    outcome = project.run("reproduce", "--issue", "issue.md", "--model", "none", ".")
    (request,) = asked
    assert request.sandbox.sandbox.name == strongest
    assert (request.settings.python, request.settings.gpu) == (None, False)
    assert f'{file}: python = "tools/python" is not heard: ' in outcome.err
    assert f"{file}: gpu = true is not heard: --gpu allows it" in outcome.err
    assert f'{file}: sandbox = "process" is not heard: its code would have' in outcome.err

    project.run("reproduce", "--issue", "issue.md", "--gpu", *NOBODY, ".")
    assert asked[-1].sandbox.sandbox.name == "process"
    assert asked[-1].settings.gpu


@pytest.mark.parametrize("words", [(), ("--out", "schedule.py/out")])
def test_a_folder_that_cannot_be_had_is_a_word_for_the_command_line(
    project: Project, words: tuple[str, ...]
) -> None:
    project.write("schedule.py", SCHEDULE)
    project.write("issue.md", "Nothing works.\n")
    project.write(".seismograd", "in the way")
    outcome = project.run("reproduce", "--issue", "issue.md", *NOBODY, *words, ".")
    assert outcome.status == 2
    assert outcome.err.splitlines()[-1].endswith("; name another folder with --out")


def test_what_only_a_search_needs_is_not_loaded_for_the_criteria() -> None:
    code = "import sys, seismograd.cli.reproduce; print('\\n'.join(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert "seismograd.reproduce.criteria_selection" in loaded
    assert loaded.isdisjoint({"seismograd.reproduce.request", "seismograd.reproduce.ladder"})
