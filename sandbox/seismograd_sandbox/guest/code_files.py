"""The files of a project that code can come from, and whether they stay as they are."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable

SUFFIXES = (".py", ".pyc", ".pyw", ".so", ".pyd", ".pth", ".zip", ".egg", ".whl")
MOST_FILES = 20_000
MOST_HASHED = 4 << 20
"""Bytes of one file: what is larger was not written by hand."""


def code_files(root: str) -> list[str]:
    """Paths as they are, links included, in an order that does not depend on the disk."""
    found: list[str] = []
    for folder, folders, names in os.walk(root):
        folders.sort()
        found += [os.path.join(folder, name) for name in sorted(names) if is_code(name)]
        if len(found) > MOST_FILES:
            break
    return found


def is_code(name: str) -> bool:
    return name.lower().endswith(SUFFIXES)


def digest(paths: Iterable[str]) -> bytes:
    """Of what the files hold; files that are gone count as well."""
    whole = hashlib.sha256()
    for path in paths:
        whole.update(os.fsencode(path) + b"\0" + _content(path))
    return whole.digest()


def _content(path: str) -> bytes:
    try:
        if os.path.islink(path):
            return b"link " + os.fsencode(os.readlink(path))
        with open(path, "rb") as file:
            return hashlib.sha256(file.read(MOST_HASHED)).digest()
    except OSError:
        return b"gone"
