"""`seismograd run` in the sandbox that works everywhere."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.conftest import Project

RUN = ("run", "--sandbox", "process", "--python", sys.executable)
SPEAKS = "import sys\nprint('out', sys.argv[1:])\nprint('err', file=sys.stderr)\n"
TRAINS = """import json, os, sys
for step in range(3):
    print("step", step)
open("weights.bin", "w").write("w")
"""


def start(project: Project, *words: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "seismograd.cli.main", *RUN, *words]
    return subprocess.Popen(
        command,
        cwd=project.folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def test_the_output_of_the_script_passes_through_and_ours_stays_apart(project: Project) -> None:
    project.write("train.py", SPEAKS)
    process = start(project, "train.py", "--", "--epochs", "3")
    out, err = process.communicate(timeout=60)
    assert process.returncode == 0
    assert out == "out ['--epochs', '3']\n"
    lines = err.splitlines()
    assert lines[0] == "err"
    assert re.search(r"^train.py --epochs 3: finished after", err, re.MULTILINE)
    assert re.search(r"^  sandbox +process$", err, re.MULTILINE)
    trace = re.search(r"^  trace +(.*)$", err, re.MULTILINE)
    assert trace is not None
    assert Path(trace[1]).exists()


def test_options_may_stand_after_the_script(project: Project) -> None:
    project.write("train.py", SPEAKS)
    outcome = project.run("run", "train.py", "--format", "json", "--sandbox", "process",
                          "--python", sys.executable, "--", "--format", "x")  # fmt: skip
    assert outcome.status == 0
    assert outcome.json["run"]["arguments"] == ["--format", "x"]


def test_json_is_alone_on_standard_output(project: Project) -> None:
    project.write("train.py", TRAINS + "raise ValueError('no good')\n")
    process = start(project, "--format", "json", "train.py")
    out, err = process.communicate(timeout=60)
    assert process.returncode == 1
    found = json.loads(out)
    assert "step 2" in err
    assert found["version"] == 1
    assert found["run"]["outcome"] == "failed"
    assert found["exception"]["place"] == {"file": "train.py", "line": 5}
    assert found["files"] == ["weights.bin"]
    assert Path(found["run"]["path"], "files", "weights.bin").read_text() == "w"
    assert not (project.folder / "weights.bin").exists()


def test_a_module_is_run_by_its_name(project: Project) -> None:
    project.write("pkg/__init__.py", "")
    project.write("pkg/train.py", "from pkg import other\nprint(other.VALUE)\n")
    project.write("pkg/other.py", "VALUE = 'found'\n")
    process = start(project, "-m", "pkg.train")
    out, _ = process.communicate(timeout=60)
    assert (process.returncode, out) == (0, "found\n")


def test_a_script_runs_where_the_user_stands(project: Project) -> None:
    project.write("exp/train.py", "print(open('data.txt').read(), open('../top.txt').read())\n")
    project.write("exp/data.txt", "near")
    project.write("top.txt", "far")
    command = [sys.executable, "-m", "seismograd.cli.main", *RUN, "train.py"]
    done = subprocess.run(
        command, cwd=project.folder / "exp", capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stdout) == (0, "near far\n")
    assert (project.folder / ".seismograd" / "runs").is_dir()


def test_the_entry_of_the_settings_is_the_default(project: Project) -> None:
    project.write("train.py", SPEAKS)
    project.write("pyproject.toml", '[tool.seismograd]\nentry = "train.py"\n')
    outcome = project.run(*RUN, "--format", "json", "--", "7")
    assert outcome.json["run"]["entry"] == "train.py"
    assert outcome.json["run"]["arguments"] == ["7"]


def test_a_seed_a_variable_and_a_folder_of_choice(project: Project) -> None:
    project.write("train.py", "import os, random\nprint(os.environ['COLOUR'], random.random())\n")
    outs = []
    for name in ("first", "second"):
        process = start(project, "--seed", "3", "--env", "COLOUR=red", "--out", name, "train.py")
        outs.append(process.communicate(timeout=60)[0])
        assert (project.folder / name / "run.json").exists()
    assert outs[0] == outs[1]
    assert outs[0].startswith("red ")
    outcome = project.run(*RUN, "--out", "first", "train.py")
    assert outcome.status == 2
    assert "not empty" in outcome.err


def test_a_timeout_is_a_negative_result(project: Project) -> None:
    project.write("train.py", "print('up', flush=True)\nwhile True: pass\n")
    process = start(project, "--timeout", "1.5", "--format", "json", "train.py")
    out, _ = process.communicate(timeout=60)
    assert process.returncode == 1
    assert json.loads(out)["run"]["outcome"] == "timeout"


@pytest.mark.skipif(os.name == "nt", reason="interrupts from a keyboard are told otherwise there")
def test_one_interrupt_ends_the_run_in_order(project: Project) -> None:
    project.write("train.py", "import time\nprint('up', flush=True)\ntime.sleep(600)\n")
    process = start(project, "train.py")
    assert process.stdout is not None
    assert process.stdout.readline() == "up\n"
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=30)
    assert process.returncode == 1
    assert "train.py: cancelled after" in err
    (record,) = project.folder.glob(".seismograd/runs/*/run.json")
    assert json.loads(record.read_text())["state"] == "cancelled"


@pytest.mark.skipif(os.name == "nt", reason="pipes break otherwise there")
def test_whoever_stops_reading_ends_the_run(project: Project) -> None:
    project.write("train.py", "while True: print('x' * 1000, flush=True)\n")
    process = start(project, "train.py")
    assert process.stdout is not None
    process.stdout.readline()
    process.stdout.close()
    start_of_wait = time.monotonic()
    process.wait(timeout=30)
    assert time.monotonic() - start_of_wait < 20
    (record,) = project.folder.glob(".seismograd/runs/*/run.json")
    assert json.loads(record.read_text())["state"] == "cancelled"


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["nothing.py"], "there is no file nothing.py"),
        (["trian.py"], "did you mean train.py"),
        ([], "name a script to run"),
        (["-m", "train.py"], "leave out -m"),
        (["train.py", "3"], "stand after --"),
        (["train.py", "--epochs", "3"], "stand after --"),
        (["--python", "no-such-python", "train.py"], "no-such-python"),
        (["--budget", "7", "train.py"], "between 0 and 1"),
        (["--timeout", "-1", "train.py"], "positive"),
        (["--limit", "memroy=1", "train.py"], "no limit 'memroy'"),
        (["--limit", "memory", "train.py"], "NAME=NUMBER"),
        (["--env", "NO_SUCH_VARIABLE", "train.py"], "NAME=VALUE"),
        (["--read", "nowhere", "train.py"], "no such file or folder"),
    ],
)
def test_what_makes_no_sense_is_refused_in_one_line(
    project: Project, words: list[str], complaint: str
) -> None:
    project.write("train.py", SPEAKS)
    outcome = project.run("run", "--sandbox", "process", *words)
    assert outcome.status == 2
    assert outcome.out == ""
    assert complaint in outcome.err
    assert len(outcome.err.splitlines()) == 1
    assert not (project.folder / ".seismograd").exists()


def test_a_page_is_written_on_request(project: Project) -> None:
    project.write("train.py", "print('<b>')\nraise ValueError('<script>alert(1)</script>')\n")
    outcome = project.run(*RUN, "--report", "run.html", "train.py")
    assert outcome.status == 1
    page = (project.folder / "run.html").read_text("utf-8")
    assert "<script" not in page
    assert "&lt;script&gt;alert(1)" in page


def test_what_the_file_of_the_project_chooses_is_told(project: Project) -> None:
    project.write("train.py", SPEAKS)
    file = project.write(
        "pyproject.toml",
        '[tool.seismograd]\nsandbox = "process"\nlimits = {wall = 60, pids = 99}\n',
    )
    words = ("run", "--python", sys.executable, "--limit", "pids=100", "train.py")
    told = f'seismograd: by {file}: sandbox = "process", limits.wall = 60\n'
    assert told in project.run(*words).err
    limits = ("--limit", "pids=100", "--limit", "wall=60")
    assert "seismograd: by" not in project.run(*RUN, *limits, "train.py").err


def test_a_folder_that_cannot_be_had_is_a_word_for_the_command_line(project: Project) -> None:
    project.write("train.py", SPEAKS)
    project.write(".seismograd", "in the way")
    outcome = project.run(*RUN, "train.py")
    assert outcome.status == 2
    assert outcome.err.endswith(
        ".seismograd cannot be made (File exists); name another folder with --out\n"
    )
