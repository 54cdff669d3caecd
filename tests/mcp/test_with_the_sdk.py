"""The protocol's own client library as the assistant."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from mcp import Client, StdioServerParameters
from seismograd import __version__
from seismograd.rules.registry import all_rules
from tests.mcp.raw_client import COMMAND

pytestmark = pytest.mark.asyncio
READING = {"check", "show", "rule"}
REPRODUCING = {"reproduce_start", "reproduce_criteria", "reproduce_try", "reproduce_finish"}
RUNNING = {"run", "diagnose", "repair", *REPRODUCING}


def client(folder: Path) -> Client:
    command, *arguments = COMMAND
    # Without an environment of ours it would run what is installed, and not what is tested.
    started = StdioServerParameters(
        command=command, args=arguments, cwd=str(folder), env={**os.environ}
    )
    return Client(started)


def text(result: Any) -> str:
    return str(result.content[0].text)


async def test_it_introduces_itself_and_its_tools(project: Path) -> None:
    async with client(project) as assistant:
        assert assistant.server_info.name == "seismograd"
        assert assistant.server_info.version == __version__
        assert "Lines and columns count from 1" in (assistant.instructions or "")
        tools = {tool.name: tool for tool in (await assistant.list_tools()).tools}
        assert tools.keys() == READING | RUNNING
        for tool in tools.values():
            assert tool.description
            assert tool.annotations is not None
            assert tool.annotations.read_only_hint is (tool.name in READING)
            assert tool.input_schema["additionalProperties"] is False


async def test_check_gives_the_contract_as_text_and_as_data(project: Path) -> None:
    told: list[tuple[float, float | None]] = []

    async def progress(done: float, total: float | None, message: str | None) -> None:
        told.append((done, total))

    async with client(project) as assistant:
        result = await assistant.call_tool("check", {}, progress_callback=progress)
        assert not result.is_error
        found = result.structured_content
        assert json.loads(text(result)) == found
        assert found["version"] == 1
        assert {(item["code"], item["file"]) for item in found["findings"]} >= {
            ("SG101", "train.py")
        }
        assert told == [(0, 2), (1, 2)]


async def test_check_can_be_narrowed(project: Path) -> None:
    async with client(project) as assistant:
        for arguments in (
            {"paths": ["sub"]},
            {"paths": ["sub/clean.py"]},
            {"ignore": ["all"]},
            {"select": ["SG9"], "paths": ["train.py"]},
        ):
            found = (await assistant.call_tool("check", arguments)).structured_content
            assert found == {"version": 1, "findings": [], "errors": []}
        chosen = await assistant.call_tool("check", {"select": ["sg101"]})
        assert {item["code"] for item in chosen.structured_content["findings"]} == {"SG101"}


async def test_show_tells_what_was_understood(project: Path) -> None:
    async with client(project) as assistant:
        result = await assistant.call_tool("show", {"file": "train.py"})
        facts = result.structured_content
        assert json.loads(text(result)) == facts
        assert facts["file"] == "train.py"
        assert len(facts["networks"][0]["layers"]) == 2


async def test_rule_explains_one_or_lists_all(project: Path) -> None:
    async with client(project) as assistant:
        page = await assistant.call_tool("rule", {"code": "sg101"})
        assert "## Why is this bad?" in text(page)
        assert page.structured_content["code"] == "SG101"
        symptom = await assistant.call_tool("rule", {"code": "dead-units"})
        assert symptom.structured_content["causes"][0] == "hidden-activation"
        listed = (await assistant.call_tool("rule", {})).structured_content["rules"]
        assert [rule["code"] for rule in listed] == [rule.code for rule in all_rules()]


@pytest.mark.parametrize(
    ("tool", "arguments", "sentence"),
    [
        ("check", {"paths": ["missing.py"]}, "no file or folder missing.py"),
        ("check", {"paths": "train.py"}, "'paths' must be a list of strings"),
        ("check", {"paths": [1]}, "'paths' must be a list of strings"),
        ("check", {"path": ["train.py"]}, "no argument 'path'"),
        ("check", {"select": ["SG1O1"]}, "did you mean"),
        ("check", {"paths": ["a\0b"]}, "cannot be the name of a file"),
        ("show", {}, "'file' is missing"),
        ("show", {"file": "sub"}, "sub"),
        ("rule", {"code": "SG99999"}, "no such rule: SG99999"),
    ],
)
async def test_mistakes_are_told_to_the_model(
    project: Path, tool: str, arguments: dict[str, Any], sentence: str
) -> None:
    async with client(project) as assistant:
        result = await assistant.call_tool(tool, arguments)
        assert result.is_error
        assert sentence in text(result)


@pytest.mark.parametrize("tool", ["check", "show"])
async def test_nothing_outside_of_the_roots_is_looked_at(project: Path, tool: str) -> None:
    outside = project.parent / "secret.py"
    outside.write_text((project / "train.py").read_text())
    (project / "link.py").symlink_to(outside)
    (project / "up").symlink_to(project.parent)
    async with client(project) as assistant:
        for path in ("../secret.py", str(outside), "link.py", "up/secret.py", "/etc", "sub/../.."):
            given = {"file": path} if tool == "show" else {"paths": [path]}
            result = await assistant.call_tool(tool, given)
            assert result.is_error, path
            assert "lies outside" in text(result)
        everything = (await assistant.call_tool("check", {})).structured_content
        assert {item["file"] for item in everything["findings"]} == {"train.py"}
