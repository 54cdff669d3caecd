"""Tools that run code, over standard streams and in the sandbox that works everywhere."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.mcp.raw_client import RawClient
from tests.sandbox.host.processes import in_run

PROJECT = f'[tool.seismograd]\nsandbox = "process"\npython = {sys.executable!r}\n'
ALLOWED = "--allow-run"
WAITS = """import os, time
print(os.environ["SEISMOGRAD_RUN"], file=open(NAME, "w"))
time.sleep(600)
"""
TRAINING = """import torch
from torch import nn

torch.manual_seed(0)
torch.set_num_threads(1)
x = torch.randn(64, 4)
y = (x.sum(1) > 0).long()
model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))
optimizer = torch.optim.Adam(model.parameters(), lr=1e-9)
for step in range(60):
    optimizer.zero_grad()
    loss = nn.functional.cross_entropy(model(x), y)
    loss.backward()
    optimizer.step()
"""


@pytest.fixture
def project(project: Path) -> Path:
    (project / "pyproject.toml").write_text(PROJECT)
    return project


def answer(client: RawClient, request_id: int, patience: float = 60.0) -> dict[str, Any]:
    """The result of a call, whatever is told of its progress before."""
    while (message := client.read(patience)).get("id") != request_id:
        assert message["method"] == "notifications/progress"
    result: dict[str, Any] = message["result"]
    return result


def refusal(result: dict[str, Any]) -> str:
    assert result["isError"] is True
    return str(result["content"][0]["text"])


@pytest.mark.parametrize("tool", ["run", "diagnose", "repair"])
def test_nothing_is_run_unless_that_is_allowed(project: Path, tool: str) -> None:
    with RawClient(project) as client:
        client.call(1, tool, entry="train.py")
        assert "--allow-run" in refusal(answer(client, 1))
    assert not (project / ".seismograd").exists()


def test_a_script_is_run_with_its_arguments_and_its_secrets_stay_here(project: Path) -> None:
    script = "import sys\nraise ValueError(f'{sys.argv[1:]} password=hunter2hunter2')\n"
    (project / "fails.py").write_text(script)
    with RawClient(project, ALLOWED) as client:
        client.call(1, "run", entry="fails.py", arguments=["--epochs", "3"])
        told = answer(client, 1)["structuredContent"]
    assert (told["version"], told["run"]["outcome"]) == (1, "failed")
    assert told["exception"]["place"] == {"file": "fails.py", "line": 2}
    assert "['--epochs', '3']" in told["exception"]["message"]
    assert "hunter2" not in str(told)


def test_only_scripts_inside_of_the_root_are_run(project: Path) -> None:
    outside = project.parent / "outside.py"
    outside.write_text(f"open({str(project / 'ran')!r}, 'w')\n")
    (project / "link.py").symlink_to(outside)
    with RawClient(project, ALLOWED) as client:
        for number, path in enumerate(("../outside.py", str(outside), "link.py", "/etc/passwd")):
            client.call(number, "run", entry=path)
            assert "lies outside" in refusal(answer(client, number))
    assert not (project / "ran").exists()


@pytest.mark.slow
def test_code_sees_no_project_around_the_root(project: Path) -> None:
    (project.parent / "pyproject.toml").write_text("")
    (project / "pyproject.toml").unlink()
    (project.parent / "secret.txt").write_text("secret")
    (project.parent / "pyproject.toml").write_text(PROJECT)
    (project / "looks.py").write_text("import os\nraise ValueError(os.listdir('..'))\n")
    with RawClient(project, ALLOWED) as client:
        client.call(1, "run", entry="looks.py")
        told = answer(client, 1)["structuredContent"]
    assert told["exception"]["type"] == "ValueError"
    assert "secret.txt" not in told["exception"]["message"]
    assert (project / ".seismograd").is_dir()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({}, "'entry' is missing"),
        ({"entry": "nothing.py"}, "no file or folder nothing.py"),
        ({"entry": "sub"}, "without __main__.py"),
        ({"entry": "train.py", "run": "20260101-120000-abcd"}, "not both"),
        ({"run": "../../etc"}, "no run ../../etc"),
        ({"entry": "train.py", "budget": -1}, "'budget' must be a number from 0"),
        ({"entry": "train.py", "budget": True}, "'budget' must be a number from 0"),
        ({"entry": "train.py", "arguments": "x"}, "'arguments' must be a list of strings"),
    ],
)
def test_mistakes_are_told_in_a_sentence(
    project: Path, arguments: dict[str, Any], words: str
) -> None:
    with RawClient(project, ALLOWED) as client:
        client.call(1, "diagnose", **arguments)
        assert words in refusal(answer(client, 1))


def waiting_run(project: Path, client: RawClient) -> str:
    """Start a run that waits; the name by which its processes are known."""
    mark = project.parent / "mark"
    (project / "waits.py").write_text(f"NAME = {str(mark)!r}\n{WAITS}")
    client.call("slow", "diagnose", entry="waits.py")
    end = time.monotonic() + 30
    while not (mark.exists() and mark.read_text().strip()):
        assert time.monotonic() < end, "the script never began"
        time.sleep(0.05)
    return mark.read_text().strip()


def ends_soon(name: str) -> bool:
    end = time.monotonic() + 15
    while in_run(name) and time.monotonic() < end:
        time.sleep(0.05)
    return not in_run(name)


@pytest.mark.slow
def test_a_call_can_be_cancelled_and_others_need_not_wait_for_it(project: Path) -> None:
    with RawClient(project, ALLOWED) as client:
        name = waiting_run(project, client)
        client.call(2, "rule", code="SG101")
        assert answer(client, 2)["structuredContent"]["code"] == "SG101"
        client.notify("notifications/cancelled", requestId="slow")
        assert ends_soon(name)


@pytest.mark.slow
def test_a_run_does_not_outlive_its_client(project: Path) -> None:
    with RawClient(project, ALLOWED) as client:
        name = waiting_run(project, client)
        assert client.leave()[0] == 0
        assert ends_soon(name)


@pytest.mark.slow
def test_a_training_is_diagnosed_and_once_more_by_its_id(project: Path) -> None:
    (project / "train.py").write_text(TRAINING)
    with RawClient(project, ALLOWED) as client:
        client.request(
            1,
            "tools/call",
            name="diagnose",
            arguments={"entry": "train.py", "budget": 0},
            _meta={"progressToken": "p"},
        )
        assert "train.py runs in process" in client.read(60)["params"]["message"]
        told = answer(client, 1, 120)["structuredContent"]
        client.call(2, "diagnose", run=told["run"]["id"])
        later = answer(client, 2)["structuredContent"]
    (finding,) = told["findings"]
    assert (finding["fault_type"], finding["confirmed"]) == ("HLR", False)
    assert (finding["file"], finding["range"]["start"]["line"]) == ("train.py", 9)
    assert told["run"]["outcome"] == "finished"
    assert later["findings"] == told["findings"]


@pytest.mark.slow
def test_a_training_is_repaired_and_no_file_is_changed(project: Path) -> None:
    training = TRAINING.replace("range(60)", "range(600)")
    (project / "train.py").write_text(training)
    with RawClient(project, ALLOWED) as client:
        client.call(1, "repair", entry="train.py", budget=2, strategy="no-such")
        assert "use one of: auto" in refusal(answer(client, 1))
        client.call(2, "repair", entry="train.py", budget=2)
        told = answer(client, 2, 240)["structuredContent"]
    assert told["status"] == "repaired"
    assert told["patches"][0]["changes"][0]["fault_type"] == "HLR"
    assert (project / "train.py").read_text() == training


def test_the_sandbox_is_the_one_that_was_named_at_the_start(project: Path) -> None:
    (project / "pyproject.toml").write_text("")
    (project / "ends.py").write_text("print('here')\n")
    options = (ALLOWED, "--sandbox", "process", "--python", sys.executable)
    with RawClient(project, *options) as client:
        params = {"name": "run", "arguments": {"entry": "ends.py"}, "_meta": {"progressToken": 1}}
        client.request(1, "tools/call", **params)
        assert "runs in process" in client.read(60)["params"]["message"]
        assert answer(client, 1)["structuredContent"]["run"]["outcome"] == "finished"
