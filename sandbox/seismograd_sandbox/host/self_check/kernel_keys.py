"""A key in the kernel, as a login session keeps tickets and passwords there."""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from seismograd_sandbox.host.self_check.verdict import CannotBeTried
from seismograd_sandbox.host.supervisor.session_keyring import KEYCTL, join_new_session_keyring

SET_RIGHTS, SEARCH, READ, INVALIDATE = 5, 10, 11, 21
SESSION = -3
OPEN_TO_ITS_USER = 0x3F3F0000
"""Also to processes of the user's that know no more of a key than its number."""


def call_number() -> int:
    """Of `keyctl`."""
    if sys.platform != "linux" or os.uname().machine not in KEYCTL:
        raise CannotBeTried("keys are known here for Linux on a few processors")
    return KEYCTL[os.uname().machine]


@contextmanager
def key_in_session_keyring(name: str) -> Iterator[int]:
    """In a session of this thread's own, so that the user's stays as it is."""
    keyctl, add_key = call_number(), call_number() - 2
    join_new_session_keyring()
    content = name.encode()
    key = _call(add_key, b"user", content, content, len(content), SESSION)
    if key < 0:
        raise CannotBeTried("this machine lets nobody add keys")
    try:
        _call(keyctl, SET_RIGHTS, key, OPEN_TO_ITS_USER)
        yield key
    finally:
        _call(keyctl, INVALIDATE, key)


def _call(*arguments: int | bytes) -> int:
    call = ctypes.CDLL(None).syscall
    call.restype = ctypes.c_long
    return int(call(*(ctypes.c_long(a) if isinstance(a, int) else a for a in arguments)))
