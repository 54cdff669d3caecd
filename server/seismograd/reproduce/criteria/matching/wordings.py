"""Words as people vary them, so that patterns of messages still match."""

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


_GROUPS = (
    ("shapes cannot be multiplied", "size mismatch, m1.*m2", "size mismatch, got input"),
    (
        "expected scalar type .* but (found|got)",
        "expected .* to have the same dtype",
        "must have the same dtype",
        "expected object of (scalar |data )?type",
        "expected target dtype to be",
        "mixed dtype",
        "must share same datatype",
        "tensors are not the same dtype",
        "input type .* and (bias|weight) type .* should be the same",
    ),
    (
        "tensors to be on the same device",
        "tensors? on the same device",
        "expected object of backend",
        "is not on the expected device",
        "are not at the same device",
    ),
    (
        "target.* is out of bounds",
        "assertion .cur_target >= 0",
        "assertion .t >= 0 && t < n_classes",
    ),
    ("index out of range in self", "index out of range. tried to access index"),
    ("expected input.* to have .* channels", "expected .*channels, but got"),
    ("does not require grad and does not have a grad_fn", "does not require grad"),
    ("must match the size of tensor", "inconsistent tensor size"),
)
"""Each group is one error; what fits one of its patterns may come in the words of the others."""


_DTYPE = re.compile(r"\b(BFloat16|Float|Double|Half|Long|Int|Bool|ComplexFloat)\b", re.I)


def other_wordings(message: str) -> list[str]:
    """Patterns of what other versions say in place of a message."""
    for group in _GROUPS:
        fitting = [pattern for pattern in group if says(message, pattern)]
        if fitting:
            others = [pattern for pattern in group if pattern not in fitting]
            return [_with_dtypes(one, message) for one in others]
    return []


def _with_dtypes(pattern: str, message: str) -> str:
    """Two dtypes that do not go together are the same two in other words, in either order."""
    told = list(dict.fromkeys(name.lower() for name in _DTYPE.findall(message)))
    if "type" not in pattern or len(told) != 2:
        return pattern
    first, second = told
    return f"{pattern}.*({first}.*{second}|{second}.*{first})"
