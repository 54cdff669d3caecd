"""Results in a project that this user's own Seismograd wrote, told from those brought along.

Whoever makes a project can put any file below its `.seismograd`. What is written there is signed
with a key in the user's cache folder, and only what bears the signature counts as a result.
"""

from __future__ import annotations

import hmac
import logging
import os
import secrets
from functools import cache
from pathlib import Path

from seismograd.own_folder import NAME
from seismograd_sandbox.untrusted_files import is_below, read_without_links
from seismograd_sandbox.untrusted_writes import replace_file
from seismograd_sandbox.user_cache import private_cache_folder

log = logging.getLogger(__name__)
SUFFIX = ".signature"
KEY_FILE = "signing.key"
KEY_BYTES = 32
_MOST_SIGNATURE = 1_000
_ATTEMPTS = 2
_SESSION_KEY = secrets.token_bytes(KEY_BYTES)
"""Where no key can be kept, results are known as long as the process lives."""


def write_signed(file: Path, content: bytes, root: Path) -> None:
    """Write a result of the project at `root`; one outside of its `.seismograd` needs no proof."""
    replace_file(file, content, within=root)
    if is_below(os.path.abspath(file), os.path.abspath(root / NAME)):
        signature = _signature(file, content, root)
        replace_file(signature_of(file), signature.encode("ascii"), within=root)


def read_signed(file: Path, most: int, root: Path) -> bytes | None:
    """The content; None where the file is not there, too large, or not of this user's making."""
    # Between the writing of a file and of its signature the two do not fit.
    for _ in range(_ATTEMPTS):
        try:
            content = read_without_links(file, most + 1)
            found = read_without_links(signature_of(file), _MOST_SIGNATURE)
            expected = _signature(file, content, root).encode("ascii")
        except OSError:
            return None
        if len(content) <= most and hmac.compare_digest(found, expected):
            return content
    return None


def signature_of(file: Path) -> Path:
    return file.with_name(file.name + SUFFIX)


def _signature(file: Path, content: bytes, root: Path) -> str:
    """Bound to its place, so that no file can pass for another one, nor for another project's."""
    place = f"{file.parent.parent.name}/{file.parent.name}/{file.name}"
    names = os.fsencode(f"{_identity(root)}/{place}")
    return hmac.new(_key(root), names + b"\0" + content, "sha256").hexdigest()


def _identity(root: Path) -> int:
    """Tells folders apart, and stays when one is renamed or moved."""
    return root.stat().st_ino


def _key(root: Path) -> bytes:
    try:
        file = private_cache_folder(outside=root) / KEY_FILE
        return _read_key(file) or _new_key(file)
    except OSError as error:
        _say(f"Results are known for this session only: {error}")
        return _SESSION_KEY


@cache
def _say(sentence: str) -> None:
    """Once, however often the key is asked for."""
    log.warning("%s", sentence)


def _read_key(file: Path) -> bytes | None:
    try:
        key = read_without_links(file, KEY_BYTES)
    except FileNotFoundError:
        return None
    return key if len(key) == KEY_BYTES else None


def _new_key(file: Path) -> bytes:
    replace_file(file, secrets.token_bytes(KEY_BYTES), within=file.parent)
    # Another process may have been faster.
    return _read_key(file) or _SESSION_KEY
