"""The wire protocol: our own requests, and documents that only the project keeps.

Nobody compares or prints messages: methods for that would be a fifth of what it takes to load us.
"""

from __future__ import annotations

from typing import Any

import attrs
from cattrs import Converter
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol

RULE_PAGE = "seismograd/rulePage"
CANCEL_JOB = "seismograd/cancelJob"
JOB = "seismograd/job"
COMPLETE = "seismograd/complete"
COMPLETION = "seismograd/completion"
RUN_OUTPUT = "seismograd/runOutput"
REPRODUCTION_LOG = "seismograd/reproductionLog"
_OWN_DOCUMENTS = (
    types.TEXT_DOCUMENT_DID_OPEN,
    types.TEXT_DOCUMENT_DID_CHANGE,
    types.TEXT_DOCUMENT_DID_CLOSE,
    types.NOTEBOOK_DOCUMENT_DID_OPEN,
    types.NOTEBOOK_DOCUMENT_DID_CHANGE,
    types.NOTEBOOK_DOCUMENT_DID_CLOSE,
)


@attrs.define(eq=False, repr=False)
class RulePageParams:
    """Names a rule by its code or its name, a symptom by its name, or either by its address."""

    code: str


@attrs.define(eq=False, repr=False)
class RulePageRequest:
    id: int | str
    params: RulePageParams
    method: str = RULE_PAGE
    jsonrpc: str = "2.0"


@attrs.define(eq=False, repr=False)
class RulePageResponse:
    id: int | str | None
    result: str | None = None
    jsonrpc: str = "2.0"


@attrs.define(eq=False, repr=False)
class CancelJobParams:
    """Names a job."""

    id: str


@attrs.define(eq=False, repr=False)
class CancelJobResult:
    """Whether there was such a job to cancel."""

    cancelled: bool


@attrs.define(eq=False, repr=False)
class CancelJobRequest:
    id: int | str
    params: CancelJobParams
    method: str
    jsonrpc: str


@attrs.define(eq=False, repr=False)
class CancelJobResponse:
    id: int | str | None
    result: CancelJobResult
    jsonrpc: str


@attrs.define(eq=False, repr=False)
class JobParams:
    """A job as it stands now."""

    id: str
    kind: str
    title: str
    state: str
    message: str | None
    percentage: int | None


@attrs.define(eq=False, repr=False)
class JobNotification:
    params: JobParams
    method: str
    jsonrpc: str


@attrs.define(eq=False, repr=False)
class CompleteMessage:
    """One turn of a conversation."""

    role: str
    content: str


@attrs.define(eq=False, repr=False)
class CompleteParams:
    """A conversation that the client's language model shall continue."""

    messages: list[CompleteMessage]
    system: str | None
    model: str | None
    stream: str | None


@attrs.define(eq=False, repr=False)
class CompleteResult:
    """What the model said, and which model it was."""

    text: str
    model: str


@attrs.define(eq=False, repr=False)
class CompleteRequest:
    id: int | str
    params: CompleteParams
    method: str
    jsonrpc: str


@attrs.define(eq=False, repr=False)
class CompleteResponse:
    id: int | str | None
    result: CompleteResult
    jsonrpc: str


@attrs.define(eq=False, repr=False)
class CompletionParams:
    """A fragment of an answer that is still being written."""

    stream: str
    text: str


@attrs.define(eq=False, repr=False)
class CompletionNotification:
    params: CompletionParams
    method: str
    jsonrpc: str


@attrs.define(eq=False, repr=False)
class RunOutputParams:
    """A piece of what a run has printed."""

    run: str
    stream: str
    text: str


@attrs.define(eq=False, repr=False)
class RunOutputNotification:
    params: RunOutputParams
    method: str
    jsonrpc: str


@attrs.define(eq=False, repr=False)
class ReproductionLogParams:
    """Lines about how a reproduction goes on."""

    reproduction: str
    text: str


@attrs.define(eq=False, repr=False)
class ReproductionLogNotification:
    params: ReproductionLogParams
    method: str
    jsonrpc: str


_MESSAGES: dict[str, type[Any]] = {
    RULE_PAGE: RulePageRequest,
    CANCEL_JOB: CancelJobRequest,
    JOB: JobNotification,
    COMPLETE: CompleteRequest,
    COMPLETION: CompletionNotification,
    RUN_OUTPUT: RunOutputNotification,
    REPRODUCTION_LOG: ReproductionLogNotification,
}
_RESULTS: dict[str, type[Any]] = {
    RULE_PAGE: RulePageResponse,
    CANCEL_JOB: CancelJobResponse,
    COMPLETE: CompleteResponse,
}


def _without_empty_arguments(data: dict[str, Any]) -> dict[str, Any]:
    """VS Code sends a list of no arguments, for which the library takes no defaults."""
    params = data.get("params")
    if data.get("method") != types.WORKSPACE_EXECUTE_COMMAND or not isinstance(params, dict):
        return data
    if params.get("arguments") != []:
        return data
    return {**data, "params": {**params, "arguments": None}}


class SeismogradProtocol(LanguageServerProtocol):
    """The library's protocol, without its own copies of the documents.

    Those split lines where Python does not and lose text when an edit is out of range.
    """

    def __init__(self, server: LanguageServer, converter: Converter) -> None:
        super().__init__(server, converter)
        self._is_silent = False
        for method in _OWN_DOCUMENTS:
            self.fm.builtin_features.pop(method, None)

    def fall_silent(self) -> None:
        """The client has said its last word: what jobs tell of their end is for nobody."""
        self._is_silent = True

    def _send_data(self, data: Any) -> None:
        if not self._is_silent:
            super()._send_data(data)

    def _handle_response(
        self, msg_id: int | str, result: Any = None, error: types.ResponseError | None = None
    ) -> None:
        """Take in a response, unless whoever asked has stopped waiting for it."""
        waiting = self._request_futures.get(msg_id)
        if waiting is not None and waiting.cancelled():
            del self._request_futures[msg_id]
            return
        super()._handle_response(msg_id, result, error)

    def structure_message(self, data: dict[str, Any]) -> Any:
        """Read a message; who waits for an answer gets one even if the message makes no sense."""
        try:
            return super().structure_message(_without_empty_arguments(data))
        except JsonRpcException as error:
            if "id" in data and "method" in data:
                self._send_response(data["id"], error=error.to_response_error())
            elif "id" in data:
                self._handle_response(data["id"], error=error.to_response_error())
            raise

    @property
    def was_withdrawn(self) -> bool:
        """Whether the client no longer wants the answer to the request in hand.

        The library stops waiting for a command that is cancelled, and the command goes on.
        """
        return self.msg_id not in self._request_futures

    def cancel_pending(self) -> None:
        """End what is still to be answered, in either direction, but for the request in hand.

        The library does so too at the end, but stumbles when that lets an answer go out.
        """
        for request_id, future in list(self._request_futures.items()):
            if request_id != self.msg_id:
                future.cancel()

    def get_message_type(self, method: str) -> type[Any] | None:  # type: ignore[override]
        return _MESSAGES.get(method) or super().get_message_type(method)

    def get_result_type(self, method: str) -> type[Any] | None:  # type: ignore[override]
        return _RESULTS.get(method) or super().get_result_type(method)
