"""The language model that an assistant's own application offers: sampling, as MCP calls it."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future
from itertools import groupby
from typing import Any

from seismograd.cancellation import Cancellation
from seismograd.llm.budget import USUAL_ANSWER
from seismograd.llm.conversation import Completion, Message, Prompt
from seismograd.llm.errors import Cancelled, Truncated, Unreachable
from seismograd.llm.language_model import Answering, OnText
from seismograd.llm.structured import asking_for_form
from seismograd.llm.waiting import wait_for
from seismograd.mcp.client_requests import ClientError
from seismograd.mcp.sampling import Answer, Sampling, Turn, read_answer

PATIENCE_S = 180.0
"""People may have to agree first, and models think; a minute is too short for both."""
NO_ANSWER = "The client did not answer for its language model."


class SamplingModel(Answering):
    """A `LanguageModel`; it is asked in words for forms of answers.

    A client that once let the time pass is not asked again: each question would cost it anew.
    """

    def __init__(self, sampling: Sampling, patience: float | None = None) -> None:
        self._sampling = sampling
        self._patience = PATIENCE_S if patience is None else patience
        self._is_silent = False

    @property
    def name(self) -> str:
        return ""

    def answer(
        self, prompt: Prompt, on_text: OnText | None, cancel: Cancellation | None
    ) -> Completion:
        if cancel:
            raise Cancelled
        if self._is_silent:
            raise Unreachable(NO_ANSWER)
        asked = asking_for_form(prompt)
        most = asked.max_tokens or USUAL_ANSWER
        answer = self._read(self._sampling.ask(_turns(asked.messages), asked.system, most), cancel)
        if answer.is_cut_off:
            raise Truncated
        if on_text is not None:
            on_text(answer.text)
        return Completion(answer.text, answer.model)

    def _read(self, future: Future[Any], cancel: Cancellation | None) -> Answer:
        try:
            return read_answer(wait_for(future, self._patience, cancel, NO_ANSWER))
        except Unreachable:
            self._is_silent = True
            raise
        except ClientError as error:
            raise Unreachable(
                f"The client gave no answer of its language model: {error}."
            ) from error


def _turns(messages: Sequence[Message]) -> list[Turn]:
    """Neighbours of one role are one turn: some providers take no others."""
    return [
        Turn(role.value, "\n\n".join(message.content for message in group))
        for role, group in groupby(messages, lambda message: message.role)
    ]
