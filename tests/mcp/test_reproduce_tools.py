"""A bug reproduced by an agent: whole cases over standard streams, fair and hostile ones."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests import parts
from tests.mcp.pooling_project import PATCH, REPORT, RIGHT, WIDE, WRONG, pooling_project
from tests.mcp.raw_client import RawClient
from tests.mcp.test_run_tools import ALLOWED, answer, refusal

PATIENCE = 120.0


@pytest.fixture
def pooling(tmp_path: Path) -> Path:
    parts.program("bwrap", "bubblewrap")
    return pooling_project(tmp_path)


def started(client: RawClient, report: str = REPORT) -> dict[str, Any]:
    client.call(1, "reproduce_start", report=report)
    told: dict[str, Any] = answer(client, 1, PATIENCE)["structuredContent"]
    return told


def tried(client: RawClient, number: int, session: str, **given: object) -> dict[str, Any]:
    client.call(number, "reproduce_try", id=session, **given)
    told: dict[str, Any] = answer(client, number, PATIENCE)["structuredContent"]
    return told


def finished(client: RawClient, session: str, **given: object) -> dict[str, Any]:
    client.call(90, "reproduce_finish", id=session, **given)
    told: dict[str, Any] = answer(client, 90, PATIENCE)["structuredContent"]
    return told


def test_nothing_is_run_unless_that_is_allowed(pooling: Path) -> None:
    with RawClient(pooling) as client:
        client.call(1, "reproduce_start", report=REPORT)
        assert "--allow-run" in refusal(answer(client, 1))
    assert not (pooling / ".seismograd").exists()


@pytest.mark.slow
def test_a_script_is_tried_until_it_holds_and_handed_over(pooling: Path) -> None:
    with RawClient(pooling, ALLOWED) as client:
        begun = started(client)
        assert "too short" in begun["criteria"]["criteria"][0]["check"]
        assert "NOT REPRODUCED" in begun["rules"]
        wrong = tried(client, 2, begun["id"], script=WRONG, patches=[PATCH])
        assert (wrong["held"], wrong["rung"]) == (False, "dry_run")
        right = tried(client, 3, begun["id"], script=RIGHT, patches=[PATCH])
        assert right["held"], right["feedback"]
        result = finished(client, begun["id"])
    assert (result["status"], result["control"]["kind"]) == ("reproduced", "patched-line")
    assert [one["decisive"] for one in result["departures"]].count(True) == 0
    assert Path(result["script"]).is_file()
    assert "Show the user the script" in result.pop("next")
    assert json.loads((Path(result["script"]).parent / "result.json").read_text()) == result


@pytest.mark.slow
def test_what_departs_from_the_report_is_a_candidate(pooling: Path) -> None:
    quote = "`pool` raises `ValueError"
    criterion = {
        "quote": quote,
        "fact": "it fails",
        "scope": "pool",
        "check": 'raises("ValueError")',
    }
    with RawClient(pooling, ALLOWED) as client:
        begun = started(client)
        client.call(2, "reproduce_criteria", id=begun["id"], criteria=[criterion])
        settled = answer(client, 2, PATIENCE)["structuredContent"]
        assert settled["criteria"]["criteria"][0]["check"] == 'raises("ValueError")'
        mended = {**PATCH, "first": 4, "last": 4, "text": "    if width > 99:"}
        told = tried(client, 3, begun["id"], script=WIDE, patches=[mended])
        assert (told["held"], told["rung"]) == (False, "control")
        assert any("width=17" in one["what"] for one in told["departures"])
        result = finished(client, begun["id"])
    assert result["status"] == "candidate"
    assert result["departures"][0]["decisive"] is True


@pytest.mark.slow
def test_hostile_and_clumsy_agents_get_one_clear_line(pooling: Path) -> None:
    with RawClient(pooling, ALLOWED) as client:
        session = started(client)["id"]
        for number, given, said in (
            (2, {"script": ""}, "empty"),
            (3, {"script": "x = 1\n" * 900_000}, "longer than"),
            (4, {"script": RIGHT, "patches": [{"file": "pooling.py"}]}, "'first' is missing"),
            (5, {"script": RIGHT, "switches": "LENGTH"}, "list of objects"),
            (
                6,
                {"script": RIGHT, "patches": [{**PATCH, "file": "../outside.py"}]},
                "no such file",
            ),
        ):
            client.call(number, "reproduce_try", id=session, **given)
            assert said in refusal(answer(client, number, PATIENCE))
        client.call(7, "reproduce_try", id="another", script=RIGHT)
        assert "reproduce_start" in refusal(answer(client, 7))
        client.call(8, "reproduce_start", report=REPORT, project="..")
        assert "outside" in refusal(answer(client, 8))
        result = finished(client, session, why="absent: it is as it should be")
    assert (result["status"], result["script"]) == ("not-reproduced", None)
    assert result["model_said"] == "absent: it is as it should be"


@pytest.mark.slow
def test_who_finds_nothing_to_show_needs_no_criteria(pooling: Path) -> None:
    with RawClient(pooling, ALLOWED) as client:
        begun = started(client, "# Pooling feels odd\n\nIt is somehow not what I hoped for.\n")
        assert begun["criteria"] is None
        client.call(2, "reproduce_try", id=begun["id"], script=RIGHT)
        assert "settle them first" in refusal(answer(client, 2, PATIENCE))
        result = finished(client, begun["id"], why="absent: nothing is wrong")
    assert (result["status"], result["why"]) == ("not-reproduced", "absent: nothing is wrong")
