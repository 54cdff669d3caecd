"""The patterns of checks: the regular expressions that can be matched in linear time."""

from __future__ import annotations

import re
from dataclasses import dataclass

MAX_PATTERN = 1_000
MAX_REPEATS = 200

_TOKEN = re.compile(
    r"""(?P<flags>\(\?[aimsux]+\))
    | (?P<group>\(\?:|\(\?P<\w+>|\((?!\?))
    | (?P<strange>\(\?)
    | (?P<close>\))
    | (?P<choice>\|)
    | (?P<repeat>(?:[*+?]|\{\d+(?:,\d*)?\}|\{,\d+\})[?+]?)
    | (?P<assertion>[\^$]|\\[bBAZ])
    | (?P<reference>\\[1-9])
    | (?P<character>\\x[0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|.)
    """,
    re.VERBOSE | re.DOTALL,
)


class PatternError(ValueError):
    """A pattern that cannot be used; the message says why."""


@dataclass(frozen=True, slots=True)
class Character:
    """One character of a kind; its source is what `re` takes for it."""

    source: str


@dataclass(frozen=True, slots=True)
class Assertion:
    source: str


@dataclass(frozen=True, slots=True)
class Sequence:
    items: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    options: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Repeat:
    item: Node
    least: int
    most: int | None


Node = Character | Assertion | Sequence | Choice | Repeat


def parse_pattern(pattern: str) -> Node:
    """The pattern as a tree, or a PatternError."""
    if len(pattern) > MAX_PATTERN:
        raise PatternError(f"the pattern is longer than {MAX_PATTERN} characters")
    try:
        re.compile(pattern)
    except (re.error, OverflowError, RecursionError) as error:
        raise PatternError(f"not a regular expression: {error}") from None
    return _Parser(pattern).whole()


class _Parser:
    def __init__(self, pattern: str) -> None:
        self._tokens = [(m.lastgroup or "", m[0]) for m in _TOKEN.finditer(pattern)]
        self._at = 0

    def whole(self) -> Node:
        try:
            return self._choice()
        except RecursionError:
            raise PatternError("the pattern has too many groups in each other") from None

    def _choice(self) -> Node:
        options = [self._sequence()]
        while self._kind() == "choice":
            self._at += 1
            options.append(self._sequence())
        return options[0] if len(options) == 1 else Choice(tuple(options))

    def _sequence(self) -> Node:
        items: list[Node] = []
        while self._kind() not in ("", "choice", "close"):
            item = self._item()
            if item is not None:
                items.append(self._repeated(item))
        return Sequence(tuple(items))

    def _item(self) -> Node | None:
        kind, text = self._tokens[self._at]
        self._at += 1
        if kind == "group":
            inner = self._choice()
            self._at += 1
            return inner
        if kind == "assertion":
            return Assertion(text)
        if kind in ("strange", "reference"):
            raise PatternError("patterns have neither look-arounds nor references to groups")
        return None if kind == "flags" else Character(text)

    def _repeated(self, item: Node) -> Node:
        while self._kind() == "repeat":
            least, most = _bounds(self._tokens[self._at][1])
            self._at += 1
            item = Repeat(item, least, most)
        return item

    def _kind(self) -> str:
        return self._tokens[self._at][0] if self._at < len(self._tokens) else ""


def _bounds(text: str) -> tuple[int, int | None]:
    simple: dict[str, tuple[int, int | None]] = {"*": (0, None), "+": (1, None), "?": (0, 1)}
    if text[0] in simple:
        return simple[text[0]]
    least, comma, most = text.rstrip("?+")[1:-1].partition(",")
    high = (int(most) if most else None) if comma else int(least)
    if max(int(least or 0), high or 0) > MAX_REPEATS:
        raise PatternError(f"the pattern repeats something more than {MAX_REPEATS} times")
    return int(least or 0), high
