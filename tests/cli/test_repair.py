"""`seismograd repair` in the sandbox that works everywhere, on real trainings."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from typing import Any

import pytest

from tests import parts
from tests.cli.conftest import Project
from tests.llm.messages_api import messages_api, says_json

REPAIR = ("repair", "--sandbox", "process", "--python", sys.executable)
TRAINING = """
import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--lr", type=float, default=0.01)
args = parser.parse_args()
torch.manual_seed(0)
torch.set_num_threads(1)
x = torch.randn(600, 8)
y = (x[:, 0] * x[:, 1] > 0).long()
model = nn.Sequential(nn.Linear(8, 64), nn.ReLU(), nn.Linear(64, 2))
optimizer = torch.optim.Adam(model.parameters(), lr=args.lr)
loss_fn = nn.CrossEntropyLoss()
for epoch in range(10):
    for at in range(0, 500, 25):
        optimizer.zero_grad()
        loss = loss_fn(model(x[at : at + 25]), y[at : at + 25])
        loss.backward()
        optimizer.step()
    with torch.no_grad():
        accuracy = (model(x[500:]).argmax(1) == y[500:]).float().mean().item()
    print(f"epoch {epoch} val accuracy {accuracy:.4f}")
"""
FAULTY = TRAINING.replace("default=0.01", "default=1e-7")

pytestmark = pytest.mark.slow


def repaired(project: Project, source: str, *words: str) -> tuple[int, dict[str, Any]]:
    project.write("train.py", source)
    ran = project.run(*REPAIR, "--format", "json", *words)
    return ran.status, json.loads(ran.out)


def test_a_learning_rate_is_repaired_where_it_stands(project: Project) -> None:
    status, told = repaired(project, FAULTY, "--budget", "4", "--apply", "train.py")
    assert status == 0
    assert told["status"] == "repaired"
    first = told["patches"][0]
    assert [one["name"] for one in first["changes"]] == ["lr"]
    assert first["verified"]
    assert first["p"] < 0.05
    written = (project.folder / "train.py").read_text()
    assert written != FAULTY
    new = first["changes"][0]["new"]
    assert written == FAULTY.replace("default=1e-7", f"default={new}")


def test_a_trial_is_run_again_alone(project: Project) -> None:
    repaired(project, FAULTY, "--budget", "1", "train.py")
    ran = project.run(*REPAIR, "--trial", "1", "train.py")
    assert ran.status == 0
    assert '-parser.add_argument("--lr", type=float, default=1e-7)' in ran.out
    assert '+parser.add_argument("--lr", type=float, default=0.001)' in ran.out
    assert ran.out.count("epoch 9 val accuracy") == 1
    assert "trial 1, lr 1e-07 -> 0.001: val accuracy" in ran.err
    assert (project.folder / "train.py").read_text() == FAULTY


def test_a_trial_that_no_search_made_is_said_in_one_line(project: Project) -> None:
    project.write("train.py", FAULTY)
    ran = project.run(*REPAIR, "--trial", "7", "train.py")
    assert ran.status == 2
    assert "no search of train.py has a trial 7" in ran.err


def test_a_trial_that_came_with_the_project_is_not_run(project: Project) -> None:
    """A stranger's file could have anything trained in the place of the user's script."""
    project.write("train.py", FAULTY)
    objective = {"name": "loss", "direction": "min", "origin": "printed"}
    trial = {"number": 7, "entry": "train.py", "title": "lr", "objective": objective, "value": 0.5}
    folder = project.folder / ".seismograd" / "repairs" / "ab12"
    folder.mkdir(parents=True)
    changed = {"train.py": "print('theirs')"}
    (folder / "trial-7.json").write_text(json.dumps({**trial, "changed": changed}))
    ran = project.run(*REPAIR, "--trial", "7", "train.py")
    assert ran.status == 2
    assert "theirs" not in ran.out


def test_what_a_model_proposes_is_tried(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    line = next(n for n, text in enumerate(FAULTY.splitlines(), 1) if "default=1e-7" in text)
    opinion = {"fault_type": "HLR", "file": "train.py", "line": line, "reason": "It is tiny."}
    better = 'parser.add_argument("--lr", type=float, default=0.017)'
    answer = {"causes": [{**opinion, "replacement": better}], "explanation": "It stands still."}
    monkeypatch.setenv("ANTHROPIC_API_KEY", "key")
    with messages_api(script=[says_json(answer)]) as api:
        words = ("--budget", "6", "--model", "anthropic", "--base-url", api.address)
        _, told = repaired(project, FAULTY, *words, "train.py")
    tried = [one["new"] for trial in told["trials"] for one in trial["changes"]]
    assert f"Change the line to `{better}`" in tried


def test_what_the_command_line_gives_is_not_changed_in_the_source(project: Project) -> None:
    words = ("--budget", "2", "train.py", "--", "--lr", "1e-7")
    _, told = repaired(project, TRAINING, *words)
    assert any("the command line gives --lr" in one for one in told["not_changed"])
    assert not any(one["name"] == "lr" for t in told["trials"] for one in t["changes"])


def test_an_objective_that_is_not_there_says_what_is(project: Project) -> None:
    status, told = repaired(project, TRAINING, "--objective", "bleu:max", "train.py")
    assert status == 1
    assert told["status"] == "cannot-tell"
    assert "val accuracy" in told["reason"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--budget", "0", "train.py"), "--budget is a number of trainings"),
        (("--seconds", "-1", "train.py"), "--seconds must be a positive number"),
        (("--objective", "acc:up", "train.py"), "objective 'acc:up': write acc:max or acc:min"),
        (("--objective", ":max", "train.py"), "write NAME:max or NAME:min"),
        (("--report", ".", "train.py"), "--report . is a folder; name a file in it"),
        (("--jobs", "0", "train.py"), "--jobs is a number of trainings"),
        (("--ray", "nonsense", "train.py"), "write HOST:PORT, ray://HOST:PORT or auto"),
        (("--ray", "127.0.0.1:1", "train.py"), "no Ray cluster answers at 127.0.0.1:1"),
        (("nothing.py",), "nothing.py"),
        (("-m", "nosuch"), "the project has no module nosuch"),
    ],
)
def test_bad_input_gets_one_line(project: Project, words: tuple[str, ...], said: str) -> None:
    if "--ray" in words:
        parts.module("ray")
    project.write("train.py", TRAINING)
    ran = project.run(*REPAIR, *words)
    assert ran.status == 2
    assert said in ran.err
    assert "Traceback" not in ran.err


@pytest.mark.parametrize(
    ("first_line", "said"),
    [
        ("open('data.csv')", "FileNotFoundError: [Errno 2] No such file or directory: 'data.csv'"),
        ("input('lr? ')", "A run has no standard input"),
        ("import sys; sys.argv[1]", "Pass the arguments of the script after --"),
        ("import os; os.environ['NO_SUCH_RATE']", "add --env NO_SUCH_RATE=VALUE"),
        ("raise SystemExit('give me data')", "its last words: give me data"),
        ("for x in range(3:", "SyntaxError: invalid syntax (train.py:1)"),
    ],
)
def test_a_script_that_cannot_start_is_not_searched(
    project: Project, first_line: str, said: str
) -> None:
    project.write("train.py", f"{first_line}\n{FAULTY}")
    ran = project.run(*REPAIR, "train.py")
    assert ran.status == 1
    assert said in ran.out
    assert "training without changes" not in ran.err


def test_ctrl_c_ends_it_and_the_next_call_goes_on(project: Project) -> None:
    project.write("train.py", FAULTY)
    command = [sys.executable, "-m", "seismograd.cli.main", *REPAIR, "--budget", "4", "train.py"]
    process = subprocess.Popen(
        command, cwd=project.folder, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stderr is not None
    for line in process.stderr:
        if "trial   1" in line:
            break
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=60)
    assert "cancelled" in out
    (log,) = (project.folder / ".seismograd" / "repairs").glob("*/trials.jsonl")
    saved = [json.loads(line) for line in log.read_text().splitlines() if line]
    ran = project.run(*REPAIR, "--format", "json", "--budget", "4", "train.py")
    assert ran.status == 0
    again = ran.json["trials"][: len(saved)]
    assert [one["seconds"] for one in again] == [one["seconds"] for one in saved]
    assert list(log.parent.parent.glob("*/trials.jsonl")) == [log]


def test_ctrl_c_in_the_first_run_ends_the_command(project: Project) -> None:
    project.write("train.py", FAULTY.replace("epoch in range(10):", "epoch in range(10**6):"))
    command = [sys.executable, "-m", "seismograd.cli.main", *REPAIR, "--apply", "train.py"]
    process = subprocess.Popen(
        command, cwd=project.folder, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stderr is not None
    assert "step" in process.stderr.readline()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 1
    assert "train.py: cancelled" in out
    assert "training without changes" not in err


def test_the_seconds_count_from_the_start_of_the_command(project: Project) -> None:
    endless = FAULTY.replace("epoch in range(10):", "epoch in range(10**6):")
    started = time.monotonic()
    status, told = repaired(project, endless, "--seconds", "8", "train.py")
    assert time.monotonic() - started < 20
    assert status == 1
    assert told["status"] == "cannot-tell"
    assert told["reason"] == "ended after 8 s (--seconds): the first run had not finished"
