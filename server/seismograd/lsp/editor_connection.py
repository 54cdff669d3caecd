"""The way from whoever asks a language model to the client that has one."""

from __future__ import annotations

import uuid
from concurrent.futures import Future, InvalidStateError
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from seismograd.llm import Completion, ModelError, OnText
from seismograd.llm.editor import Question
from seismograd.lsp.model_errors import model_error
from seismograd.lsp.protocol import COMPLETE, CompleteMessage, CompleteParams, CompletionParams

if TYPE_CHECKING:
    from seismograd.lsp.language_server import SeismogradServer


class EditorConnection:
    """An `EditorTransport`: questions may come from any thread, the wire belongs to the loop."""

    def __init__(self, server: SeismogradServer) -> None:
        self._server = server
        self._streams: dict[str, OnText] = {}

    def ask(self, question: Question, on_text: OnText | None) -> Future[Completion]:
        answer: Future[Completion] = Future()
        self._server.on_loop(partial(self._send, question, on_text, answer))
        return answer

    def take_fragment(self, fragment: CompletionParams) -> None:
        """A piece of an answer came; nobody waits for those of a question that is over."""
        on_text = self._streams.get(fragment.stream)
        if on_text is not None:
            on_text(fragment.text)

    def _send(self, question: Question, on_text: OnText | None, answer: Future[Completion]) -> None:
        if answer.cancelled():
            return
        request_id = str(uuid.uuid4())
        if on_text is not None:
            self._streams[request_id] = on_text
        params = _params(question, request_id if on_text else None)
        reply = self._server.protocol.send_request(COMPLETE, params, msg_id=request_id)
        reply.add_done_callback(partial(self._settle, request_id, answer))
        answer.add_done_callback(partial(self._withdraw, request_id))

    def _settle(self, request_id: str, answer: Future[Completion], reply: Future[Any]) -> None:
        self._streams.pop(request_id, None)
        # Whoever asked may have gone in this very moment.
        with suppress(InvalidStateError):
            outcome = _outcome(reply)
            if isinstance(outcome, ModelError):
                answer.set_exception(outcome)
            else:
                answer.set_result(outcome)

    def _withdraw(self, request_id: str, answer: Future[Completion]) -> None:
        if answer.cancelled():
            self._server.on_loop(partial(self._cancel, request_id))

    def _cancel(self, request_id: str) -> None:
        self._streams.pop(request_id, None)
        self._server.protocol.notify(types.CANCEL_REQUEST, types.CancelParams(request_id))


def _params(question: Question, stream: str | None) -> CompleteParams:
    return CompleteParams(
        messages=[CompleteMessage(m.role.value, m.content) for m in question.messages],
        system=question.system,
        model=question.model,
        stream=stream,
    )


def _outcome(reply: Future[Any]) -> Completion | ModelError:
    if reply.cancelled():
        return model_error(None)
    error = reply.exception()
    if error is not None:
        return model_error(error)
    return Completion(reply.result().text, reply.result().model)
