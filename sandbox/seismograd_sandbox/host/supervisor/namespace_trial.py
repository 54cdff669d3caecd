"""Whether namespaces can be had on this machine: found out by making some."""

from __future__ import annotations

import subprocess
import sys
from contextlib import suppress
from functools import cache

from seismograd_sandbox.host.supervisor import namespaces

PATIENCE_S = 10.0


class NamespaceTrial:
    """Made by another process, while this one goes on."""

    def __init__(self) -> None:
        command = [sys.executable, "-I", "-S", "-B", namespaces.__file__]
        self._process: subprocess.Popen[bytes] | None = None
        if sys.platform == "linux":
            with suppress(OSError):
                self._process = subprocess.Popen(
                    command,
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                )

    def succeeded(self) -> bool:
        """Waits for the end of it."""
        if self._process is None:
            return False
        try:
            return self._process.wait(PATIENCE_S) == 0
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
            return False


@cache
def namespace_trial() -> NamespaceTrial:
    """The one of this process: one answer for all of its sandboxes."""
    return NamespaceTrial()
