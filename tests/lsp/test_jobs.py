from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from tests.lsp.conftest import SERVER, capabilities, sample_config, session
from tests.lsp.editor import Editor, until
from tests.lsp.raw_server import RawServer

pytestmark = pytest.mark.asyncio(loop_scope="module")
SLOW_FILES = 4
"""Each takes the sample rules three seconds."""
OURS = {"trusted": True, "languageModel": False}


@pytest.fixture
def slow_root(tmp_path: Path) -> Path:
    for number in range(SLOW_FILES):
        (tmp_path / f"slow{number}.py").write_text("import torch\nSLOW\nBAD\n")
    return tmp_path


@pytest_asyncio.fixture(loop_scope="module")
async def ours(tmp_path: Path) -> AsyncIterator[Editor]:
    async for editor in session(
        sample_config(), [tmp_path], capabilities(pull=False), options=OURS
    ):
        yield editor


@pytest_asyncio.fixture(loop_scope="module")
async def theirs(tmp_path: Path) -> AsyncIterator[Editor]:
    async for editor in session(sample_config(), [tmp_path], capabilities(pull=False)):
        yield editor


async def test_a_check_of_the_workspace_is_a_job(ours: Editor) -> None:
    uris = [ours.write(f"a{number}.py", "import torch\nBAD\n") for number in range(5)]
    job = (await ours.command("seismograd.checkWorkspace"))["job"]
    await until(lambda: ours.jobs(job)[-1]["state"] == "done")
    told = ours.jobs(job)
    assert {status["state"] for status in told[:-1]} == {"running"}
    assert told[0]["title"] == "Check workspace"
    percentages = [status["percentage"] or 0 for status in told]
    assert percentages == sorted(percentages)
    assert percentages[-1] == 100
    assert told[-1]["message"] == "5 findings in 5 files"
    await until(lambda: all(uri in ours.published for uri in uris))
    assert ours.shown(uris[0]) == ["SGT01"]
    assert ours.client.progress_reports == {}


async def test_cancelling_stops_between_files(slow_root: Path, ours: Editor) -> None:
    job = (await ours.command("seismograd.checkWorkspace"))["job"]
    await until(lambda: ours.jobs(job)[-1]["message"] == "0 of 4 files")
    start = time.monotonic()
    assert await ours.cancel_job(job) == {"cancelled": True}
    await until(lambda: ours.jobs(job)[-1]["state"] == "cancelled")
    assert time.monotonic() - start < 2.5
    assert await ours.cancel_job(job) == {"cancelled": False}
    # Had it gone on, each question would wait for another file, and not all for the one in hand.
    for _ in range(3):
        await ours.command("seismograd.debugInformation")
    assert time.monotonic() - start < 5
    await asyncio.sleep(0.5)
    assert len(ours.published) <= 1


async def test_the_workspace_is_checked_once_at_a_time(slow_root: Path, ours: Editor) -> None:
    first = await ours.command("seismograd.checkWorkspace")
    assert await ours.command("seismograd.checkWorkspace") == first
    await ours.cancel_job(first["job"])
    await until(lambda: ours.jobs(first["job"])[-1]["state"] == "cancelled")
    assert await ours.command("seismograd.checkWorkspace") != first


async def test_a_job_can_be_cancelled_from_its_first_moment(slow_root: Path, ours: Editor) -> None:
    job = (await ours.command("seismograd.checkWorkspace"))["job"]
    await ours.cancel_job(job)
    await until(lambda: ours.jobs(job)[-1]["state"] == "cancelled")


async def test_a_job_that_nobody_knows_is_not_cancelled(ours: Editor) -> None:
    assert await ours.cancel_job("nonsense") == {"cancelled": False}
    with pytest.raises(JsonRpcException):
        await ours.client.protocol.send_request_async("seismograd/cancelJob", {})


async def test_other_clients_see_and_cancel_a_job_by_its_progress(
    slow_root: Path, theirs: Editor
) -> None:
    job = (await theirs.command("seismograd.checkWorkspace"))["job"]
    progress: dict[Any, list[Any]] = theirs.client.progress_reports
    await until(lambda: bool(progress.get(job)))
    assert progress[job][0].cancellable
    assert progress[job][0].title == "Seismograd: Check workspace"
    theirs.client.window_work_done_progress_cancel(types.WorkDoneProgressCancelParams(job))
    await until(lambda: progress[job][-1].kind == "end")
    assert theirs.jobs(job) == []
    assert await theirs.cancel_job(job) == {"cancelled": False}


async def test_the_end_of_the_session_ends_its_jobs(slow_root: Path) -> None:
    with RawServer(SERVER) as server:
        server.request(
            "initialize",
            {
                "processId": None,
                "rootUri": slow_root.as_uri(),
                "capabilities": {},
                "initializationOptions": OURS,
            },
        )
        server.notify("initialized", {})
        server.request("workspace/executeCommand", {"command": "seismograd.checkWorkspace"})
        server.wait_for("seismograd/job")
        start = time.monotonic()
        server.leave()
        assert time.monotonic() - start < 2.5
        assert server.process.returncode == 0
        server.read_to_end()
        told = [m["params"] for m in server.notifications if m.get("method") == "seismograd/job"]
    assert told[-1]["state"] == "cancelled"
