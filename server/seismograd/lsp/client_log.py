"""What the server logs, as the client shows it: all of it in the log, one thing as a message."""

from __future__ import annotations

import logging
from functools import partial
from typing import TYPE_CHECKING

from lsprotocol import types

from seismograd.redaction.log_format import RedactingFormatter

if TYPE_CHECKING:
    from seismograd.lsp.language_server import SeismogradServer

_LEVELS = {
    logging.ERROR: types.MessageType.Error,
    logging.WARNING: types.MessageType.Warning,
}


class ClientLog(logging.Handler):
    """Forwards warnings and errors; only the first error of a session interrupts the user."""

    def __init__(self, server: SeismogradServer) -> None:
        super().__init__(logging.WARNING)
        self.setFormatter(RedactingFormatter())
        self._server = server
        self._has_interrupted = False
        self._is_sending = False

    @classmethod
    def attach(cls, server: SeismogradServer) -> None:
        logger = logging.getLogger("seismograd")
        for handler in [found for found in logger.handlers if isinstance(found, cls)]:
            logger.removeHandler(handler)
        logger.addHandler(cls(server))

    def emit(self, record: logging.LogRecord) -> None:
        if self._is_sending:
            # This record says that the last one could not be sent: so would the next.
            return
        # Records come from the worker as well; the connection belongs to the loop.
        self._server.on_loop(partial(self._send, record.levelno, self.format(record)))

    def _send(self, level: int, text: str) -> None:
        self._is_sending = True
        try:
            self._tell(level, text)
        finally:
            self._is_sending = False

    def _tell(self, level: int, text: str) -> None:
        kind = _LEVELS.get(level, types.MessageType.Error)
        self._server.window_log_message(types.LogMessageParams(kind, text))
        if kind is types.MessageType.Error and not self._has_interrupted:
            self._has_interrupted = True
            message = "Seismograd ran into a problem; its output has the details."
            self._server.window_show_message(types.ShowMessageParams(kind, message))
