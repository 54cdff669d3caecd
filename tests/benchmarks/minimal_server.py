"""The least that a pygls server can be: one diagnostic for each document that is opened."""

from __future__ import annotations

from lsprotocol import types
from pygls.lsp.server import LanguageServer

server = LanguageServer("minimal", "1")


@server.feature(types.TEXT_DOCUMENT_DID_OPEN)
def opened(ls: LanguageServer, params: types.DidOpenTextDocumentParams) -> None:
    start = types.Position(0, 0)
    diagnostic = types.Diagnostic(types.Range(start, start), "here", source="minimal")
    ls.text_document_publish_diagnostics(
        types.PublishDiagnosticsParams(
            params.text_document.uri, [diagnostic], params.text_document.version
        )
    )


if __name__ == "__main__":
    server.start_io()
