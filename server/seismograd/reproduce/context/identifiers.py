"""Words in names and texts: `batch_size`, `BatchSize` and "batch size" have the same ones."""

from __future__ import annotations

import re
from collections.abc import Iterator

MAX_TOKENS = 20_000
MAX_NAME = 100
_NAME = re.compile(r"[^\W\d_]\w{0,99}|_\w{1,99}|\d{1,20}")
_HUMP = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+\d*|[A-Z]+\d*|\d+")


def words_of(name: str) -> list[str]:
    """The words of an identifier, in lower case."""
    words: list[str] = []
    for part in name[:MAX_NAME].split("_"):
        words += _HUMP.findall(part) if part.isascii() else [part]
    return [word.lower() for word in words if word]


def tokens_of(text: str) -> Iterator[str]:
    """Names whole and their words, in lower case; bounded."""
    for count, match in enumerate(_NAME.finditer(text)):
        if count >= MAX_TOKENS:
            return
        name = match.group().strip("_").lower()
        words = words_of(match.group())
        if name and words != [name]:
            yield name
        yield from words


def plain_name(name: str) -> str:
    """The name of an option or a setting as Python has it: `--batch-size` is `batch_size`."""
    return name.strip("-").replace("-", "_").lower()
