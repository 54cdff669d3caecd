"""The wire protocol: our own requests, and documents that only the project keeps."""

from __future__ import annotations

from typing import Any

import attrs
from cattrs import Converter
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol

RULE_PAGE = "seismograd/rulePage"
_OWN_DOCUMENTS = (
    types.TEXT_DOCUMENT_DID_OPEN,
    types.TEXT_DOCUMENT_DID_CHANGE,
    types.TEXT_DOCUMENT_DID_CLOSE,
    types.NOTEBOOK_DOCUMENT_DID_OPEN,
    types.NOTEBOOK_DOCUMENT_DID_CHANGE,
    types.NOTEBOOK_DOCUMENT_DID_CLOSE,
)


@attrs.define
class RulePageParams:
    """Names a rule by its code, its name or the address of its page."""

    code: str


@attrs.define
class RulePageRequest:
    id: int | str
    params: RulePageParams
    method: str = RULE_PAGE
    jsonrpc: str = "2.0"


@attrs.define
class RulePageResponse:
    id: int | str | None
    result: str | None = None
    jsonrpc: str = "2.0"


class SeismogradProtocol(LanguageServerProtocol):
    """The library's protocol, without its own copies of the documents.

    Those split lines where Python does not and lose text when an edit is out of range.
    """

    def __init__(self, server: LanguageServer, converter: Converter) -> None:
        super().__init__(server, converter)
        for method in _OWN_DOCUMENTS:
            self.fm.builtin_features.pop(method, None)

    def structure_message(self, data: dict[str, Any]) -> Any:
        """Read a message; a request that makes no sense is answered all the same."""
        try:
            return super().structure_message(data)
        except JsonRpcException as error:
            if "id" in data and "method" in data:
                self._send_response(data["id"], error=error.to_response_error())
            raise

    def get_message_type(self, method: str) -> type[Any] | None:  # type: ignore[override]
        return RulePageRequest if method == RULE_PAGE else super().get_message_type(method)

    def get_result_type(self, method: str) -> type[Any] | None:  # type: ignore[override]
        return RulePageResponse if method == RULE_PAGE else super().get_result_type(method)
