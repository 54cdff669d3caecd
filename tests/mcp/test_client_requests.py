"""What the server asks of a client, which answers well, badly, late or never."""

from __future__ import annotations

from concurrent.futures import CancelledError
from typing import Any

import pytest

from seismograd.mcp.client_requests import LONGEST_REASON, ClientError, ClientRequests


class Wire:
    """Keeps what was sent."""

    def __init__(self) -> None:
        self.sent: list[dict[str, Any]] = []
        self.is_broken = False

    def send(self, message: dict[str, Any]) -> None:
        if self.is_broken:
            raise BrokenPipeError
        self.sent.append(message)


@pytest.fixture
def wire() -> Wire:
    return Wire()


def reply(request: dict[str, Any], **content: object) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": request["id"], **content}


def test_each_answer_goes_to_its_request(wire: Wire) -> None:
    requests = ClientRequests(wire.send)
    first, second = requests.ask("one", {"a": 1}), requests.ask("two", {})
    assert [one["method"] for one in wire.sent] == ["one", "two"]
    requests.take_answer(reply(wire.sent[1], result="second"))
    requests.take_answer(reply(wire.sent[0], result="first"))
    assert (first.result(0), second.result(0)) == ("first", "second")
    assert len(wire.sent) == 2


@pytest.mark.parametrize(
    ("error", "said"),
    [
        ({"code": -1, "message": "the user\nsaid no"}, "the user said no"),
        ({"code": -1, "message": "x" * 5_000_000}, "x" * LONGEST_REASON),
        ({"code": -1, "message": 3}, "no reason"),
        ("no", "no reason"),
        (None, "no reason"),
    ],
)
def test_an_error_is_told_shortly(wire: Wire, error: object, said: str) -> None:
    requests = ClientRequests(wire.send)
    answer = requests.ask("one", {})
    requests.take_answer(reply(wire.sent[0], error=error))
    with pytest.raises(ClientError) as raised:
        answer.result(0)
    assert str(raised.value) == said


@pytest.mark.parametrize("request_id", [None, 1, "unknown", {"a": 1}, ["seismograd-1"]])
def test_an_answer_to_nothing_changes_nothing(wire: Wire, request_id: object) -> None:
    requests = ClientRequests(wire.send)
    answer = requests.ask("one", {})
    requests.take_answer({"jsonrpc": "2.0", "id": request_id, "result": {}})
    assert not answer.done()


def test_a_second_answer_changes_nothing(wire: Wire) -> None:
    requests = ClientRequests(wire.send)
    answer = requests.ask("one", {})
    for result in ("first", "second"):
        requests.take_answer(reply(wire.sent[0], result=result))
    assert answer.result(0) == "first"


def test_who_gives_up_withdraws_the_request(wire: Wire) -> None:
    requests = ClientRequests(wire.send)
    answer = requests.ask("one", {})
    assert answer.cancel()
    assert wire.sent[1]["method"] == "notifications/cancelled"
    assert wire.sent[1]["params"]["requestId"] == wire.sent[0]["id"]
    requests.take_answer(reply(wire.sent[0], result="late"))
    with pytest.raises(CancelledError):
        answer.result(0)


def test_a_client_that_leaves_answers_nothing_any_more(wire: Wire) -> None:
    requests = ClientRequests(wire.send)
    before = requests.ask("one", {})
    requests.close()
    for answer in (before, requests.ask("two", {})):
        with pytest.raises(ClientError, match="left"):
            answer.result(0)
    assert len(wire.sent) == 1


def test_a_client_that_does_not_read_is_one_that_has_left(wire: Wire) -> None:
    requests = ClientRequests(wire.send)
    wire.is_broken = True
    with pytest.raises(ClientError, match="left"):
        requests.ask("one", {}).result(0)
