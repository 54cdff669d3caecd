"""Bytes as they come, cut into lines, in bounded memory."""

from __future__ import annotations

from collections.abc import Iterator

MAX_LINE_BYTES = 1 << 20
"""The writer stays below; a longer line is none of ours, and may have no end at all."""


class LineCutter:
    """Holds back what has no newline yet; of a line without end it keeps nothing."""

    def __init__(self, most: int = MAX_LINE_BYTES) -> None:
        self._most = most
        self._pieces: list[bytes] = []
        self._held = 0
        self._is_skipping = False
        self.too_long = 0
        """How many lines were dropped for their length."""

    def feed(self, chunk: bytes) -> Iterator[bytes]:
        """The lines that are whole now."""
        *whole, rest = chunk.split(b"\n")
        for end in whole:
            line = self._finish(end)
            if line is not None:
                yield line
        self._hold(rest)

    def rest(self) -> bytes | None:
        """What came after the last newline; the cutter begins anew."""
        return self._finish(b"") or None

    def _finish(self, end: bytes) -> bytes | None:
        self._hold(end)
        line = None if self._is_skipping else b"".join(self._pieces)
        self._pieces.clear()
        self._held = 0
        self._is_skipping = False
        return line

    def _hold(self, piece: bytes) -> None:
        if self._is_skipping or not piece:
            return
        self._held += len(piece)
        self._pieces.append(piece)
        if self._held > self._most:
            self._pieces.clear()
            self._is_skipping = True
            self.too_long += 1
