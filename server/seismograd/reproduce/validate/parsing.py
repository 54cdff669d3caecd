"""The first stage: the script is Python."""

from __future__ import annotations

import ast

from seismograd.source.shallow_parse import parse_module

MOST_BYTES = 100_000


class Unfit(Exception):
    """A stage was not passed; the message is feedback for the next attempt."""


def parsed(source: str) -> ast.Module:
    """Raises `Unfit`."""
    if len(source) > MOST_BYTES:
        raise Unfit(f"The script has {len(source)} characters; a reproduction is a small script.")
    try:
        return parse_module(source)
    except SyntaxError as error:
        line = (error.text or "").rstrip()
        raise Unfit(
            f"The script is not valid Python: {error.msg} in line {error.lineno}: {line}"
        ) from None
    except (ValueError, RecursionError, MemoryError) as error:
        raise Unfit(f"The script cannot be parsed: {error}") from None
