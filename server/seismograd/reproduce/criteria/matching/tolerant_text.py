"""Does a text say what a pattern says? Quotes, spaces and capitals do not matter."""

from __future__ import annotations

import re

from seismograd.reproduce.criteria.matching.automaton import automaton

MAX_TEXT = 200_000
_QUOTES = str.maketrans(dict.fromkeys('"`´‘’“”', "'"))
_COLOUR = re.compile(r"\x1b\[[0-9;]{0,20}m")
_SPACE = re.compile(r"\s+")
_PLAIN = re.compile(r"[^\\.^$*+?{}\[\]()|]*")
_GAP = re.compile(r" ?(?<!\\)\.\*\?? ?")
_WORD = re.compile(r"(?<!\\)[A-Za-z_]{3,}")


def plain(text: str) -> str:
    """One line, one kind of quote, no colours."""
    return _SPACE.sub(" ", _COLOUR.sub("", text)).translate(_QUOTES).strip()


def tolerant(pattern: str) -> str:
    """The pattern for plain text; `a .* b` is meant to fit "a b", which has but one space."""
    return _GAP.sub(".*", plain(pattern))


def says(text: str, pattern: str) -> bool:
    """Whether the pattern occurs in the text, as an expression or to the letter."""
    subject, wanted = plain(text[:MAX_TEXT]), tolerant(pattern)
    if _occurs(subject, wanted):
        return True
    return "'" in subject and _occurs(subject.replace("'", ""), wanted.replace("'", ""))


def _occurs(subject: str, wanted: str) -> bool:
    if wanted.lower() in subject.lower():
        return True
    return not _PLAIN.fullmatch(wanted) and automaton(wanted).searches(subject)


def likeness(text: str, pattern: str) -> float:
    """The share of the pattern's words that the text has, 0 to 1."""
    wanted = {word.lower() for word in _WORD.findall(pattern)}
    if not wanted:
        return 1.0
    return len(wanted & {word.lower() for word in _WORD.findall(text[:MAX_TEXT])}) / len(wanted)
