from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from seismograd.mcp.messages import MAX_LINE
from seismograd.mcp.session import VERSIONS
from tests.mcp.raw_client import RawClient

UNKNOWN = "1999-01-01"


def code(message: dict[str, Any]) -> int:
    return int(message["error"]["code"])


@pytest.mark.parametrize("version", [*VERSIONS, UNKNOWN, None, 3])
def test_the_version_is_negotiated(project: Path, version: Any) -> None:
    with RawClient(project) as client:
        client.request(1, "initialize", protocolVersion=version, capabilities={}, clientInfo={})
        answer = client.read()["result"]
        client.notify("notifications/initialized")
        assert client.leave() == (0, "")
    assert answer["protocolVersion"] == (version if version in VERSIONS else VERSIONS[0])
    assert answer["capabilities"] == {"tools": {"listChanged": False}}


def test_broken_input_is_answered_and_survived(project: Path) -> None:
    cases: list[tuple[bytes, int, Any]] = [
        (b"hello", -32700, None),
        (b"\xff\xfe", -32700, None),
        (b"[" * 100_000, -32700, None),
        (b"{}", -32600, None),
        (b"3", -32600, None),
        (b"[]", -32600, None),
        (b'{"jsonrpc":"1.0","id":4,"method":"ping"}', -32600, 4),
        (b'{"jsonrpc":"2.0","id":5,"method":7}', -32600, 5),
        (b'{"jsonrpc":"2.0","id":{},"method":"ping"}', -32600, None),
        (b'{"jsonrpc":"2.0","id":6,"method":"no/such"}', -32601, 6),
        (b'{"jsonrpc":"2.0","id":7,"method":"server/discover","params":{}}', -32601, 7),
        (b'{"jsonrpc":"2.0","id":8,"method":"tools/call","params":[1]}', -32602, 8),
        (b'{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"x"}}', -32602, 9),
    ]
    with RawClient(project) as client:
        for line, expected, request_id in cases:
            client.write(line + b"\n")
            answer = client.read()
            assert (code(answer), answer["id"]) == (expected, request_id), line
        client.write(b"\n   \n")
        client.notify("no/such/notification")
        client.notify("notifications/cancelled", requestId={"a": 1})
        client.send({"jsonrpc": "2.0", "id": 1, "result": {}})
        client.request("end", "ping")
        assert client.read() == {"jsonrpc": "2.0", "id": "end", "result": {}}
        assert client.leave() == (0, "")


def test_a_line_without_end_is_not_kept(project: Path) -> None:
    with RawClient(project) as client:
        piece = b"x" * (1 << 20)
        for _ in range(MAX_LINE // len(piece) + 2):
            client.write(piece)
        client.write(b"\n")
        assert code(client.read()) == -32600
        client.request(1, "ping")
        assert client.read()["id"] == 1


def test_several_messages_in_a_list_are_answered(project: Path) -> None:
    with RawClient(project) as client:
        client.send([{"jsonrpc": "2.0", "id": i, "method": "ping"} for i in (1, 2)])
        assert [client.read()["id"], client.read()["id"]] == [1, 2]


FILES = 1502


def begin_long_check(project: Path, client: RawClient) -> None:
    """Of so many files that it takes far longer than these tests; it is called `long`."""
    body = (project / "train.py").read_text()
    for number in range(1500):
        (project / f"copy{number}.py").write_text(body)
    params = {"name": "check", "arguments": {}, "_meta": {"progressToken": "t"}}
    client.request("long", "tools/call", **params)
    assert client.read()["params"] == {"progressToken": "t", "progress": 0, "total": FILES}


def progress_of(messages: Iterable[dict[str, Any]]) -> int:
    told = [one["params"]["progress"] for one in messages if "progress" in one.get("params", ())]
    return max(told, default=0)


def test_a_call_can_be_cancelled_and_others_go_on(project: Path) -> None:
    with RawClient(project) as client:
        begin_long_check(project, client)
        client.request("now", "ping")
        client.call("waiting", "rule", code="SG101")
        client.notify("notifications/cancelled", requestId="waiting")
        client.notify("notifications/cancelled", requestId="long")
        client.call("next", "rule", code="SG101")
        messages = [client.read()]
        while messages[-1].get("id") != "next":
            messages.append(client.read())
        assert [one["id"] for one in messages if "id" in one] == ["now", "next"]
        assert progress_of(messages) < FILES


def test_it_ends_with_the_client_even_at_work(project: Path) -> None:
    with RawClient(project) as client:
        begin_long_check(project, client)
        assert client.leave()[0] == 0
        messages = client.rest()
        assert not any("id" in one for one in messages)
        assert progress_of(messages) < FILES


def test_what_is_owed_at_the_end_is_still_answered(project: Path) -> None:
    with RawClient(project) as client:
        client.call(1, "check", paths=["train.py"])
        assert client.process.stdin is not None
        client.process.stdin.close()
        assert client.read()["result"]["isError"] is False


def test_wrong_settings_of_the_project_are_told_beside_the_findings(project: Path) -> None:
    (project / "pyproject.toml").write_text("[tool.seismograd]\nshoe = 1\n")
    with RawClient(project) as client:
        client.call(1, "check")
        content = client.read()["result"]["content"]
    assert json.loads(content[0]["text"])["version"] == 1
    assert "unknown setting 'shoe'" in content[1]["text"]


def test_roots_can_be_given(project: Path) -> None:
    other = project.parent / "other"
    other.mkdir()
    (other / "more.py").write_text((project / "train.py").read_text())
    with RawClient(project.parent, "--root", "project", "--root", "other") as client:
        client.call(1, "check", select=["SG101"])
        found = client.read()["result"]["structuredContent"]["findings"]
        assert {item["file"] for item in found} == {"train.py", str(other / "more.py")}
        client.call(2, "check", paths=["more.py"], select=["SG101"])
        assert len(client.read()["result"]["structuredContent"]["findings"]) == 1


def test_a_root_that_is_not_there_is_a_usage_error(project: Path) -> None:
    with RawClient(project, "--root", "nowhere") as client:
        status, told = client.leave()
    assert (status, told) == (2, "seismograd: no such folder: nowhere\n")
