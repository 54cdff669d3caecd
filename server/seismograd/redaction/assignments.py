"""Secrets that their names betray: `api_key = "..."`, `PASSWORD=...`, `token: ...`, `--key ...`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from seismograd.redaction import REDACTED
from seismograd.redaction.values import (
    has_signs,
    is_bare_password,
    is_bare_secret,
    is_literal_secret,
    is_password,
    is_placeholder,
    looks_random,
)
from seismograd_sandbox.secret_names import Strength, strength_of

_START = r"(?:(?<![A-Za-z0-9_\-\\])|(?<=\\[nrt]))"
_ASSIGNED = re.compile(
    rf"{_START}(?P<name>[A-Za-z0-9_\-][A-Za-z0-9_\-.]{{1,200}}+)"
    r"(?P<close>\\{0,3}[\"'`])?\]?[ \t]{0,5}"
    # The type of a variable
    r"(?::[ \t]{0,5}[A-Za-z_.\[\]| ]{2,40}(?==))?"
    r"(?:(?::=|=>|={1,3}|:)|(?(close),|(?!)))[ \t]{0,5}"
)
_OPTION = re.compile(
    rf"{_START}(?P<name>--?[A-Za-z][A-Za-z0-9_\-.]{{1,60}}+"
    r"|(?:(?<=ENV )|(?<=setx )|(?<=setenv )|(?<=set -x )|(?<=set -gx ))[A-Za-z_]\w{1,60}+)"
    r"[ \t]{1,5}"
)
_ELEMENT = re.compile(r"<(?P<name>[A-Za-z][\w.\-]{1,60}+)>")
_VALUE = re.compile(
    r"(?:\(?\n?[ \t]{0,40}"
    # A class or function around it
    r"(?:(?!get|load|read|fetch|input)[A-Za-z_.]{0,30}(?i:secret|credential|token|key|str)\w{0,10}\()?"
    r"[bfru]{0,2}"
    # In quotes that are themselves quoted, or in plain ones, where a quote may be part of it
    r"(?:\\{1,3}(?:\"(?P<inner_double>[^\"\n]{1,1000}+)|'(?P<inner_single>[^'\n]{1,1000}+))"
    r"|\"{1,3}(?P<double>(?:[^\"\\\n]|\\.){1,1000}+)|'{1,3}(?P<single>(?:[^'\\\n]|\\.){1,1000}+)"
    r"|`(?P<back>[^`\n]{1,1000}+)))"
    # As ODBC quotes; the name of a variable is a template's
    r"|\{(?![\w.]*\})(?P<braced>[^{}()\[\]\n]{1,200}+)\}(?=[;\"'])"
    r"|(?P<bare>[^\s\"'`,;(){}\[\]<>&|]{1,500}+)"
)
_CONTENT = re.compile(r"(?P<double>[^<\n]{4,1000}+)</")
_ESCAPE = re.compile(r"(?<!\\)\\++[nrtu\"']")
_NEXT_PIECE = re.compile(
    r"\\{0,3}[\"']{1,3}(?:[ \t]{0,40}[+\\]){0,2}[ \t]{0,40}\n?[ \t]{0,40}(?:\+[ \t]{0,5})?"
    r"[bfru]{0,2}[\"'](?P<piece>[^\"'\\\s]{2,1000}+)(?=[\"'])"
)
"""Literals one behind the other are one string."""
_MOST_PIECES = 20
_PAIR_BEFORE = re.compile(r"(?:\w=[^\s,()]{1,60} |;[ ]?)$")


@dataclass(frozen=True, slots=True)
class _Named:
    """A value and the name before it."""

    strength: Strength
    value: str
    spans: tuple[tuple[int, int], ...]
    """Where it stands, in pieces."""
    is_quoted: bool
    is_argument: bool
    """Whether only a comma stands between the two, as in `setenv("NAME", "value")`."""
    is_data: bool
    """Whether it is part of a connection string, where no names of variables stand."""

    @property
    def is_secret(self) -> bool:
        if len(self.spans) > 1 and REDACTED in self.value:
            return True
        if self.is_argument:
            return self.is_quoted and self._is_plain_argument
        if self.is_quoted:
            return _is_quoted(self.strength, self.value)
        if self.is_data:
            return is_password(self.value)
        return _is_bare(self.strength, self.value)

    @property
    def _is_plain_argument(self) -> bool:
        if self.strength is Strength.WEAK:
            return looks_random(self.value)
        has_signs_of_one = has_signs(self.value) or looks_random(self.value)
        return has_signs_of_one and is_literal_secret(self.value)


def redact_assignments(text: str) -> str:
    for name, value in ((_ASSIGNED, _VALUE), (_OPTION, _VALUE), (_ELEMENT, _CONTENT)):
        parts: list[str] = []
        done = 0
        for found in _named_values(text, name, value):
            if found.spans[0][0] < done or not found.is_secret:
                continue
            for start, end in found.spans:
                parts += (text[done:start], REDACTED)
                done = end
        text = "".join((*parts, text[done:]))
    return text


def _named_values(text: str, name: re.Pattern[str], value: re.Pattern[str]) -> Iterator[_Named]:
    """Names are read on from behind the name, since what follows it may be one as well."""
    position = 0
    while named := name.search(text, position):
        position = named.end("name")
        strength = strength_of(named["name"])
        found = value.match(text, named.end()) if strength is not Strength.NONE else None
        if found is not None and not _is_call(text, found):
            yield _read(text, named, found, strength)


def _read(text: str, named: re.Match[str], found: re.Match[str], strength: Strength) -> _Named:
    group = next(name for name, value in found.groupdict().items() if value is not None)
    value = found[group]
    if group == "bare":
        escape = _ESCAPE.search(value) if "\\" in value else None
        value = value[: escape.start()] if escape else value
        value = value.rstrip(".:!?") if strength is Strength.STRONG else value
    value = value.rstrip("\\")
    start = found.start(group)
    spans = ((start, start + len(value)), *_next_pieces(text, found.end(), group))
    return _Named(
        strength,
        "".join(text[start:end] for start, end in spans),
        spans,
        group not in ("bare", "braced"),
        named[0].rstrip().endswith(","),
        strength is not Strength.WEAK and _is_part_of_data(text, named.start(), found.end()),
    )


def _next_pieces(text: str, end: int, group: str) -> Iterator[tuple[int, int]]:
    for _ in range(_MOST_PIECES if group in ("double", "single") else 0):
        piece = _NEXT_PIECE.match(text, end)
        if piece is None:
            return
        yield piece.span("piece")
        end = piece.end()


def _is_call(text: str, found: re.Match[str]) -> bool:
    """Whether a program makes the value: `password = ask()`, `token: Optional[str]`."""
    return found.lastgroup == "bare" and text[found.end() : found.end() + 1] in ("(", "[")


def _is_part_of_data(text: str, start: int, end: int) -> bool:
    return text[end : end + 1] == ";" or bool(_PAIR_BEFORE.search(text[max(0, start - 64) : start]))


def _is_quoted(strength: Strength, value: str) -> bool:
    match strength:
        case Strength.STRONG:
            return is_password(value)
        case Strength.MEDIUM:
            return is_literal_secret(value)
    return looks_random(value) and not is_placeholder(value) and " " not in value


def _is_bare(strength: Strength, value: str) -> bool:
    match strength:
        case Strength.STRONG:
            return is_bare_password(value)
        case Strength.MEDIUM:
            return is_bare_secret(value)
    return looks_random(value) and not is_placeholder(value)
