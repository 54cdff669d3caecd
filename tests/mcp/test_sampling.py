"""The client's language model as one of ours: what it is asked, and what its answers are worth."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from typing import Any

import pytest

from seismograd.cancellation import Cancellation
from seismograd.cli.mcp_sampling_model import SamplingModel
from seismograd.llm import Cancelled, Message, Role, Truncated, Unreachable
from seismograd.llm.budget import Budget
from seismograd.llm.choose import equipped
from seismograd.llm.schema import record, text
from seismograd.mcp.client_requests import ClientRequests
from seismograd.mcp.sampling import LONGEST_ANSWER, METHOD, Sampling
from seismograd.mcp.session import Service, Session

HELLO = [Message(Role.USER, "hello"), Message(Role.USER, "again")]
SECRET = "password=hunter2hunter2"
PATIENCE_S = 0.05


def answered(content: object = "hi", **more: object) -> dict[str, Any]:
    block = {"type": "text", "text": content} if isinstance(content, str) else content
    return {"result": {"role": "assistant", "content": block, "model": "m1", **more}}


class Client:
    """Answers each request at once with what it is given, or with nothing."""

    def __init__(self, *replies: dict[str, Any] | None) -> None:
        self._replies = list(replies)
        self.sent: list[dict[str, Any]] = []
        self.requests = ClientRequests(self._take)

    @property
    def asked(self) -> list[dict[str, Any]]:
        return [one["params"] for one in self.sent if one["method"] == METHOD]

    def model(self) -> SamplingModel:
        return SamplingModel(Sampling(self.requests), PATIENCE_S)

    def _take(self, message: dict[str, Any]) -> None:
        self.sent.append(message)
        found = self._replies.pop(0) if self._replies else None
        if found is not None and "id" in message:
            reply = {"jsonrpc": "2.0", "id": message["id"], **found}
            threading.Thread(target=self.requests.take_answer, args=(reply,)).start()


def test_a_question_carries_nothing_of_the_clients_own_conversation() -> None:
    client = Client(answered())
    completion = client.model().complete(HELLO, system="Be brief.", max_tokens=50)
    assert (completion.text, completion.model) == ("hi", "m1")
    (asked,) = client.asked
    assert asked["includeContext"] == "none"
    assert (asked["systemPrompt"], asked["maxTokens"]) == ("Be brief.", 50)
    said = {"role": "user", "content": {"type": "text", "text": "hello\n\nagain"}}
    assert asked["messages"] == [said]


def test_a_form_is_asked_for_in_words() -> None:
    client = Client(answered())
    client.model().complete(HELLO, schema=record(verdict=text("yes or no")))
    words = client.asked[0]["messages"][0]["content"]["text"]
    assert "JSON schema" in words
    assert "verdict" in words


def test_no_secret_is_sent() -> None:
    client = Client(answered())
    message = Message(Role.USER, f"it says {SECRET}")
    equipped(client.model(), Budget()).complete([message], system=SECRET)
    assert "hunter2" not in json.dumps(client.sent)


def test_several_blocks_are_one_text() -> None:
    blocks = [{"type": "text", "text": "a"}, {"type": "image"}, 3, {"type": "text", "text": "b"}]
    assert Client(answered(blocks)).model().complete(HELLO).text == "ab"


@pytest.mark.parametrize(
    "reply",
    [
        {"error": {"code": -1, "message": "User rejected sampling request"}},
        {"result": None},
        {"result": []},
        {"result": {"content": None}},
        {"result": {"content": {"type": "text", "text": {"a": 1}}}},
        {"result": {"content": {"type": "image", "data": "AAAA"}}},
        answered("  \n"),
        answered("x" * (LONGEST_ANSWER + 1)),
    ],
)
def test_what_is_no_answer_is_none(reply: dict[str, Any]) -> None:
    with pytest.raises(Unreachable, match="gave no answer"):
        Client(reply).model().complete(HELLO)


def test_an_answer_of_which_the_end_is_missing_is_told() -> None:
    with pytest.raises(Truncated):
        Client(answered("{", stopReason="maxTokens")).model().complete(HELLO)


@pytest.mark.parametrize("name", [None, 3, "m" * 10_000])
def test_the_name_of_the_model_may_be_anything(name: object) -> None:
    assert len(Client(answered(model=name)).model().complete(HELLO).model) <= 100


def test_a_client_that_never_answers_is_asked_once() -> None:
    client = Client()
    model = client.model()
    for _ in range(2):
        with pytest.raises(Unreachable, match="did not answer"):
            model.complete(HELLO)
    assert [one["method"] for one in client.sent] == [METHOD, "notifications/cancelled"]


def test_who_refuses_once_is_asked_again() -> None:
    client = Client({"error": {"code": -1, "message": "not now"}}, answered())
    model = client.model()
    with pytest.raises(Unreachable, match="not now"):
        model.complete(HELLO)
    assert model.complete(HELLO).text == "hi"


def test_cancelling_withdraws_the_question() -> None:
    client, cancel = Client(), Cancellation()
    model = SamplingModel(Sampling(client.requests))
    threading.Timer(0.05, cancel.set).start()
    with pytest.raises(Cancelled):
        model.complete(HELLO, cancel=cancel)
    assert client.sent[-1]["method"] == "notifications/cancelled"
    with pytest.raises(Cancelled):
        model.complete(HELLO, cancel=cancel)
    assert len(client.asked) == 1


def test_a_client_that_leaves_keeps_nobody_waiting() -> None:
    client = Client()
    model = SamplingModel(Sampling(client.requests))
    threading.Timer(0.05, client.requests.close).start()
    with pytest.raises(Unreachable, match="left"):
        model.complete(HELLO)


@pytest.mark.parametrize(
    ("capabilities", "is_offered"),
    [
        ({"sampling": {}}, True),
        ({"sampling": {"tools": {}}}, True),
        ({}, False),
        ({"sampling": None}, False),
        ({"sampling": True}, False),
        (None, False),
        ([], False),
    ],
)
def test_only_who_declares_it_is_asked(capabilities: object, is_offered: bool) -> None:
    session = initialized(lambda message: None, capabilities=capabilities)
    assert (session.calls.sampling is not None) is is_offered


def test_the_session_hands_answers_on() -> None:
    sent: list[dict[str, Any]] = []
    session = initialized(sent.append, capabilities={"sampling": {}})
    assert session.calls.sampling is not None
    answer = session.calls.sampling.ask([], None, 10)
    reply = {"jsonrpc": "2.0", "id": sent[-1]["id"], **answered()}
    session.take(json.dumps(reply).encode())
    assert answer.result(0)["model"] == "m1"
    left = session.calls.sampling.ask([], None, 10)
    session.finish(0)
    assert left.exception(0) is not None


def initialized(send: Callable[[dict[str, Any]], None], **params: object) -> Session:
    session = Session(Service([], ""), send)
    message = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params}
    session.take(json.dumps(message).encode())
    return session
