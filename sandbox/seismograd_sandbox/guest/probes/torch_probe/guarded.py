"""When callbacks may run at all: not as a part of compiled code, nor in processes of others."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from typing import Any

from ...meter import Meter
from ...observer import Observer
from ..guarded import Guard
from ..replacements import unseen


class TorchGuard(Guard):
    def __init__(self, torch: Any, observer: Observer, meter: Meter) -> None:
        super().__init__(observer, meter)
        compiler = getattr(torch, "compiler", None)
        self._compiling: Callable[[], bool] = getattr(compiler, "is_compiling", bool)
        self._off = False
        self.thread: int | None = None
        """The thread that trains, once it is known: what others compute is not looked at."""
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self.switch_off)

    def switch_off(self) -> None:
        """Workers of a loader are copies of the run: their parent tells what happens."""
        self._off = True

    def __call__(self, callback: Callable[..., Any]) -> Callable[..., Any]:
        watched = super().__call__(callback)
        compiling, get_ident = self._compiling, threading.get_ident

        def guarded(*arguments: Any) -> Any:
            if compiling() or self._off:  # this much may become part of a graph, and no more
                return None
            if self.thread is not None and self.thread != get_ident():
                return None
            return watched(*arguments)

        unseen(guarded)
        return guarded
