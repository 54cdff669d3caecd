"""Troubles with language models, as the wire tells them and as Python does."""

from __future__ import annotations

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from seismograd.llm import (
    Blocked,
    Cancelled,
    ContextTooLong,
    ModelError,
    NoConsent,
    NoModel,
    Quota,
    Unreachable,
)
from seismograd.llm.errors import is_about_length

CODES: dict[int, type[ModelError]] = {
    -32001: NoModel,
    -32002: NoConsent,
    -32003: Quota,
    -32004: Blocked,
    types.LSPErrorCodes.RequestCancelled.value: Cancelled,
}
_NO_SUCH_METHOD = types.ErrorCodes.MethodNotFound.value
_FAILED = types.LSPErrorCodes.RequestFailed.value
_NOT_UNDERSTOOD = types.ErrorCodes.InvalidParams.value


def model_error(error: BaseException | None) -> ModelError:
    """What a client's refusal means; None is a connection that ended."""
    if error is None:
        return Cancelled()
    if not isinstance(error, JsonRpcException):
        return Unreachable()
    if error.code == _NO_SUCH_METHOD:
        return NoModel("This editor offers no language model.")
    if error.code == _NOT_UNDERSTOOD:
        return ModelError("The editor's answer for its language model was not understood.")
    kind = CODES.get(error.code)
    if kind is None and is_about_length(error.message):
        return ContextTooLong()
    return (kind or ModelError)(error.message)


def wire_error(error: ModelError) -> JsonRpcException:
    """The error with which to answer a client whose request needed a model."""
    codes = (code for code, kind in CODES.items() if isinstance(error, kind))
    return JsonRpcException(str(error), code=next(codes, _FAILED))
