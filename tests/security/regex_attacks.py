"""Texts on which a regular expression may take far longer than they are long.

They are derived from the expression itself: whatever it repeats is repeated, behind what leads
there, in front of something that fits nowhere.
"""

from __future__ import annotations

import re
import re._constants as kinds  # type: ignore[import-not-found]
import re._parser as parser  # type: ignore[import-not-found]
import time
from collections.abc import Callable, Iterator
from typing import Any

_REPEATS = (kinds.MAX_REPEAT, kinds.MIN_REPEAT, kinds.POSSESSIVE_REPEAT)
_ENDINGS = ("", "\x00", "\n", "!", "\n\x00")
_WORTH = 12
"""Repetitions of fewer than these cannot make a text long."""
Use = Callable[[re.Pattern[Any], Any], object]


def attacks(pattern: re.Pattern[Any]) -> Iterator[Callable[[int], Any]]:
    """Texts that grow with a number, each of which is hard for some part of the expression."""
    binary = isinstance(pattern.pattern, bytes)
    source = pattern.pattern.decode("latin-1") if binary else pattern.pattern
    tree = parser.parse(source, pattern.flags & ~re.UNICODE if binary else pattern.flags)
    pieces = dict.fromkeys(_pieces(tree))
    for before, pump in pieces:
        for ending in _ENDINGS:
            yield _grown(before, pump, ending, binary)
    for before, pump in pieces:
        if before:
            yield _grown("", before + pump, "\x00", binary)


def _grown(before: str, pump: str, ending: str, binary: bool) -> Callable[[int], Any]:
    def text(size: int) -> Any:
        made = before + pump * (size // max(len(pump), 1)) + ending
        return made.encode("latin-1", "replace") if binary else made

    return text


def _pieces(tree: Any) -> Iterator[tuple[str, str]]:
    """What leads to each repetition, and what it repeats."""
    yield from _paths(tree, "")


def _paths(tree: Any, before: str) -> Iterator[tuple[str, str]]:
    for kind, argument in tree:
        if kind in _REPEATS:
            least, most, body = argument
            sample = _sample(body) or "a"
            if most == kinds.MAXREPEAT or most >= _WORTH:
                for pump in dict.fromkeys([sample, *_alternatives(body)]):
                    yield before, pump
            yield from _paths(body, before)
            before += sample * max(least, 0)
            continue
        for inner in _inner(kind, argument):
            yield from _paths(inner, before)
        before += _sample_of(kind, argument)


def _inner(kind: Any, argument: Any) -> list[Any]:
    if kind is kinds.SUBPATTERN:
        return [argument[3]]
    if kind is kinds.BRANCH:
        return list(argument[1])
    if kind in (kinds.ASSERT, kinds.ASSERT_NOT):
        return [argument[1]]
    if kind is kinds.ATOMIC_GROUP:
        return [argument]
    return []


def _sample(tree: Any) -> str:
    """A text that fits, for what is easily made to fit."""
    return "".join(_sample_of(kind, argument) for kind, argument in tree)


def _sample_of(kind: Any, argument: Any) -> str:
    if kind is kinds.LITERAL:
        return chr(argument)
    if kind is kinds.NOT_LITERAL:
        return "b" if argument == ord("a") else "a"
    if kind is kinds.ANY:
        return "a"
    if kind is kinds.IN:
        return _member(argument)
    if kind in _REPEATS:
        least, _, body = argument
        return _sample(body) * max(least, 1)
    inner = _inner(kind, argument)
    return _sample(inner[0]) if inner and kind is not kinds.ASSERT_NOT else ""


_CANDIDATES = [*"a1 _-.,:;'\"\\/()[]{}<>=+*#@!?%&|~^$`\n\t\r", "é", "\x00", "Z"]


def _member(choices: Any) -> str:
    return next((c for c in _CANDIDATES if _fits(choices, c)), "a")


def _fits(choices: Any, character: str) -> bool:
    return re.fullmatch(_spelled(choices), character) is not None


def _spelled(choices: Any) -> str:
    """A set of characters as it is written."""
    parts = []
    for kind, argument in choices:
        if kind is kinds.NEGATE:
            parts.insert(0, "^")
        elif kind is kinds.LITERAL:
            parts.append(re.escape(chr(argument)))
        elif kind is kinds.RANGE:
            parts.append(f"{re.escape(chr(argument[0]))}-{re.escape(chr(argument[1]))}")
        elif kind is kinds.CATEGORY:
            parts.append(_CATEGORIES[argument])
    return f"[{''.join(parts)}]"


_CATEGORIES = {
    kinds.CATEGORY_DIGIT: r"\d", kinds.CATEGORY_NOT_DIGIT: r"\D",
    kinds.CATEGORY_SPACE: r"\s", kinds.CATEGORY_NOT_SPACE: r"\S",
    kinds.CATEGORY_WORD: r"\w", kinds.CATEGORY_NOT_WORD: r"\W",
}  # fmt: skip


def _alternatives(body: Any) -> Iterator[str]:
    """Other texts that a repetition repeats: each branch, and several characters of a set."""
    for kind, argument in body:
        if kind is kinds.BRANCH:
            yield from (_sample(branch) for branch in argument[1] if _sample(branch))
        elif kind is kinds.SUBPATTERN:
            yield from _alternatives(argument[3])
        elif kind is kinds.IN:
            yield from (c for c in ("a", " ", "\n", "1", ".", "[", "(") if _fits(argument, c))
        elif kind is kinds.ANY:
            yield from (" ", "\t", "(")


def seconds(use: Use, pattern: re.Pattern[Any], text: Any, times: int = 1) -> float:
    """The shortest of several tries."""
    found = []
    for _ in range(times):
        started = time.thread_time()
        use(pattern, text)
        found.append(time.thread_time() - started)
    return min(found)
