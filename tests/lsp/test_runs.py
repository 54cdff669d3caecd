"""Runs from an editor, in the sandbox that works everywhere."""

from __future__ import annotations

import asyncio
import contextlib
import sys
import time
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from pygls.exceptions import JsonRpcException

from tests.lsp.conftest import SERVER, capabilities, sample_config, session
from tests.lsp.editor import Editor, until
from tests.lsp.raw_server import RawServer
from tests.sandbox.host.processes import in_run

pytestmark = [pytest.mark.slow, pytest.mark.asyncio(loop_scope="module")]
OURS = {"trusted": True, "languageModel": False}
PROJECT = f'[tool.seismograd]\nsandbox = "process"\npython = {sys.executable!r}\n'
WAITS = "import time\nprint('up', flush=True)\ntime.sleep(600)\n"


class Runs:
    """An editor, and what it was told of the output of runs."""

    def __init__(self, editor: Editor) -> None:
        self.editor = editor
        self.output: dict[str, str] = {}
        editor.client.feature("seismograd/runOutput")(partial(self._hear))

    def _hear(self, params: Any) -> None:
        self.output[params.run] = self.output.get(params.run, "") + params.text

    async def start(self, name: str, script: str, **more: Any) -> dict[str, str]:
        uri = self.editor.write(name, script)
        started: dict[str, str] = await self.editor.command("seismograd.run", {"uri": uri, **more})
        return started

    async def ended(self, job: str) -> dict[str, Any]:
        over = ("done", "failed", "cancelled")
        await until(lambda: bool(told := self.editor.jobs(job)) and told[-1]["state"] in over)
        return self.editor.jobs(job)[-1]

    async def listed(self) -> list[Any]:
        return [plain(row) for row in await self.editor.command("seismograd.runs")]


async def started_at_last(runs: Runs) -> dict[str, str]:
    """Ask again while the server does not know the settings yet."""
    for _ in range(300):
        with contextlib.suppress(JsonRpcException):
            started: dict[str, str] = await runs.editor.command("seismograd.run", {})
            return started
        await asyncio.sleep(0.05)
    raise AssertionError("the setting was never heeded")


def plain(value: Any) -> Any:
    """The client makes objects of what it is sent."""
    return value._asdict() if hasattr(value, "_asdict") else value


@pytest_asyncio.fixture(loop_scope="module")
async def runs(tmp_path: Path) -> AsyncIterator[Runs]:
    (tmp_path / "pyproject.toml").write_text(PROJECT)
    async for editor in session(
        sample_config(), [tmp_path], capabilities(pull=False), options=OURS
    ):
        yield Runs(editor)


async def test_a_run_is_a_job_with_output_and_a_record(runs: Runs) -> None:
    script = "import sys\nprint('hello', sys.argv[1:])\n"
    started = await runs.start("train.py", script, arguments=["--lr", "1"])
    last = await runs.ended(started["job"])
    assert (last["state"], last["kind"]) == ("done", "run")
    assert (last["title"], last["message"]) == ("Run train.py --lr 1", "The run finished.")
    assert runs.output[started["run"]] == "hello ['--lr', '1']\n"
    (row,) = await runs.listed()
    assert (row["id"], row["state"], row["title"]) == (
        started["run"],
        "finished",
        "train.py --lr 1",
    )
    assert Path(started["path"], "run.json").exists()


async def test_a_script_that_fails_is_no_failure_of_the_job(runs: Runs) -> None:
    started = await runs.start("train.py", "x = []\nx[3]\n")
    last = await runs.ended(started["job"])
    assert last["state"] == "done"
    assert (
        last["message"]
        == "The script failed with IndexError: list index out of range (train.py:2)."
    )
    summary = plain(await runs.editor.command("seismograd.runSummary", {"id": started["run"]}))
    assert plain(summary["run"])["outcome"] == "failed"
    assert plain(summary["curve"]) == {"step": [], "loss": []}
    report = plain(await runs.editor.command("seismograd.runReport", {"id": started["run"]}))
    assert "IndexError" in Path(report["path"]).read_text("utf-8")


async def test_a_run_can_be_watched_and_cancelled(runs: Runs) -> None:
    started = await runs.start("train.py", WAITS)
    await until(lambda: runs.output.get(started["run"]) == "up\n")
    summary = plain(await runs.editor.command("seismograd.runSummary", {"id": started["run"]}))
    assert plain(summary["run"])["outcome"] == "running"
    assert [row["state"] for row in await runs.listed()] == ["running"]
    assert (await runs.editor.cancel_job(started["job"])) == {"cancelled": True}
    assert (await runs.ended(started["job"]))["state"] == "cancelled"
    assert [row["state"] for row in await runs.listed()] == ["cancelled"]


async def test_without_a_script_the_entry_of_the_settings_is_run(runs: Runs) -> None:
    with pytest.raises(JsonRpcException, match="Name a script to run"):
        await runs.editor.command("seismograd.run")
    runs.editor.write("main.py", "print('entry')\n")
    runs.editor.configure({"entry": "main.py"}, scope=runs.editor.root.as_uri())
    started = await started_at_last(runs)
    assert (await runs.ended(started["job"]))["message"] == "The run finished."


@pytest.mark.parametrize(
    ("name", "settings", "words"),
    [
        ("nothing.py", "", "there is no file"),
        ("train.py", 'python = "none/python"', "no interpreter"),
        ("train.py", "limits = {memroy = 1}", "no limit 'memroy'"),
    ],
)
async def test_what_cannot_be_run_is_refused_in_a_sentence(
    runs: Runs, name: str, settings: str, words: str
) -> None:
    runs.editor.write("train.py", "")
    runs.editor.write("inner/pyproject.toml", f'[tool.seismograd]\nsandbox = "process"\n{settings}')
    runs.editor.write("inner/train.py", "")
    with pytest.raises(JsonRpcException, match=words):
        await runs.editor.command("seismograd.run", {"uri": runs.editor.uri(f"inner/{name}")})
    assert await runs.listed() == []


async def test_only_files_on_disk_can_be_run(runs: Runs) -> None:
    with pytest.raises(JsonRpcException, match="Save the file first"):
        await runs.editor.command("seismograd.run", {"uri": "untitled:Untitled-1"})


async def test_a_run_that_nobody_knows_is_told_of_in_a_sentence(runs: Runs) -> None:
    for name in ("none", "../../etc"):
        with pytest.raises(JsonRpcException, match="There is no run"):
            await runs.editor.command("seismograd.runSummary", {"id": name})


@pytest.mark.asyncio(loop_scope="function")
async def test_nothing_is_run_where_nobody_is_trusted(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text(PROJECT)
    async for editor in session(
        sample_config(),
        [tmp_path],
        capabilities(pull=False),
        options={"trusted": False, "languageModel": False},
    ):
        uri = editor.write("train.py", "open('ran', 'w')\n")
        with pytest.raises(JsonRpcException, match="not trusted"):
            await editor.command("seismograd.run", {"uri": uri})
        assert await editor.command("seismograd.runs") == []
    assert not (tmp_path / ".seismograd").exists()


@pytest.mark.asyncio(loop_scope="function")
async def test_the_end_of_the_session_ends_its_runs(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text(PROJECT)
    script = tmp_path / "train.py"
    script.write_text(
        "import os, time\nprint(os.environ['SEISMOGRAD_RUN'], flush=True)\ntime.sleep(600)\n"
    )
    with RawServer(SERVER) as server:
        server.request(
            "initialize",
            {
                "processId": None,
                "rootUri": tmp_path.as_uri(),
                "capabilities": {},
                "initializationOptions": OURS,
            },
        )
        server.notify("initialized", {})
        server.request(
            "workspace/executeCommand",
            {"command": "seismograd.run", "arguments": [{"uri": script.as_uri()}]},
        )
        output = server.wait_for("seismograd/runOutput")
        server.leave()
    name = output["params"]["text"].strip()
    end = time.monotonic() + 15
    while in_run(name):
        assert time.monotonic() < end, "the script outlived the session"
        time.sleep(0.05)
