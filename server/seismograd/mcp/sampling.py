"""Sampling, as the protocol calls it: the client's own language model is asked through the client.

The client shows the question to its user where it wants to, chooses the model and pays for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any

from seismograd.mcp.client_requests import ClientError, ClientRequests
from seismograd.mcp.json_object import JsonObject

METHOD = "sampling/createMessage"
LONGEST_ANSWER = 100_000
"""Characters: some ten times what is ever asked for. A longer text is no answer."""


@dataclass(frozen=True, slots=True)
class Turn:
    role: str
    """`user` or `assistant`."""
    text: str


@dataclass(frozen=True, slots=True)
class Answer:
    text: str
    model: str
    is_cut_off: bool


class Sampling:
    """Asks the client's model, without anything of the conversation that the client has with it."""

    def __init__(self, requests: ClientRequests) -> None:
        self._requests = requests

    def ask(self, turns: Sequence[Turn], system: str | None, max_tokens: int) -> Future[Any]:
        """For `read_answer`; fails with `ClientError`, and cancelling it withdraws the question."""
        params: JsonObject = {
            "messages": [_message(turn) for turn in turns],
            "maxTokens": max_tokens,
            "includeContext": "none",
            # A judgement: neither the fastest model nor the cheapest one.
            "modelPreferences": {"intelligencePriority": 1},
        }
        if system is not None:
            params["systemPrompt"] = system
        return self._requests.ask(METHOD, params)


def is_offered(initialize: JsonObject) -> bool:
    """Whether a client that introduces itself so can be asked."""
    capabilities = initialize.get("capabilities")
    return isinstance(capabilities, dict) and isinstance(capabilities.get("sampling"), dict)


def read_answer(result: object) -> Answer:
    """Raises `ClientError` where there is no text in it."""
    if not isinstance(result, dict):
        raise ClientError("the answer is not an object")
    text = "".join(_texts(result.get("content")))
    if not text.strip():
        raise ClientError("there is no text in the answer")
    if len(text) > LONGEST_ANSWER:
        raise ClientError(f"the answer is longer than {LONGEST_ANSWER} characters")
    model = result.get("model")
    name = model[:100] if isinstance(model, str) else ""
    return Answer(text, name, result.get("stopReason") == "maxTokens")


def _message(turn: Turn) -> JsonObject:
    return {"role": turn.role, "content": {"type": "text", "text": turn.text}}


def _texts(content: object) -> list[str]:
    """One block or several; pictures and sounds say nothing here."""
    blocks = content if isinstance(content, list) else [content]
    texts = [one.get("text") for one in blocks if isinstance(one, dict)]
    return [text for text in texts if isinstance(text, str)]
