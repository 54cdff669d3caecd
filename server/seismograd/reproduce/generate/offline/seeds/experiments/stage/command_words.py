"""The words of a command as options with their values."""

from __future__ import annotations

import re
from collections.abc import Sequence

IS_NUMBER = re.compile(r"-?\d[\d.,]*(?:e[-+]?\d+)?", re.I)


def given_options(words: Sequence[str]) -> dict[str, str]:
    """Each with its last value; with an empty one where it takes none."""
    found: dict[str, str] = {}
    flag = ""
    for word in words:
        if word.startswith("-") and not IS_NUMBER.fullmatch(word):
            flag, _, value = word.partition("=")
            found[flag] = value
        elif flag:
            found[flag] = word
    return found
