"""Whole cases with a client that offers its language model as the second reader."""

from __future__ import annotations

import asyncio
import json
import os
import re
import sys
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from mcp_types import CreateMessageRequestParams, CreateMessageResult, ErrorData, TextContent

from mcp import Client, StdioServerParameters
from tests import parts
from tests.mcp.pooling_project import PATCH, REPORT, RIGHT, pooling_project
from tests.mcp.raw_client import RawClient
from tests.mcp.test_reproduce_cases import Agent, results_of
from tests.mcp.test_run_tools import ALLOWED

pytestmark = [pytest.mark.asyncio, pytest.mark.slow]
IMPATIENT = """\
from seismograd.cli import main, mcp_sampling_model
mcp_sampling_model.PATIENCE_S = 1.0
raise SystemExit(main.main())
"""
"""The server, which gives a client less time to answer."""
CRITERION = {
    "quote": "ValueError: the last window is too short",
    "fact": "it fails",
    "scope": "pool",
    "check": 'raises("ValueError", "too short")',
}
WHY = "The report speaks of a window, and line 3 of the script of something else."
Reply = CreateMessageResult | ErrorData


@dataclass
class Reader:
    """Answers for the client's model, and keeps what it was asked."""

    reply: Callable[[str], Awaitable[Reply]]
    asked: list[CreateMessageRequestParams] = field(default_factory=list)

    async def __call__(self, context: Any, params: CreateMessageRequestParams) -> Reply:
        self.asked.append(params)
        return await self.reply(words_of(params))


def words_of(params: CreateMessageRequestParams) -> str:
    return "\n".join(one.content.text for one in params.messages)  # type: ignore[union-attr]


def said(text: str) -> CreateMessageResult:
    content = TextContent(type="text", text=text)
    return CreateMessageResult(role="assistant", content=content, model="m")


def judging(verdict: str, why: str = "") -> Callable[[str], Awaitable[Reply]]:
    """The same of all criteria and of all scripts."""

    async def reply(words: str) -> Reply:
        judged = {"verdict": verdict, "why": why}
        if "Does each criterion" in words:
            ids = dict.fromkeys(re.findall(r"^\| (m\d):", words, re.MULTILINE))
            criteria = [{"id": one, **judged} for one in ids]
            return said(json.dumps({"analysis": "", "criteria": criteria}))
        return said(f"```json\n{json.dumps({'analysis': '', **judged})}\n```")

    return reply


def client(folder: Path, reader: Reader) -> Client:
    started = StdioServerParameters(
        command=sys.executable,
        args=["-c", IMPATIENT, "mcp", ALLOWED],
        cwd=str(folder),
        env={**os.environ},
    )
    return Client(started, sampling_callback=reader)


async def settle(agent: Agent, session: str) -> dict[str, Any]:
    return await agent.call("reproduce_criteria", id=session, criteria=[CRITERION])


async def finished(agent: Agent, session: str) -> dict[str, Any]:
    held = await agent.call("reproduce_try", id=session, script=RIGHT, patches=[PATCH])
    assert held["held"], held["feedback"]
    return await agent.call("reproduce_finish", id=session)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    parts.program("bwrap", "bubblewrap")
    return pooling_project(tmp_path)


async def test_a_reader_who_agrees_changes_nothing(root: Path) -> None:
    reader = Reader(judging("yes"))
    async with client(root, reader) as opened:
        agent = Agent(opened)
        session = await agent.start(f"{REPORT}\npassword=hunter2hunter2\n")
        settled = await settle(agent, session)
        assert "reproduce_try" in settled["next"]
        assert "doubt" not in json.dumps(settled)
        assert len(reader.asked) == 1
        result = await finished(agent, session)
    assert result["status"] == "reproduced"
    assert result["cost"]["output_tokens"] > 0
    assert len(reader.asked) == 2
    assert all(one.include_context == "none" for one in reader.asked)
    assert "hunter2" not in "".join(map(words_of, reader.asked))
    assert any("second opinion" in one for one in agent.told)


async def test_a_reasoned_no_to_the_script_makes_a_candidate(root: Path) -> None:
    reader = Reader(judging("no", WHY))
    async with client(root, reader) as opened:
        agent = Agent(opened)
        result = await finished(agent, await agent.start())
    assert result["status"] == "candidate"
    (departure,) = [one for one in result["departures"] if one["decisive"]]
    assert WHY in departure["what"]


async def test_a_reasoned_no_to_the_criteria_refuses_them_twice(root: Path) -> None:
    reader = Reader(judging("no", WHY))
    async with client(root, reader) as opened:
        agent = Agent(opened)
        session = await agent.start()
        for _ in range(2):
            given = {"id": session, "criteria": [CRITERION]}
            refusal = await agent.refused("reproduce_criteria", **given)
            assert WHY in refusal
            assert "m1" in refusal
        settled = await settle(agent, session)
        assert "ends as a candidate" in settled["next"]
        tried = await agent.call("reproduce_try", id=session, script=RIGHT, patches=[PATCH])
        assert (tried["held"], tried["rung"]) == (False, "control")
        assert "Only the criteria are doubted" in tried["next"]
        result = await agent.call("reproduce_finish", id=session)
    assert result["status"] == "candidate"
    (departure,) = [one for one in result["departures"] if one["decisive"]]
    assert departure["what"].startswith("criterion m1 does not follow")
    # The same criteria are asked about once, and a script that departs already not at all.
    assert len(reader.asked) == 1


async def test_after_a_refusal_the_criteria_of_the_report_still_hold(root: Path) -> None:
    reader = Reader(judging("no", WHY))
    async with client(root, reader) as opened:
        agent = Agent(opened)
        session = await agent.start()
        await agent.refused("reproduce_criteria", id=session, criteria=[CRITERION])
        reader.reply = judging("yes")
        assert (await finished(agent, session))["status"] == "reproduced"


async def garbage(words: str) -> Reply:
    return said("\0{[" * 40)


async def endless(words: str) -> Reply:
    return said('{"verdict": "no", "why": "' + "x" * 5_000_000)


async def refusing(words: str) -> Reply:
    return ErrorData(code=-1, message="User rejected sampling request")


async def silent(words: str) -> Reply:
    await asyncio.sleep(3600)
    raise AssertionError


@pytest.mark.parametrize("reply", [garbage, endless, refusing, silent])
async def test_a_reader_who_gives_no_answer_is_as_none(
    root: Path, reply: Callable[[str], Awaitable[Reply]]
) -> None:
    reader = Reader(reply)
    async with client(root, reader) as opened:
        agent = Agent(opened)
        session = await agent.start()
        await settle(agent, session)
        result = await finished(agent, session)
    assert result["status"] == "reproduced"
    assert reader.asked


async def test_a_question_can_be_cancelled_and_the_case_goes_on(root: Path) -> None:
    reader = Reader(silent)
    async with client(root, reader) as opened:
        agent = Agent(opened)
        session = await agent.start()
        task = asyncio.create_task(settle(agent, session))
        await agent.hears("second opinion")
        task.cancel()
        await asyncio.wait([task])
        reader.reply = judging("yes")
        began = time.monotonic()
        assert "reproduce_try" in (await settle(agent, session))["next"]
        assert time.monotonic() - began < 5


async def test_who_leaves_in_the_middle_of_a_question_leaves_nothing(root: Path) -> None:
    with RawClient(root, ALLOWED) as raw:
        capabilities: dict[str, Any] = {"sampling": {}}
        raw.request(1, "initialize", protocolVersion="2025-06-18", capabilities=capabilities)
        raw.read()
        raw.call(2, "reproduce_start", report=REPORT)
        session = raw.read(120)["result"]["structuredContent"]["id"]
        raw.call(3, "reproduce_criteria", id=session, criteria=[CRITERION])
        asked = raw.read(60)
        assert asked["method"] == "sampling/createMessage"
        raw.request(4, "ping")
        assert raw.read()["id"] == 4
        assert raw.leave()[0] == 0
    assert results_of(root) == []
