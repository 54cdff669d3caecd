"""What every provider of a language model offers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from seismograd.cancellation import Cancellation
from seismograd.llm.conversation import Completion, Message

OnText = Callable[[str], object]
"""Is given each piece of an answer as it comes, possibly in another thread; must be quick."""


class LanguageModel(Protocol):
    """Asks a model and waits for the answer; for a thread that may wait."""

    def complete(
        self,
        messages: Sequence[Message],
        *,
        system: str | None = None,
        on_text: OnText | None = None,
        cancel: Cancellation | None = None,
    ) -> Completion:
        """Continue a conversation; raises `ModelError` with a sentence for people.

        Setting `cancel` makes it raise `Cancelled` and withdraws the question.
        """
        ...
