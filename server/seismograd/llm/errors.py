"""Why a model did not answer. The text of each error is a sentence for people."""

from __future__ import annotations

from typing import ClassVar


class ModelError(Exception):
    """The model was asked and failed for a reason of its own."""

    sentence: ClassVar[str] = "The language model failed."

    def __init__(self, sentence: str = "") -> None:
        super().__init__(sentence or self.sentence)


class NoModel(ModelError):
    """There is none to ask."""

    sentence = "No language model is available. Everything else works without one."


class NoConsent(ModelError):
    """The user has not allowed it."""

    sentence = "Seismograd has not been allowed to use the language model."


class Quota(ModelError):
    """Enough was asked for now."""

    sentence = "The language model's quota is used up. Try again later."


class Blocked(ModelError):
    """The provider or the model refused this question."""

    sentence = "The language model refused to answer."


class Cancelled(ModelError):
    """Somebody wished to stop."""

    sentence = "The question to the language model was cancelled."


class Unreachable(ModelError):
    """Nobody answered."""

    sentence = "The language model could not be reached."
