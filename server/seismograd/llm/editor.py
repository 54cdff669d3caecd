"""The model that the user's editor offers, asked through whatever connects us with the editor."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Protocol

from seismograd.cancellation import Cancellation
from seismograd.llm.conversation import Completion, Message, Prompt
from seismograd.llm.errors import Cancelled
from seismograd.llm.language_model import Answering, OnText
from seismograd.llm.structured import asking_for_form
from seismograd.llm.waiting import wait_for

PATIENCE = 600.0
"""Seconds for an answer: people may have to be asked for consent, and models may think."""
NO_ANSWER = "The editor did not answer for its language model."


@dataclass(frozen=True, slots=True)
class Question:
    """What the editor is asked; `model` is the user's preference."""

    messages: Sequence[Message]
    system: str | None = None
    model: str | None = None


class EditorTransport(Protocol):
    """The way to the editor."""

    def ask(self, question: Question, on_text: OnText | None) -> Future[Completion]:
        """Send a question; the future fails with a `ModelError`, cancelling it withdraws it."""
        ...


class EditorModel(Answering):
    """A `LanguageModel` that the editor answers for; it is asked in words for forms of answers."""

    def __init__(
        self, transport: EditorTransport, model: str | None = None, patience: float = PATIENCE
    ) -> None:
        self._transport = transport
        self._model = model
        self._patience = patience

    @property
    def name(self) -> str:
        return self._model or ""

    def answer(
        self, prompt: Prompt, on_text: OnText | None, cancel: Cancellation | None
    ) -> Completion:
        if cancel:
            raise Cancelled
        asked = asking_for_form(prompt)
        question = Question(list(asked.messages), asked.system, self._model)
        answer = self._transport.ask(question, on_text)
        return wait_for(answer, self._patience, cancel, NO_ANSWER)
