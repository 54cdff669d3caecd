"""Which lines of a project's requirements pip gets: published packages by name, and nothing else.

A stranger may have written them. Whatever would make pip run a build script, or change what it
may do, is left out: addresses, repositories, local files, and options but for indexes and hashes.
"""

from __future__ import annotations

import re

LONGEST = 2000
_NAME = r"[A-Za-z0-9][A-Za-z0-9._-]*+\s*+(?:\[[A-Za-z0-9._,\s-]*\])?"
_VERSION = r"(?:===|==|~=|!=|<=|>=|<|>)\s*\w[\w.*+!-]*"
_PLAIN = re.compile(
    rf"{_NAME}\s*+(?:\(\s*+)?(?:{_VERSION}\s*+(?:,\s*+{_VERSION}\s*+)*)?,?\s*+(?:\)\s*+)?(?:;.*)?"
)
_INDEX = re.compile(r"(?:-i|--index-url|--extra-index-url)(?:\s*=\s*|\s+)(https://[^\s@$]+)")
_HASH = re.compile(r"(?<!\s)\s++--hash=[a-z0-9]+:[0-9a-f]+")


def is_installable(line: str) -> bool:
    """`torch>=2`, also with extras, markers and hashes."""
    plain = _HASH.sub("", line) if len(line) <= LONGEST else ""
    has_options = any(word.startswith("-") for word in plain.split())
    return "$" not in plain and not has_options and _PLAIN.fullmatch(plain) is not None


def index_in(line: str) -> str | None:
    """The address of an index, where a line names one that is reached safely."""
    found = _INDEX.fullmatch(line) if len(line) <= LONGEST else None
    return found[1] if found else None
