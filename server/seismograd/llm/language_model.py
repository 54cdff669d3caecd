"""What every provider of a language model offers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Protocol

from seismograd.cancellation import Cancellation
from seismograd.llm.conversation import Completion, Message, Prompt, Schema

OnText = Callable[[str], object]
"""Is given each piece of an answer as it comes, possibly in another thread; must be quick.

An answer that breaks off is asked for again and then comes from its beginning."""


class LanguageModel(Protocol):
    """Asks a model and waits for the answer; for a thread that may wait."""

    @property
    def name(self) -> str:
        """What the provider calls the model; "" where it is the provider's choice."""
        ...

    def complete(
        self,
        messages: Sequence[Message],
        *,
        system: str | None = None,
        schema: Schema | None = None,
        max_tokens: int | None = None,
        on_text: OnText | None = None,
        cancel: Cancellation | None = None,
    ) -> Completion:
        """Continue a conversation; raises `ModelError` with a sentence for people.

        Setting `cancel` makes it raise `Cancelled` at once and withdraws the question.
        """
        ...


class Answering(ABC):
    """A `LanguageModel` that takes its question in one piece."""

    @property
    @abstractmethod
    def name(self) -> str: ...

    @abstractmethod
    def answer(
        self, prompt: Prompt, on_text: OnText | None, cancel: Cancellation | None
    ) -> Completion: ...

    def complete(
        self,
        messages: Sequence[Message],
        *,
        system: str | None = None,
        schema: Schema | None = None,
        max_tokens: int | None = None,
        on_text: OnText | None = None,
        cancel: Cancellation | None = None,
    ) -> Completion:
        prompt = Prompt(tuple(messages), system, schema, max_tokens)
        return self.answer(prompt, on_text, cancel)


def pass_on(
    model: LanguageModel, prompt: Prompt, on_text: OnText | None, cancel: Cancellation | None
) -> Completion:
    """Ask a model what another was asked."""
    return model.complete(
        prompt.messages,
        system=prompt.system,
        schema=prompt.schema,
        max_tokens=prompt.max_tokens,
        on_text=on_text,
        cancel=cancel,
    )
