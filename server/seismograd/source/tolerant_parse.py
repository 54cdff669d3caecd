"""Python's own parser, made to accept statements that are being written.

Whatever it refuses is taken out line by line, so that all other nodes keep their place.
"""

from __future__ import annotations

import ast
import re
import warnings

MAX_REPAIRS = 8
MAX_REPAIRED_BYTES = 2_000_000
_LONE_RETURN = re.compile(r"\r(?!\n)")
_TYPE_PARAMETERS = re.compile(r"^\s*(?:(?:async\s+)?def|class)\s+\w+\s*(\[[^\]]*\])")
_BLOCK_HEADER = re.compile(r"on line (\d+)")


def parse_tolerantly(raw: bytes) -> list[ast.stmt]:
    """The statements of a text; those that cannot be read are left out."""
    try:
        text = raw.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return []
    if "\r" in text:
        text = _LONE_RETURN.sub(" ", text)
    return _parse(text)


def parse_quietly(text: str) -> list[ast.stmt]:
    """What Python's parser makes of a text, without its remarks on style."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return ast.parse(text).body


def _parse(text: str) -> list[ast.stmt]:
    lines: list[str] | None = None
    for _ in range(1 + min(MAX_REPAIRS, MAX_REPAIRED_BYTES // (len(text) + 1))):
        try:
            return parse_quietly(text)
        except SyntaxError as error:
            lines = lines or text.split("\n")
            if not _repair(lines, error):
                return []
            text = "\n".join(lines)
        except (ValueError, RecursionError, MemoryError):
            return []
    return []


def _repair(lines: list[str], error: SyntaxError) -> bool:
    """Change the lines where Python stopped; False where there is nothing left to change."""
    at = (error.lineno or 0) - 1
    if not 0 <= at < len(lines) or not lines[at].strip():
        return False
    generic = _TYPE_PARAMETERS.match(lines[at])
    if error.msg.startswith("expected an indented block"):
        return _fill_block(lines, error.msg)
    if generic is not None:
        # Type parameters are newer than this interpreter, and say nothing about values.
        start, end = generic.span(1)
        lines[at] = lines[at][:start] + " " * (end - start) + lines[at][end:]
    elif error.msg == "expected ':'" and _ends_at(lines[at], error.offset):
        lines[at] = lines[at].rstrip() + ":"
    elif error.msg.startswith("expected 'except'"):
        return _end_try(lines, at)
    elif error.msg.startswith("multiple exception types"):
        lines[at] = _indent(lines[at]) + "except:" + _after_colon(lines[at])
    else:
        _erase(lines, at)
    return True


def _ends_at(line: str, offset: int | None) -> bool:
    return offset is not None and not line[offset - 1 :].strip()


def _after_colon(line: str) -> str:
    return line[line.rfind(":") + 1 :]


def _indent(line: str) -> str:
    return line[: len(line) - len(line.lstrip())]


def _depth(line: str) -> int:
    return len(_indent(line).expandtabs())


def _fill_block(lines: list[str], message: str) -> bool:
    """Give a header without a body the shortest statement there is; it does nothing."""
    header = _BLOCK_HEADER.search(message)
    at = int(header.group(1)) - 1 if header else len(lines)
    while at < len(lines) and not lines[at].rstrip().endswith(":"):
        at += 1
    if at >= len(lines):
        return False
    lines[at] = lines[at].rstrip() + " 0"
    return True


def _end_try(lines: list[str], at: int) -> bool:
    """Let the block of a `try` without handlers run as it is."""
    depth = _depth(lines[at])
    for above in range(at - 1, -1, -1):
        line = lines[above]
        if line.strip() == "try:" and _depth(line) >= depth:
            lines[above] = _indent(line) + "if 1:"
            return True
    return False


def _erase(lines: list[str], at: int) -> None:
    """Take out a line together with the block that belongs to it."""
    depth = _depth(lines[at])
    lines[at] = ""
    for below in range(at + 1, len(lines)):
        line = lines[below]
        if line.strip() and _depth(line) <= depth:
            return
        lines[below] = ""
