"""A wish to cancel, made when a run says a word."""

from __future__ import annotations

from collections.abc import Callable

from seismograd_sandbox.host.sandbox import Stream


class Wish:
    def __init__(self, word: bytes = b"") -> None:
        self._word = word
        self._made = False
        self._callbacks: list[Callable[[], object]] = []

    def __bool__(self) -> bool:
        return self._made

    def when_set(self, callback: Callable[[], object]) -> None:
        self._callbacks.append(callback)

    def make(self) -> None:
        self._made = True
        for callback in self._callbacks:
            callback()

    def hear(self, _stream: Stream, output: bytes) -> None:
        if self._word in output:
            self.make()
