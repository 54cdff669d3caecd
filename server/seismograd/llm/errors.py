"""Why a model did not answer. The text of each error is a sentence for people."""

from __future__ import annotations

import re
from typing import ClassVar

from seismograd.llm.conversation import Usage

_TOO_LONG = re.compile(
    r"(?i)prompt is too long|exceeds? (?:the |its )?(?:\w+ )?(?:context|token|limit)|"
    r"context (?:limit|window|length)|(?:max\w*|too many) (?:\w+ )?tokens|token limit|"
    r"request too large"
)


def is_about_length(sentence: str) -> bool:
    """Whether a provider says, in whatever words, that a question is too long."""
    return bool(_TOO_LONG.search(sentence[:2_000]))


class ModelError(Exception):
    """The model was asked and failed for a reason of its own."""

    sentence: ClassVar[str] = "The language model failed."

    def __init__(self, sentence: str = "", usage: Usage | None = None) -> None:
        super().__init__(sentence or self.sentence)
        self.usage = usage
        """What it cost all the same, where that is known."""


class NoModel(ModelError):
    """There is none to ask."""

    sentence = "No language model is available. Everything else works without one."


class NoConsent(ModelError):
    """The user has not allowed it."""

    sentence = "Seismograd has not been allowed to use the language model."


class Quota(ModelError):
    """Enough was asked for now."""

    sentence = "The language model's quota is used up. Try again later."


class BudgetSpent(ModelError):
    """Enough was asked by our own count."""

    sentence = "The budget for the language model is spent."


class Blocked(ModelError):
    """The provider or the model refused this question."""

    sentence = "The language model refused to answer."


class ContextTooLong(ModelError):
    """The question is longer than the model can read; a shorter one may do."""

    sentence = "The question is too long for the language model."


class Truncated(ModelError):
    """The answer is longer than was allowed, and its end is missing."""

    sentence = "The language model's answer was cut off: it is longer than allowed."


class Malformed(ModelError):
    """The answer does not have the form that was asked for."""

    sentence = "The language model's answer does not have the form that was asked for."


class NotRecorded(ModelError):
    """A transcript holds no answer to this question."""

    sentence = "The transcript holds no answer to this question."


class Cancelled(ModelError):
    """Somebody wished to stop."""

    sentence = "The question to the language model was cancelled."


class Unreachable(ModelError):
    """Nobody answered."""

    sentence = "The language model could not be reached."
