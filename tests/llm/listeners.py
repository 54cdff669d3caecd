"""Models for tests: they remember what they heard and say what they are told to."""

from __future__ import annotations

from seismograd.cancellation import Cancellation
from seismograd.llm import Completion, ModelError, OnText, Prompt
from seismograd.llm.language_model import Answering


class Parrot(Answering):
    """Says each line once, the last for ever."""

    def __init__(self, *lines: Completion | ModelError | str, name: str = "m") -> None:
        self._lines = list(lines)
        self._name = name
        self.heard: list[Prompt] = []

    @property
    def name(self) -> str:
        return self._name

    def answer(
        self, prompt: Prompt, on_text: OnText | None, cancel: Cancellation | None
    ) -> Completion:
        self.heard.append(prompt)
        line = self._lines.pop(0) if len(self._lines) > 1 else self._lines[0]
        if isinstance(line, ModelError):
            raise line
        answer = Completion(line, self._name) if isinstance(line, str) else line
        if on_text is not None:
            on_text(answer.text)
        return answer
