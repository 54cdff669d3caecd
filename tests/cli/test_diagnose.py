"""`seismograd diagnose` in the sandbox that works everywhere, on real trainings."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from typing import Any

import pytest

from tests.cli.conftest import Project
from tests.llm.messages_api import messages_api, says_json

DIAGNOSE = ("diagnose", "--sandbox", "process", "--python", sys.executable)
TRAINING = """
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(0)
torch.set_num_threads(1)
x = torch.randn(640, 10)
y = (x @ torch.randn(10, 3)).argmax(1)
loader = DataLoader(TensorDataset(x, y), batch_size=32, shuffle=True)
model = nn.Sequential(nn.Linear(10, 32), nn.ReLU(), nn.Linear(32, 3))
loss_fn = nn.CrossEntropyLoss()
rate = 3e-3
optimizer = torch.optim.Adam(model.parameters(), lr=rate)
for epoch in range(12):
    for inputs, labels in loader:
        optimizer.zero_grad()
        loss = loss_fn(model(inputs), labels)
        loss.backward()
        optimizer.step()
"""
SLOW_RATE = TRAINING.replace("rate = 3e-3", "rate = 1e-9")
LINE = 1 + TRAINING.splitlines().index("rate = 3e-3")

pytestmark = pytest.mark.slow


def diagnosed(project: Project, source: str, *words: str) -> tuple[int, dict[str, Any]]:
    project.write("train.py", source)
    ran = project.run(*DIAGNOSE, "--format", "json", *words, "train.py")
    return ran.status, json.loads(ran.out)


def symptoms_in(told: dict[str, Any]) -> dict[str, str]:
    return {one["name"]: one["message"] for one in told["run"]["symptoms"]}


def test_a_healthy_training_has_no_finding(project: Project) -> None:
    status, told = diagnosed(project, TRAINING)
    assert told["findings"] == []
    assert told["run"]["symptoms"] == []
    assert told["run"]["outcome"] == "finished"
    assert status == 0


def test_a_fault_is_on_the_line_where_its_value_stands_and_confirmed(project: Project) -> None:
    status, told = diagnosed(project, SLOW_RATE, "--budget", "500")
    (finding,) = told["findings"]
    assert finding["fault_type"] == "HLR"
    assert finding["range"]["start"]["line"] == LINE
    assert {piece["kind"] for piece in finding["evidence"]} >= {"dynamic", "intervention"}
    assert finding["confirmed"] is True
    assert "non-deterministic" not in symptoms_in(told)
    assert status == 1


def test_a_training_without_seeds_comes_out_differently_each_time(project: Project) -> None:
    _, told = diagnosed(project, SLOW_RATE.replace("torch.manual_seed(0)", ""), "--budget", "500")
    assert "sets no seed" in symptoms_in(told)["non-deterministic"]


def test_a_step_outside_of_the_loop_over_batches_is_confirmed(project: Project) -> None:
    source = TRAINING.replace("        optimizer.step()", "    optimizer.step()")
    _, told = diagnosed(project, source, "--budget", "500")
    first, *rest = told["findings"]
    assert (first["name"], first["confirmed"]) == ("discarded-gradients", True)
    assert first["range"]["start"]["line"] == 1 + source.splitlines().index("    optimizer.step()")
    assert not any(one["severity"] == "warning" for one in rest)


def test_without_a_budget_it_stays_suspected_and_a_run_can_be_diagnosed_later(
    project: Project,
) -> None:
    _, told = diagnosed(project, SLOW_RATE, "--budget", "0")
    assert [one["confirmed"] for one in told["findings"]] == [False]
    later = project.run(*DIAGNOSE, "--report", "page.html", told["run"]["id"])
    assert later.status == 1
    assert "learning-rate" in later.out
    page = (project.folder / "page.html").read_text("utf-8")
    assert "<h2>Gradients by layer</h2>" in page
    assert "rate = 1e-9" in page


def test_a_run_is_named_by_its_id_its_folder_or_its_trace(project: Project) -> None:
    project.write("train.py", SLOW_RATE)
    first = project.run(*DIAGNOSE, "--budget", "0", "train.py")
    (run,) = (project.folder / ".seismograd" / "runs").iterdir()
    assert f"this was run {run.name}" in first.err
    for name in (run.name, str(run), str(run / "trace.jsonl")):
        again = project.run("diagnose", name)
        assert again.status == 1
        assert "learning-rate" in again.out
        assert "changed since" not in again.err
    later = run.stat().st_mtime + 60
    os.utime(project.write("train.py", "# one more line\n" + SLOW_RATE), (later, later))
    assert "changed since this run: train.py" in project.run("diagnose", run.name).err


def test_a_run_of_a_project_that_was_moved_is_diagnosed_where_it_is_now(project: Project) -> None:
    project.write("train.py", SLOW_RATE)
    project.run(*DIAGNOSE, "--budget", "0", "train.py")
    (run,) = (project.folder / ".seismograd" / "runs").iterdir()
    project.folder = project.folder.rename(project.folder.with_name("moved"))
    moved = project.folder / ".seismograd" / "runs" / run.name
    assert "learning-rate" in project.run("diagnose", str(moved)).out


@pytest.mark.skipif(sys.platform == "win32", reason="interrupts are told otherwise there")
def test_an_interrupt_stops_the_experiments_and_the_report_still_comes(project: Project) -> None:
    project.write("train.py", SLOW_RATE)
    words = [sys.executable, "-m", "seismograd.cli.main", *DIAGNOSE, "--budget", "500", "train.py"]
    process = subprocess.Popen(
        words, cwd=project.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stderr is not None
    for line in process.stderr:
        if "pair 1 of" in line:
            break
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert "the experiments were stopped" in err
    assert "suspected" in out
    assert "Traceback" not in err
    assert process.returncode == 1


def test_a_model_explains_and_comes_last(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    opinion = {"fault_type": "LCH", "file": "train.py", "line": LINE, "reason": "I think so."}
    answer = {"causes": [{**opinion, "replacement": ""}], "explanation": "It hardly moves."}
    monkeypatch.setenv("ANTHROPIC_API_KEY", "key")
    with messages_api(script=[says_json(answer)]) as api:
        words = ("--budget", "0", "--model", "anthropic", "--base-url", api.address)
        _, told = diagnosed(project, SLOW_RATE, *words)
    assert [one["fault_type"] for one in told["findings"]] == ["HLR", "LCH"]
    assert told["findings"][-1]["severity"] == "info"
    assert told["run"]["explanation"] == "It hardly moves."


def test_a_script_that_trains_nothing_is_told_so(project: Project) -> None:
    project.write("train.py", "print('hello')\n")
    ran = project.run(*DIAGNOSE, "train.py")
    assert ran.status == 0
    assert "no training was seen" in ran.out


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("--budget", "-1", "train.py"), "--budget is a number of seconds"),
        (("nowhere.py",), "nowhere.py"),
        (("20200101-000000-abcd",), "20200101-000000-abcd"),
    ],
)
def test_bad_input_is_one_line(project: Project, words: tuple[str, ...], complaint: str) -> None:
    project.write("train.py", "print('hello')\n")
    ran = project.run(*DIAGNOSE, *words)
    assert ran.status == 2
    assert complaint in ran.err
    assert len(ran.err.splitlines()) == 1


LABELS = "y = (x @ torch.randn(10, 3)).argmax(1)"


def test_a_layer_that_is_too_narrow_is_confirmed_by_a_wider_one(project: Project) -> None:
    narrow = TRAINING.replace("nn.Linear(10, 32)", "nn.Linear(10, 1)")
    narrow = narrow.replace("nn.Linear(32, 3)", "nn.Linear(1, 6)")
    narrow = narrow.replace(LABELS, LABELS.replace("10, 3", "10, 6"))
    _, told = diagnosed(project, narrow, "--budget", "500")
    first = told["findings"][0]
    assert (first["fault_type"], first["confirmed"]) == ("LCN", True)


def test_labels_that_are_random_by_nature_are_no_warning(project: Project) -> None:
    _, told = diagnosed(project, TRAINING.replace(LABELS, "y = torch.randint(0, 3, (640,))"))
    assert all(finding["severity"] == "info" for finding in told["findings"])
