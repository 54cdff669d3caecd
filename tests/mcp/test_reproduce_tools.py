"""A bug reproduced by an agent: whole cases over standard streams, fair and hostile ones."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.mcp.raw_client import RawClient
from tests.mcp.test_run_tools import ALLOWED, answer, refusal

PROJECT = f'[tool.seismograd]\nsandbox = "process"\npython = {sys.executable!r}\n'
POOLING = '''\
def pool(values, width=4):
    """Means over windows."""
    windows = [values[i : i + width] for i in range(0, len(values), width)]
    if width > 16:
        raise ValueError("the window is too wide")
    if len(windows[-1]) < width:
        raise ValueError("the last window is too short")
    return [sum(one) / width for one in windows]
'''
REPORT = """\
# pool fails when the length is no multiple of the width

`pool` raises `ValueError: the last window is too short`.
"""
SCRIPT = """\
from pooling import pool

LENGTH = {length}
try:
    pool(list(range(LENGTH)){more})
except ValueError as error:
    if "{said}" not in str(error):
        raise
    print(f"REPRODUCED: {{error}}")
    raise
print("NOT REPRODUCED")
"""
RIGHT = SCRIPT.format(length=10, more="", said="too short")
MENDED = {"file": "pooling.py", "first": 6, "last": 6, "text": "if not windows[-1]:", "what": "any"}
PATIENCE = 120.0


@pytest.fixture
def pooling(tmp_path: Path) -> Path:
    root = tmp_path / "pooling"
    root.mkdir()
    (root / "pyproject.toml").write_text(PROJECT)
    (root / "pooling.py").write_text(POOLING)
    return root


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
        wrong = tried(client, 2, begun["id"], script=RIGHT.replace("10", "8"), patches=[MENDED])
        assert (wrong["held"], wrong["rung"]) == (False, "dry_run")
        right = tried(client, 3, begun["id"], script=RIGHT, patches=[MENDED])
        assert right["held"], right["feedback"]
        result = finished(client, begun["id"])
    assert (result["status"], result["control"]["kind"]) == ("reproduced", "patched-line")
    assert [one["decisive"] for one in result["departures"]].count(True) == 0
    assert Path(result["script"]).is_file()
    assert "Show the user the script" in result.pop("next")
    assert json.loads((Path(result["script"]).parent / "result.json").read_text()) == result


@pytest.mark.slow
def test_what_departs_from_the_report_is_a_candidate(pooling: Path) -> None:
    other = SCRIPT.format(length=68, more=", width=17", said="too wide")
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
        mended = {**MENDED, "first": 4, "last": 4, "text": "    if width > 99:"}
        told = tried(client, 3, begun["id"], script=other, patches=[mended])
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
                {"script": RIGHT, "patches": [{**MENDED, "file": "../outside.py"}]},
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


@pytest.mark.slow
def test_two_tries_at_once_are_judged_one_after_the_other(pooling: Path) -> None:
    with RawClient(pooling, ALLOWED) as client:
        session = started(client)["id"]
        client.call(2, "reproduce_try", id=session, script=RIGHT, patches=[MENDED])
        client.call(3, "reproduce_try", id=session, script=RIGHT.replace("10", "8"))
        first, second = (answer(client, number, PATIENCE) for number in (2, 3))
    assert first["structuredContent"]["held"] is True
    assert second["structuredContent"]["held"] is False
