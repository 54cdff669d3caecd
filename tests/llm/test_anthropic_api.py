"""Anthropic's own SDK against a server on this machine."""

from __future__ import annotations

import logging
import socket
import sys
import threading
import time

import pytest

from seismograd.cancellation import Cancellation
from seismograd.llm import (
    Blocked,
    Cancelled,
    ContextTooLong,
    Message,
    ModelError,
    NoConsent,
    NoModel,
    Quota,
    Role,
    Truncated,
    Unreachable,
    Usage,
)
from seismograd.llm.anthropic_api import DEFAULT_MODEL, KEY_VARIABLE, AnthropicModel
from tests.llm.messages_api import MessagesApi, Reply, fails, messages_api, says, says_json

KEY = "a-key-for-tests"
TALK = [
    Message(Role.USER, "Which loss?"),
    Message(Role.ASSISTANT, "For what?"),
    Message(Role.USER, "Classes."),
]
FORM = {"type": "object", "properties": {"loss": {"type": "string"}}, "required": ["loss"]}


def asking(api: MessagesApi, **more: object) -> AnthropicModel:
    """A model that does not sleep long between its tries."""
    settings: dict[str, object] = {"retries": 2, "pauses": (0.01, 0.01), **more}
    return AnthropicModel("some-model", api.address, **settings)  # type: ignore[arg-type]


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
    assert sum(KEY in value for value in api.sent_headers[0].values()) == 1


def test_without_a_preference_there_is_a_default_and_no_system_text() -> None:
    with messages_api() as api:
        assert AnthropicModel(base_url=api.address).complete(TALK).model == DEFAULT_MODEL
    assert "system" not in api.requests[0]


@pytest.mark.parametrize(
    ("status", "message", "kind"),
    [
        (400, "messages: roles must alternate", ModelError),
        (400, "prompt is too long: 210000 tokens > 200000 maximum", ContextTooLong),
        (400, "input length and `max_tokens` exceed context limit: 199999", ContextTooLong),
        (413, "request too large", ContextTooLong),
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


@pytest.mark.parametrize(
    ("broken", "kind"),
    [
        (Reply(breaks_off=True), Unreachable),
        (Reply(breaks_off=True, error_type="rate_limit_error"), Quota),
        (Reply(hangs_up=True), Unreachable),
        (Reply(ends_early=True), ModelError),
        (Reply(pieces=[], ends_early=True), ModelError),
    ],
)
def test_an_answer_that_always_breaks_off_is_an_error(
    broken: Reply, kind: type[ModelError]
) -> None:
    with messages_api(script=[broken]) as api, pytest.raises(kind) as raised:
        asking(api).complete(TALK)
    assert type(raised.value) is kind
    assert len(api.requests) == 3
    assert raised.value.usage is not None
    assert raised.value.usage.input_tokens == 33


@pytest.mark.parametrize(
    "broken", [Reply(breaks_off=True), Reply(hangs_up=True), Reply(ends_early=True)]
)
def test_an_answer_that_breaks_off_is_asked_for_again_and_paid_for(broken: Reply) -> None:
    with messages_api(script=[broken, says("Hinge.")]) as api:
        answer = asking(api).complete(TALK)
    assert answer.text == "Hinge."
    assert answer.usage is not None
    assert answer.usage.input_tokens == 22
    assert answer.usage.output_tokens > 7
    assert api.requests[0] == api.requests[1]


def test_an_error_in_the_stream_that_stays_is_not_asked_again() -> None:
    reply = Reply(breaks_off=True, error_type="invalid_request_error")
    with messages_api(script=[reply]) as api, pytest.raises(ModelError, match="did not accept"):
        asking(api).complete(TALK)
    assert len(api.requests) == 1


@pytest.mark.parametrize("status", [408, 429, 500, 503, 529])
def test_passing_troubles_are_waited_out_as_long_as_the_service_says(status: int) -> None:
    script = [fails(status, retry_after_ms="150"), says("Hinge.")]
    with messages_api(script=script) as api:
        began = time.monotonic()
        assert asking(api).complete(TALK).text == "Hinge."
    assert time.monotonic() - began >= 0.15
    assert len(api.requests) == 2


def test_troubles_that_do_not_pass_are_given_up() -> None:
    script = [fails(529, retry_after_ms="5")]
    with messages_api(script=script) as api, pytest.raises(Unreachable):
        asking(api).complete(TALK)
    assert len(api.requests) == 3


def test_a_service_that_wants_to_be_left_alone_for_ever_is() -> None:
    script = [fails(429, retry_after="86400")]
    with messages_api(script=script) as api, pytest.raises(Unreachable, match="in time"):
        asking(api, patience=0.3).complete(TALK)


@pytest.mark.parametrize(
    ("reason", "kind"),
    [
        ("refusal", Blocked),
        ("max_tokens", Truncated),
        ("model_context_window_exceeded", ContextTooLong),
    ],
)
def test_answers_that_are_none_have_a_kind_and_a_cost(reason: str, kind: type[ModelError]) -> None:
    with messages_api(stop_reason=reason, pieces=["I"]) as api, pytest.raises(kind) as raised:
        asking(api).complete(TALK)
    assert raised.value.usage == Usage(11, 7)


def test_a_refusal_says_why_where_the_service_does() -> None:
    details = {"type": "refusal", "category": "frontier_llm", "explanation": "It trains models."}
    sentence = r"refused to answer: It trains models\.$"
    with (
        messages_api(stop_reason="refusal", stop_details=details) as api,
        pytest.raises(Blocked, match=sentence),
    ):
        asking(api).complete(TALK)


def test_lasting_parts_are_marked_for_the_cache_and_what_it_gave_is_told() -> None:
    parts = [Message(Role.USER, text, is_lasting=True) for text in "abcde"]
    talk = [*parts, Message(Role.USER, "f")]
    cached = {"input_tokens": 3, "cache_creation_input_tokens": 5, "cache_read_input_tokens": 70}
    with messages_api(usage=cached) as api:
        answer = asking(api).complete(talk, system="Be brief.")
    assert answer.usage == Usage(3, 7, 5, 70)
    (request,) = api.requests
    (turn,) = request["messages"]
    assert [block["text"] for block in turn["content"]] == list("abcdef")
    assert ["cache_control" in block for block in turn["content"]] == [0, 0, 1, 1, 1, 0]
    assert request["system"][0]["cache_control"] == {"type": "ephemeral"}


def test_a_form_is_asked_of_the_service() -> None:
    with messages_api(script=[says_json({"loss": "hinge"})]) as api:
        assert asking(api).complete(TALK, schema=FORM, max_tokens=99).text == '{"loss": "hinge"}'
    (request,) = api.requests
    assert request["output_config"] == {"format": {"type": "json_schema", "schema": FORM}}
    assert request["max_tokens"] == 99


def test_a_model_that_knows_no_forms_is_asked_in_words_from_then_on() -> None:
    refusal = fails(400, "output_config.format: not supported by this model")
    with messages_api(script=[refusal, says("x")]) as api:
        model = asking(api)
        model.complete(TALK, schema=FORM)
        model.complete(TALK, schema=FORM)
    assert ["output_config" in request for request in api.requests] == [True, False, False]
    assert '"loss"' in api.said(1)


def test_nobody_there_is_unreachable() -> None:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        address = f"http://127.0.0.1:{probe.getsockname()[1]}"
    with pytest.raises(Unreachable):
        AnthropicModel(base_url=address, retries=0).complete(TALK)


def test_cancelling_ends_the_stream() -> None:
    cancel = Cancellation()
    pieces: list[str] = []

    def take(piece: str) -> None:
        pieces.append(piece)
        cancel.set()

    with messages_api(pieces=["a", "b", "c"]) as api, pytest.raises(Cancelled):
        AnthropicModel(base_url=api.address).complete(TALK, on_text=take, cancel=cancel)
    assert pieces == ["a"]


def cancel_once_asked(api: MessagesApi, cancel: Cancellation) -> None:
    def work() -> None:
        while not api.requests:
            time.sleep(0.01)
        time.sleep(0.05)
        cancel.set()

    threading.Thread(target=work, daemon=True).start()


@pytest.mark.parametrize("waits_before_headers", [True, False])
def test_cancelling_is_heeded_while_nothing_has_come_and_hangs_up(
    waits_before_headers: bool,
) -> None:
    cancel, never = Cancellation(), threading.Event()
    slow = Reply(waits_for=never, waits_before_headers=waits_before_headers)
    with messages_api(script=[slow]) as api:
        cancel_once_asked(api, cancel)
        with pytest.raises(Cancelled):
            asking(api).complete(TALK, cancel=cancel)
        assert api.hung_up.wait(10)
        assert len(api.requests) == 1


def test_cancelling_is_heeded_while_the_service_is_waited_for() -> None:
    cancel = Cancellation()
    with messages_api(script=[fails(429, retry_after="60"), says("late")]) as api:
        cancel_once_asked(api, cancel)
        began = time.monotonic()
        with pytest.raises(Cancelled):
            asking(api).complete(TALK, cancel=cancel)
        assert time.monotonic() - began < 30
        assert not [t for t in threading.enumerate() if t.name == "language-model" and _lives(t)]
        assert len(api.requests) == 1


def _lives(thread: threading.Thread) -> bool:
    thread.join(10)
    return thread.is_alive()


def test_what_is_cancelled_already_is_not_asked() -> None:
    cancel = Cancellation()
    cancel.set()
    with messages_api() as api, pytest.raises(Cancelled):
        asking(api).complete(TALK, cancel=cancel)
    assert api.requests == []


def test_whoever_listens_badly_hears_of_it() -> None:
    def fall_over(piece: str) -> None:
        raise LookupError(piece)

    with messages_api() as api, pytest.raises(LookupError):
        asking(api).complete(TALK, on_text=fall_over)
    assert len(api.requests) == 1


def test_without_a_key_people_hear_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(KEY_VARIABLE)
    with pytest.raises(NoModel, match=KEY_VARIABLE):
        AnthropicModel().complete(TALK)


def test_without_the_package_people_hear_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "anthropic", None)
    with pytest.raises(NoModel, match="pip install"):
        AnthropicModel().complete(TALK)
