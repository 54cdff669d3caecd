"""Whole cases as agents play them, fair and clumsy ones, with the protocol's own client library."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from mcp import Client, StdioServerParameters
from tests import parts
from tests.mcp.pooling_project import (
    ENDLESS,
    FIXED,
    PATCH,
    POOLING,
    REPORT,
    RIGHT,
    WRONG,
    files_of,
    pooling_project,
)
from tests.mcp.raw_client import COMMAND, RawClient
from tests.mcp.test_run_tools import ALLOWED, answer
from tests.sandbox.host.processes import running, wait_until_gone

pytestmark = [pytest.mark.asyncio, pytest.mark.slow]
WRITES = """\
from pathlib import Path
from pooling import pool

for place in (Path("pooling.py"), Path("../outside.txt"), Path("{elsewhere}")):
    try:
        place.write_text("broken")
    except OSError:
        pass
pool(list(range(10)))
"""
SOON_S = 20.0


@pytest.fixture(autouse=True)
def _has_sandbox() -> None:
    parts.program("bwrap", "bubblewrap")


@dataclass
class Agent:
    """Calls tools and hears of their progress."""

    client: Client
    told: list[str] = field(default_factory=list)

    async def call(self, tool: str, **arguments: Any) -> dict[str, Any]:
        result = await self._call(tool, arguments)
        assert not result.is_error, result.content
        content: dict[str, Any] = result.structured_content
        assert json.loads(result.content[0].text) == content
        return content

    async def refused(self, tool: str, **arguments: Any) -> str:
        result = await self._call(tool, arguments)
        assert result.is_error, result.content
        sentence: str = result.content[0].text
        assert "\n" not in sentence
        assert "Traceback" not in sentence
        return sentence

    async def start(self, report: str = REPORT) -> str:
        return str((await self.call("reproduce_start", report=report))["id"])

    async def hears(self, words: str) -> None:
        end = time.monotonic() + 60
        while not any(words in one for one in self.told):
            assert time.monotonic() < end, self.told
            await asyncio.sleep(0.02)

    async def _call(self, tool: str, arguments: dict[str, Any]) -> Any:
        async def progress(done: float, total: float | None, message: str | None) -> None:
            self.told.append(message or "")

        return await self.client.call_tool(tool, arguments, progress_callback=progress)


def server(folder: Path) -> Client:
    command, *arguments = [*COMMAND, ALLOWED]
    # Without an environment of ours it would run what is installed, and not what is tested.
    started = StdioServerParameters(
        command=command, args=arguments, cwd=str(folder), env={**os.environ}
    )
    return Client(started)


def results_of(root: Path) -> list[Path]:
    return sorted((root / ".seismograd" / "reproductions").glob("*/result.json"))


async def test_a_bug_is_reproduced_and_an_earlier_result_stays(tmp_path: Path) -> None:
    root = pooling_project(tmp_path)
    before = files_of(tmp_path)
    async with server(root) as client:
        agent = Agent(client)
        session = await agent.start()
        assert "Reading the report and the project" in agent.told
        alone = await agent.call("reproduce_try", id=session, script=RIGHT)
        assert (alone["rung"], alone["held"]) == ("provenance", False)
        assert "`patches`" in alone["next"]
        held = await agent.call("reproduce_try", id=session, script=RIGHT, patches=[PATCH])
        assert held["held"], held["feedback"]
        assert "reproduce_finish" in held["next"]
        assert "Running a script on a changed copy of the project" in agent.told
        worse = await agent.call("reproduce_try", id=session, script=WRONG, patches=[PATCH])
        assert (worse["held"], worse["rung"]) == (False, "dry_run")
        result = await agent.call("reproduce_finish", id=session)
        assert (result["status"], result["repeats"]) == ("reproduced", {"runs": 5, "fired": 5})
        (first,) = results_of(root)
        text = first.read_text()
        assert "reproduce_start" in await agent.refused("reproduce_finish", id=session)
        again = await agent.start()
        await agent.call("reproduce_finish", id=again, why="once is enough")
    assert Path(result["script"]).parent == first.parent
    assert first.read_text() == text
    assert len(results_of(root)) == 2
    assert files_of(tmp_path) == before


async def test_where_the_bug_is_fixed_the_reason_is_the_result(tmp_path: Path) -> None:
    root = pooling_project(tmp_path, FIXED)
    async with server(root) as client:
        agent = Agent(client)
        session = await agent.start()
        tried = await agent.call("reproduce_try", id=session, script=RIGHT)
        assert "ran through without showing the symptom" in tried["feedback"]
        assert "say why" in tried["next"]
        result = await agent.call("reproduce_finish", id=session, why="absent: it is fixed")
    assert (result["status"], result["script"]) == ("not-reproduced", None)
    assert result["why"] == "absent: it is fixed"
    assert "Tell the user why" in result["next"]


async def test_reports_that_say_little_get_a_clear_answer(tmp_path: Path) -> None:
    root = pooling_project(tmp_path)
    async with server(root) as client:
        agent = Agent(client)
        for empty in ("", " \n\t\n"):
            assert "report is empty" in await agent.refused("reproduce_start", report=empty)
        picture = "![screenshot](https://example.com/picture.png)"
        chinese = "# 池化失败\n\n长度不是宽度的倍数时,结果不对。\n"
        for report in (picture, chinese):
            begun = await agent.call("reproduce_start", report=report)
            assert begun["criteria"] is None
            assert "reproduce_criteria" in begun["next"]
            sentence = await agent.refused("reproduce_try", id=begun["id"], script=RIGHT)
            assert "settle them first" in sentence
        criterion = {
            "quote": "长度不是宽度的倍数时",
            "fact": "it fails",
            "scope": "pool",
            "check": 'raises("ValueError", "too short")',
        }
        settled = await agent.call("reproduce_criteria", id=begun["id"], criteria=[criterion])
        assert "reproduce_try" in settled["next"]
        invented = {**criterion, "quote": "words that are not in the report"}
        assert await agent.refused("reproduce_criteria", id=begun["id"], criteria=[invented])
        tried = await agent.call("reproduce_try", id=begun["id"], script=RIGHT, patches=[PATCH])
        assert tried["rung"] not in ("none", "parses", "resolves")


async def test_clumsy_calls_get_one_line_and_change_nothing(tmp_path: Path) -> None:
    root = pooling_project(tmp_path)
    elsewhere = tmp_path / "elsewhere.txt"
    before = files_of(tmp_path)
    async with server(root) as client:
        agent = Agent(client)
        for project in ("..", "/etc", "../pooling/.."):
            sentence = await agent.refused("reproduce_start", report=REPORT, project=project)
            assert "lies outside" in sentence
        assert "is no folder" in await agent.refused(
            "reproduce_start", report=REPORT, project="pooling.py"
        )
        session = await agent.start()
        for path in ("../outside.py", str(tmp_path / "pooling" / "pooling.py"), "/etc/passwd"):
            patches = [{**PATCH, "file": path}]
            assert await agent.refused("reproduce_try", id=session, script=RIGHT, patches=patches)
        began = time.monotonic()
        huge = await agent.refused("reproduce_try", id=session, script="x = 1\n" * 900_000)
        assert "longer than" in huge
        assert time.monotonic() - began < SOON_S
        for tool in ("reproduce_try", "reproduce_finish", "reproduce_criteria"):
            more = {"script": RIGHT} if tool == "reproduce_try" else {}
            more = {"criteria": []} if tool == "reproduce_criteria" else more
            assert "reproduce_start" in await agent.refused(tool, id="unknown", **more)
        script = WRITES.format(elsewhere=elsewhere)
        assert not (await agent.call("reproduce_try", id=session, script=script))["held"]
    assert files_of(tmp_path) == before
    assert results_of(root) == []
    assert [*(root / ".seismograd" / "reproductions").iterdir()] == []


async def test_two_tries_at_once_are_both_judged(tmp_path: Path) -> None:
    root = pooling_project(tmp_path)
    async with server(root) as client:
        agent = Agent(client)
        session = await agent.start()
        right, wrong = await asyncio.gather(
            agent.call("reproduce_try", id=session, script=RIGHT, patches=[PATCH]),
            agent.call("reproduce_try", id=session, script=WRONG, patches=[PATCH]),
        )
    assert (right["held"], wrong["held"]) == (True, False)


async def test_a_project_that_cannot_be_imported_is_told(tmp_path: Path) -> None:
    root = pooling_project(tmp_path, f"import no_such_package_anywhere\n\n{POOLING}")
    async with server(root) as client:
        agent = Agent(client)
        session = await agent.start()
        tried = await agent.call("reproduce_try", id=session, script=RIGHT)
        assert not tried["held"]
        assert "no_such_package_anywhere" in tried["feedback"]
        result = await agent.call("reproduce_finish", id=session, why="a package is missing")
    assert (result["status"], result["why"]) == ("not-reproduced", "a package is missing")


async def test_a_script_without_end_is_ended(tmp_path: Path) -> None:
    root = pooling_project(tmp_path)
    async with server(root) as client:
        agent = Agent(client)
        session = await agent.start()
        tried = await agent.call("reproduce_try", id=session, script=ENDLESS)
        assert "A script needs a few seconds" in tried["feedback"]
        assert any(one.endswith(" s)") for one in agent.told)


async def test_a_cancelled_try_is_stopped_and_the_case_goes_on(tmp_path: Path) -> None:
    root = pooling_project(tmp_path)
    async with server(root) as client:
        agent = Agent(client)
        session = await agent.start()
        for _ in range(4):
            # As often as an interpreter may be lost before there is none any more.
            agent.told.clear()
            task = asyncio.create_task(
                agent.call("reproduce_try", id=session, script=ENDLESS, patches=[PATCH])
            )
            await agent.hears("Running a script")
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        began = time.monotonic()
        right = await agent.call("reproduce_try", id=session, script=RIGHT, patches=[PATCH])
        assert right["held"], right["feedback"]
        assert time.monotonic() - began < SOON_S
        result = await agent.call("reproduce_finish", id=session)
    assert result["status"] == "reproduced"
    # What was cancelled is no attempt.
    assert len(result["attempts"]) == 1


@pytest.mark.parametrize("leave", ["closes", "kills"])
async def test_a_running_try_does_not_outlive_its_client(tmp_path: Path, leave: str) -> None:
    root = pooling_project(tmp_path)
    with RawClient(root, ALLOWED) as client:
        client.call(1, "reproduce_start", report=REPORT)
        session = answer(client, 1)["structuredContent"]["id"]
        params = {"id": session, "script": ENDLESS}
        meta = {"progressToken": "t"}
        client.request(2, "tools/call", name="reproduce_try", arguments=params, _meta=meta)
        _wait(lambda: "Running a script" in client.read(60)["params"]["message"])
        assert running(str(root))
        if leave == "closes":
            assert client.leave()[0] == 0
        else:
            os.kill(client.process.pid, signal.SIGKILL)
        wait_until_gone(str(root), SOON_S)


def _wait(is_so: Callable[[], bool]) -> None:
    while not is_so():
        pass
