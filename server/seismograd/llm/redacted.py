"""A model that is never told a secret."""

from __future__ import annotations

from dataclasses import replace

from seismograd.cancellation import Cancellation
from seismograd.llm.conversation import Completion, Prompt
from seismograd.llm.language_model import Answering, LanguageModel, OnText, pass_on
from seismograd.redaction import redact


class Redacted(Answering):
    def __init__(self, model: LanguageModel) -> None:
        self._model = model

    @property
    def name(self) -> str:
        return self._model.name

    def answer(
        self, prompt: Prompt, on_text: OnText | None, cancel: Cancellation | None
    ) -> Completion:
        return pass_on(self._model, without_secrets(prompt), on_text, cancel)


def without_secrets(prompt: Prompt) -> Prompt:
    messages = tuple(
        replace(message, content=redact(message.content)) for message in prompt.messages
    )
    system = None if prompt.system is None else redact(prompt.system)
    return replace(prompt, messages=messages, system=system)
