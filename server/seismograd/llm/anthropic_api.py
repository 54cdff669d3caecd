"""Anthropic's models, through the SDK of its makers."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from seismograd.cancellation import Cancellation
from seismograd.llm.anthropic_errors import (
    KEY_VARIABLE,
    is_passing,
    knows_no_forms,
    of_status,
    told_to_people,
)
from seismograd.llm.anthropic_request import answer_form, system_text, told_usage, turns
from seismograd.llm.background import BackgroundCall
from seismograd.llm.conversation import Completion, Prompt, Usage
from seismograd.llm.errors import (
    Blocked,
    Cancelled,
    ContextTooLong,
    ModelError,
    NoModel,
    Truncated,
    Unreachable,
)
from seismograd.llm.language_model import Answering, OnText
from seismograd.llm.structured import asking_for_form
from seismograd.llm.tokens import estimated_tokens
from seismograd.whole_sentences import whole_sentences

if TYPE_CHECKING:
    import anthropic
    from anthropic.lib.streaming import ParsedMessageStreamEvent
    from anthropic.types import Message as Answer

__all__ = ["DEFAULT_MODEL", "KEY_VARIABLE", "AnthropicModel"]

DEFAULT_MODEL = "claude-sonnet-5-5"
MAX_TOKENS = 8192
RETRIES = 4
"""By the SDK, before an answer begins: 408, 409, 429, 5xx, 529 and lost connections."""
PAUSES = (0.5, 2.0)
"""Seconds before an answer that broke off is asked for again, by us."""
PATIENCE = 900.0
"""Seconds for an answer with all retries: a service may ask to be left alone for very long."""


class _BrokenOff(Exception):
    """A stream ended before its answer did."""

    def __init__(self, told: ModelError) -> None:
        super().__init__(str(told))
        self.told = told


@dataclass
class _Telling:
    """How far the stream of an answer has come."""

    on_text: OnText | None
    cancel: Cancellation | None
    usage: Usage = field(default_factory=Usage)
    characters: int = 0

    def hear(self, text: str) -> None:
        if self.cancel:
            raise Cancelled
        self.characters += len(text)
        if self.on_text is not None:
            self.on_text(text)

    @property
    def spent(self) -> Usage:
        """At least so much was used up, should nobody tell it exactly."""
        output = estimated_tokens(self.characters)
        return replace(self.usage, output_tokens=max(output, self.usage.output_tokens))


def _load_ahead() -> None:
    with suppress(ImportError):
        import_module("anthropic")


class AnthropicModel(Answering):
    """A `LanguageModel`; the key comes from the environment and is kept nowhere else."""

    def __init__(
        self,
        model: str | None = None,
        base_url: str | None = None,
        *,
        retries: int = RETRIES,
        pauses: Sequence[float] = PAUSES,
        patience: float = PATIENCE,
    ) -> None:
        self._model = model or DEFAULT_MODEL
        self._base_url = base_url
        self._retries = retries
        self._pauses = tuple(pauses)
        self._patience = patience
        self._takes_forms = True
        # It takes seconds, and the first question need not wait for it.
        threading.Thread(target=_load_ahead, name="seismograd-load", daemon=True).start()

    @property
    def name(self) -> str:
        return self._model

    @staticmethod
    def lacks() -> str | None:
        """What is missing before a question can be sent, as a sentence."""
        if find_spec("anthropic") is None:
            return "Anthropic's models need its package: pip install 'seismograd[anthropic]'."
        if not os.environ.get(KEY_VARIABLE):
            return f"Anthropic's models need a key in the variable {KEY_VARIABLE}."
        return None

    def answer(
        self, prompt: Prompt, on_text: OnText | None, cancel: Cancellation | None
    ) -> Completion:
        if cancel:
            raise Cancelled
        call = BackgroundCall(lambda: self._converse(prompt, _Telling(on_text, cancel)))
        return call.result(self._patience, cancel)

    async def _converse(self, prompt: Prompt, telling: _Telling) -> Completion:
        client = self._client()
        async with client:
            with told_to_people():
                return await self._patiently(client, prompt, telling)

    def _client(self) -> anthropic.AsyncAnthropic:
        missing = self.lacks()
        if missing is not None:
            raise NoModel(missing)
        import anthropic

        key = os.environ[KEY_VARIABLE]
        return anthropic.AsyncAnthropic(
            api_key=key,
            base_url=self._base_url,
            max_retries=self._retries,
            # By default a redirection takes the key along, to whatever host it names.
            http_client=anthropic.DefaultAsyncHttpxClient(follow_redirects=False),
        )

    async def _patiently(
        self, client: anthropic.AsyncAnthropic, prompt: Prompt, telling: _Telling
    ) -> Completion:
        """Ask again where an answer breaks off: that is beyond the SDK's own retries."""
        lost = Usage()
        for pause in (*self._pauses, None):
            try:
                completion = await self._in_some_form(client, prompt, telling)
            except _BrokenOff as error:
                lost += telling.spent
                if pause is None:
                    error.told.usage = lost
                    raise error.told from error
            except ModelError as error:
                error.usage = lost + (error.usage or Usage())
                raise
            else:
                return replace(completion, usage=lost + (completion.usage or Usage()))
            await asyncio.sleep(pause)
            telling = _Telling(telling.on_text, telling.cancel)
        raise AssertionError("the last pause is None")

    async def _in_some_form(
        self, client: anthropic.AsyncAnthropic, prompt: Prompt, telling: _Telling
    ) -> Completion:
        """A model that cannot be held to a form is asked for it in words."""
        import anthropic

        if prompt.schema is not None and self._takes_forms:
            try:
                return await self._once(client, prompt, telling)
            except anthropic.APIStatusError as error:
                if not knows_no_forms(error):
                    raise
                self._takes_forms = False
        return await self._once(client, asking_for_form(prompt), telling)

    async def _once(
        self, client: anthropic.AsyncAnthropic, prompt: Prompt, telling: _Telling
    ) -> Completion:
        is_whole = False
        async with client.messages.stream(**self._request(prompt)) as stream:
            async for event in _unbroken(stream):
                if event.type == "message_start":
                    telling.usage = told_usage(event.message.usage)
                elif event.type == "text":
                    telling.hear(event.text)
                is_whole = is_whole or event.type == "message_stop"
            if not is_whole:
                raise _BrokenOff(ModelError("Anthropic's service broke off its answer."))
            return _completion(await stream.get_final_message())

    def _request(self, prompt: Prompt) -> dict[str, Any]:
        request: dict[str, Any] = {
            "model": self._model,
            "max_tokens": prompt.max_tokens or MAX_TOKENS,
            "messages": turns(prompt.messages),
        }
        if prompt.system is not None:
            request["system"] = system_text(prompt.system, prompt.messages)
        if prompt.schema is not None:
            request["output_config"] = answer_form(prompt.schema)
        return request


async def _unbroken(
    stream: anthropic.AsyncMessageStream[None],
) -> AsyncIterator[ParsedMessageStreamEvent[None]]:
    """The events of a stream; what it breaks off with is a `_BrokenOff`."""
    import anthropic

    try:
        async for event in stream:
            yield event
    except anthropic.APIStatusError as error:
        if is_passing(error):
            raise _BrokenOff(of_status(error)) from error
        raise
    except Exception as error:
        # The SDK lets through what the connection and the parsing of a torn event raise.
        told = Unreachable("The connection to Anthropic's service broke off.")
        raise _BrokenOff(told) from error


def _completion(answer: Answer) -> Completion:
    text = "".join(block.text for block in answer.content if block.type == "text")
    usage = told_usage(answer.usage)
    match answer.stop_reason:
        case "refusal":
            raise Blocked(_why_refused(answer), usage)
        case "max_tokens":
            raise Truncated(usage=usage)
        case "model_context_window_exceeded":
            raise ContextTooLong(usage=usage)
    return Completion(text, answer.model, usage)


def _why_refused(answer: Answer) -> str:
    """A sentence with the service's reason, if any: harmless work on models can trip a filter."""
    details = answer.stop_details
    reason = whole_sentences(str(details.explanation or ""), 300) if details else ""
    return f"{Blocked.sentence.rstrip('.')}: {reason.rstrip('.')}." if reason else ""
