"""Run the language server."""

from __future__ import annotations

import gc
import logging
import os
import signal
import sys
from typing import TYPE_CHECKING, BinaryIO, NoReturn, cast

from seismograd.garbage import IN_AN_EDITOR, collect_seldom
from seismograd.lsp.wire_log import BriefAboutTheWire
from seismograd.private_stdout import claim_stdout
from seismograd.redaction.log_format import RedactingFormatter

if TYPE_CHECKING:
    from seismograd.lsp.language_server import SeismogradServer


def serve(tcp: tuple[str, int] | None) -> NoReturn:
    """Serve one client on the standard streams, or on a TCP port for debugging."""
    # Loading makes many objects that all stay: collecting garbage meanwhile finds none.
    gc.disable()
    from seismograd.lsp.assembly import create_server

    server = create_server()
    collect_seldom(IN_AN_EDITOR)
    gc.enable()
    run(server, tcp)


def run(server: SeismogradServer, tcp: tuple[str, int] | None = None) -> NoReturn:
    """Run until the client is gone; a client that leaves without a word makes the exit fail."""
    # Nothing is left to save; tidying up would wait for the thread that reads the client's words.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    _log_to_stderr()
    server.start_io(*_streams(tcp))
    server.histories.finish()
    # Editors do not wait while the interpreter takes itself apart, and nothing is left to save.
    logging.shutdown()
    os._exit(0 if server.was_shut_down else 1)


def _streams(tcp: tuple[str, int] | None) -> tuple[BinaryIO, BinaryIO]:
    from seismograd.lsp.message_stream import MessageStream

    if tcp is None:
        return cast(BinaryIO, MessageStream(sys.stdin.buffer)), claim_stdout()
    from seismograd.lsp.tcp import accept_one

    stream, sink = accept_one(*tcp)
    return cast(BinaryIO, stream), sink


def _log_to_stderr() -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.addFilter(BriefAboutTheWire())
    handler.setFormatter(RedactingFormatter(logging.BASIC_FORMAT))
    logging.basicConfig(handlers=[handler], level=logging.WARNING)
