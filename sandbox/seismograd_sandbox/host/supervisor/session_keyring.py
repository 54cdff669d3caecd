"""Runs do not inherit the kernel keyring of the user's login session."""

from __future__ import annotations

import os
import sys

KEYCTL = {"x86_64": 250, "aarch64": 219, "riscv64": 219, "ppc64le": 271, "s390x": 280}
JOIN_SESSION_KEYRING = 1


def join_new_session_keyring() -> None:
    """A new, empty keyring for this thread and all that it starts.

    Where the kernel refuses calls about keys, it refuses them to the run as well.
    """
    if sys.platform != "linux" or (number := KEYCTL.get(os.uname().machine)) is None:
        return
    import ctypes

    ctypes.CDLL(None).syscall(ctypes.c_long(number), ctypes.c_long(JOIN_SESSION_KEYRING), None)
