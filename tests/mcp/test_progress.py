"""What a client is told while it waits."""

from __future__ import annotations

import threading
from typing import Any

from seismograd.mcp.progress import Progress

ASKED = {"_meta": {"progressToken": "t"}}


def test_a_message_is_repeated_while_nothing_else_is_told() -> None:
    told, enough = list[dict[str, Any]](), threading.Event()

    def send(message: dict[str, Any]) -> None:
        told.append(message["params"])
        if len(told) == 4:
            enough.set()

    progress = Progress(send, ASKED)
    with progress.repeated(0.01):
        progress.tell("Reading")
        assert enough.wait(10)
    heard = len(told)
    progress.tell("after the end")
    assert len(told) == heard
    assert [one["progress"] for one in told] == list(range(heard))
    assert told[0]["message"] == "Reading"
    assert all(one["message"].startswith("Reading (") for one in told[1:])


def test_who_asked_for_nothing_is_told_nothing() -> None:
    told: list[dict[str, Any]] = []
    progress = Progress(told.append, {})
    with progress.repeated(0.01):
        progress.tell("Reading")
        progress(1, 2)
    assert told == []


def test_a_client_that_is_gone_stops_no_work() -> None:
    def send(_: dict[str, Any]) -> None:
        raise BrokenPipeError

    progress = Progress(send, ASKED)
    progress.tell("Reading")
    progress.tell("Running")
