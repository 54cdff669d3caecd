"""Anthropic's models, through the SDK of its makers."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from seismograd.cancellation import Cancellation
from seismograd.llm.conversation import Completion, Message, Role, Usage
from seismograd.llm.errors import (
    Blocked,
    Cancelled,
    ModelError,
    NoConsent,
    NoModel,
    Quota,
    Unreachable,
)
from seismograd.llm.language_model import OnText

if TYPE_CHECKING:
    import anthropic
    from anthropic.types import Message as Answer
    from anthropic.types import MessageParam

KEY_VARIABLE = "ANTHROPIC_API_KEY"
DEFAULT_MODEL = "claude-sonnet-5-5"
MAX_TOKENS = 8192
REFUSAL = "refusal"


class AnthropicModel:
    """A `LanguageModel`; the key comes from the environment and is kept nowhere else."""

    def __init__(self, model: str | None = None, base_url: str | None = None) -> None:
        self._model = model or DEFAULT_MODEL
        self._base_url = base_url

    def complete(
        self,
        messages: Sequence[Message],
        *,
        system: str | None = None,
        on_text: OnText | None = None,
        cancel: Cancellation | None = None,
    ) -> Completion:
        client = self._client()
        with client, _told_to_people(), self._stream(client, messages, system) as stream:
            for piece in stream.text_stream:
                if cancel:
                    raise Cancelled
                if on_text is not None:
                    on_text(piece)
            answer = stream.get_final_message()
        return _completion(answer)

    def _client(self) -> anthropic.Anthropic:
        try:
            import anthropic
        except ImportError as error:
            raise NoModel(
                "Anthropic's models need its package: pip install 'seismograd[anthropic]'."
            ) from error
        key = os.environ.get(KEY_VARIABLE)
        if not key:
            raise NoModel(f"Anthropic's models need a key in the variable {KEY_VARIABLE}.")
        return anthropic.Anthropic(api_key=key, base_url=self._base_url)

    def _stream(
        self, client: anthropic.Anthropic, messages: Sequence[Message], system: str | None
    ) -> anthropic.MessageStreamManager[None]:
        import anthropic

        return client.messages.stream(
            model=self._model,
            max_tokens=MAX_TOKENS,
            messages=[_turn(message) for message in messages],
            system=anthropic.omit if system is None else system,
        )


def _turn(message: Message) -> MessageParam:
    if message.role is Role.USER:
        return {"role": "user", "content": message.content}
    return {"role": "assistant", "content": message.content}


def _completion(answer: Answer) -> Completion:
    text = "".join(block.text for block in answer.content if block.type == "text")
    if answer.stop_reason == REFUSAL:
        raise Blocked
    usage = Usage(answer.usage.input_tokens, answer.usage.output_tokens)
    return Completion(text, answer.model, usage)


@contextmanager
def _told_to_people() -> Iterator[None]:
    """Let what the SDK raises pass as errors that people understand."""
    import anthropic

    try:
        yield
    except anthropic.APIStatusError as error:
        raise _of_status(error) from error
    except anthropic.APIConnectionError as error:
        raise Unreachable("Anthropic's service could not be reached.") from error
    except anthropic.APIError as error:
        raise ModelError(f"Anthropic's service broke off: {error.message}") from error


def _of_status(error: anthropic.APIStatusError) -> ModelError:
    status = error.status_code
    if status in (401, 403):
        return NoConsent(f"Anthropic's service refused the key in {KEY_VARIABLE}.")
    if status == 404:
        return NoModel("Anthropic's service has no such model. Look at the setting llm.model.")
    if status == 429 or (status == 400 and "credit balance" in error.message):
        return Quota()
    if status == 529 or status >= 500:
        return Unreachable(f"Anthropic's service is overloaded or down (status {status}).")
    return ModelError(f"Anthropic's service did not accept the question (status {status}).")
