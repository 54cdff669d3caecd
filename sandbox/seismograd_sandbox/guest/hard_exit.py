"""Hear of `os._exit`, which ends the process without any of the usual calls."""

from __future__ import annotations

import functools
import os
from collections.abc import Callable
from typing import NoReturn


def before_hard_exit(call: Callable[[int], None]) -> None:
    leave = os._exit

    @functools.wraps(leave)
    def _exit(status: int) -> NoReturn:
        try:
            call(status)
        finally:
            leave(status)

    os._exit = _exit
