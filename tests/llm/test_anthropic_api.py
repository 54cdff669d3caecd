"""Anthropic's own SDK against a server on this machine."""

from __future__ import annotations

import logging
import socket
import sys

import pytest

from seismograd.cancellation import Cancellation
from seismograd.llm import (
    Blocked,
    Cancelled,
    Message,
    ModelError,
    NoConsent,
    NoModel,
    Quota,
    Role,
    Unreachable,
    Usage,
)
from seismograd.llm.anthropic_api import DEFAULT_MODEL, KEY_VARIABLE, AnthropicModel
from tests.llm.messages_api import messages_api

pytest.importorskip("anthropic")
KEY = "a-key-for-tests"
TALK = [
    Message(Role.USER, "Which loss?"),
    Message(Role.ASSISTANT, "For what?"),
    Message(Role.USER, "Classes."),
]


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KEY_VARIABLE, KEY)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")


def test_an_answer_streams_in_and_is_returned_whole() -> None:
    pieces: list[str] = []
    with messages_api() as api:
        model = AnthropicModel("some-model", api.address)
        answer = model.complete(TALK, system="Be brief.", on_text=pieces.append)
    assert (answer.text, answer.model, answer.usage) == (
        "Cross entropy.", "some-model", Usage(11, 7)
    )  # fmt: skip
    assert pieces == ["Cross", " entropy."]
    (request,) = api.requests
    assert (request["path"], request["system"]) == ("/v1/messages", "Be brief.")
    assert [turn["role"] for turn in request["messages"]] == ["user", "assistant", "user"]
    assert sum(KEY in value for value in api.headers[0].values()) == 1


def test_without_a_preference_there_is_a_default_and_no_system_text() -> None:
    with messages_api() as api:
        assert AnthropicModel(base_url=api.address).complete(TALK).model == DEFAULT_MODEL
    assert "system" not in api.requests[0]


@pytest.mark.parametrize(
    ("status", "message", "kind"),
    [
        (400, "messages: too long", ModelError),
        (400, "Your credit balance is too low", Quota),
        (401, "invalid x-api-key", NoConsent),
        (403, "not allowed", NoConsent),
        (404, "model: nothing", NoModel),
        (429, "rate limited", Quota),
        (500, "broken", Unreachable),
        (529, "overloaded", Unreachable),
    ],
)
def test_refusals_have_a_kind_and_never_the_key(
    status: int, message: str, kind: type[ModelError], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    error = {"type": "some_error", "message": message}
    with messages_api(status=status, error=error) as api, pytest.raises(kind) as raised:
        AnthropicModel(base_url=api.address).complete(TALK)
    assert type(raised.value) is kind
    assert KEY not in f"{raised.value} {caplog.text}"


def test_a_stream_that_breaks_off_is_an_error() -> None:
    with messages_api(breaks_off=True) as api, pytest.raises(ModelError):
        AnthropicModel(base_url=api.address).complete(TALK)


def test_a_refusal_of_the_model_is_one() -> None:
    with messages_api(stop_reason="refusal", pieces=[]) as api, pytest.raises(Blocked):
        AnthropicModel(base_url=api.address).complete(TALK)


def test_nobody_there_is_unreachable() -> None:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        address = f"http://127.0.0.1:{probe.getsockname()[1]}"
    with pytest.raises(Unreachable):
        AnthropicModel(base_url=address).complete(TALK)


def test_cancelling_ends_the_stream() -> None:
    cancel = Cancellation()
    pieces: list[str] = []

    def take(piece: str) -> None:
        pieces.append(piece)
        cancel.set()

    with messages_api(pieces=["a", "b", "c"]) as api, pytest.raises(Cancelled):
        AnthropicModel(base_url=api.address).complete(TALK, on_text=take, cancel=cancel)
    assert pieces == ["a"]


def test_without_a_key_people_hear_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(KEY_VARIABLE)
    with pytest.raises(NoModel, match=KEY_VARIABLE):
        AnthropicModel().complete(TALK)


def test_without_the_package_people_hear_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "anthropic", None)
    with pytest.raises(NoModel, match="pip install"):
        AnthropicModel().complete(TALK)
