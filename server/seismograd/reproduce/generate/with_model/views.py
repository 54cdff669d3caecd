"""What a model is shown of a case at a time."""

from __future__ import annotations

from collections.abc import Sequence

from seismograd.llm import Message
from seismograd.llm.quotes import Quotes
from seismograd.llm.tokens import tokens_of
from seismograd.reproduce.case import Case
from seismograd.reproduce.generate.with_model.contexts import Contexts
from seismograd.reproduce.generate.with_model.lookups import looked_up
from seismograd.reproduce.generate.with_model.prompts import lasting_messages


class View:
    """One context: the parts that are shown, and how they are quoted."""

    def __init__(self, case: Case, contexts: Contexts, tokens: int) -> None:
        self.case = case
        self._contexts = contexts
        self.tokens = tokens
        self.failures = 0
        self.quotes = Quotes()
        self._looks: dict[str, str] = {}
        self.turn_to(0, 0)

    @property
    def looked_up(self) -> str:
        """What was asked for, the newest last, as far as it has room."""
        if not self._looks:
            return ""
        shown: list[str] = []
        room = self.tokens // 2
        for text in reversed(self._looks.values()):
            room -= tokens_of(text)
            if room < 0:
                break
            shown.insert(0, text)
        return "\n\n".join(["# What you asked to see", *shown])

    def look_up(self, requests: Sequence[str]) -> None:
        for request in requests:
            self._looks[request] = looked_up(request, self.case, self.quotes)

    def turn_to(self, index: int, begun_with: int) -> None:
        """`begun_with` is how many scripts of one's own there were before."""
        self.index = index
        self.proposed = 0
        self.begun_with = begun_with
        self.lasting = self._messages()

    def shrink(self) -> None:
        self.tokens //= 2
        self.lasting = self._messages()

    def _messages(self) -> tuple[Message, ...]:
        parts = self._contexts.window(self.index, self.tokens)
        return lasting_messages(self.case, parts, self.tokens, self.quotes)
