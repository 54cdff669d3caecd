"""A message from memory: the exception is right, the words only about so."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise

from seismograd.reproduce.criteria.checks.raises import Raises
from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.criteria.derive.reading import Reading
from seismograd.reproduce.criteria.language import parse, write

_HEDGE = re.compile(
    r"\b(?:something|anything|an error|error|message|words?|wording)\b.{0,30}"
    r"\b(?:along (?:these|those|the) lines|like (?:this|that)|to that effect|similar)\b|"
    r"\bor something\b|\bor so\b|\bor similar\b|\bto that effect\b|"
    r"\bsomething (?:like|about|similar to)\b|\broughly (?:this|like|says?|the)\b|"
    r"\b(?:from|by) memory\b|\bif i (?:remember|recall)\b|\biirc\b|"
    r"\bi think it (?:said|says|was)\b|"
    r"\b(?:don't|do not|can't|cannot|didn't|did not|no longer) (?:\w+ ){0,2}"
    r"(?:remember|recall|have|keep|save|copy|find)\b.{0,30}"
    r"\b(?:exact\w*|message|traceback|trace|words?|wording|text|output|log|error)\b|"
    r"\b(?:not|n't) (?:the |be the )?(?:exact|verbatim|literal)\b|\bparaphras\w+|"
    r"\b(?:exact|precise) (?:words?|wording|message|text)\b.{0,30}\b(?:differ\w*|var(?:y|ies)|lost|"
    r"gone|unknown|escapes?)\b|"
    r"\b(?:closed|lost|cleared) (?:the |my )?(?:\w+ )?(?:terminal|window|shell|session|log|output|"
    r"console|traceback)\b|"
    r"\b(?:typed|retyped|copied) (?:it |this )?"
    r"(?:by hand|from (?:a |the )?(?:memory|photo|screen))",
    re.I,
)
_TOPICS = (
    (r"\bd?types?\b|\bdatatypes?\b|\bprecision\b|\b(?:float|double|half|long)\b",
     "dtype|datatype|scalar type|input type|bias type"),
    (r"\bdevices?\b|\bcuda:\d|\bon (?:the )?[cg]pu\b", "device"),
    (r"\bout of (?:range|bounds)\b", "out of range|out of bounds"),
    (r"\bin-?place\b", "inplace|in-place"),
    (r"\brequires?_?\s?grad\b|\bgrad_fn\b", "require.*grad|grad_fn"),
    (r"\b(?:shapes?|sizes?|dim(?:ension)?s?|channels?|broadcast\w*)\b",
     "shape|size|dimension|channels|broadcast"),
)  # fmt: skip
"""What a message is about, and the words of messages that are about it; the plainest first."""
_COMMON = re.compile(
    r"with|that|this|have|must|should|does|only|when|where|while|than|more|from|into|your|they|"
    r"expected|found|error|given|some|same|other|values?|type|arguments?",
    re.I,
)
_WORD = re.compile(r"[A-Za-z_]{4,}")
_QUOTED = re.compile(r"'[\w.]{2,60}'")
_MOST_PAIRS = 6
_LESS_SURE = 0.8


def from_memory(reading: Reading, crashes: Iterable[Fingerprint]) -> list[Fingerprint]:
    """What is left of the criteria of a crash where the report says that its words are not exact.

    The type of the exception stays, and so do names in quotes: they are what people remember.
    """
    if not _says_so(reading):
        return []
    return [found for one in crashes for found in _loosened(reading, one)]


def _says_so(reading: Reading) -> bool:
    """A traceback with frames was copied, whatever the report says beside it."""
    copied = any(trace.frames for trace in reading.report.tracebacks)
    return not copied and any(_HEDGE.search(clause.text) for clause in reading.clauses)


def _loosened(reading: Reading, crash: Fingerprint) -> Iterator[Fingerprint]:
    check = parse(crash.criteria[0].check)
    pattern = _about(check.message) if isinstance(check, Raises) else ""
    if isinstance(check, Raises) and pattern and pattern != check.message:
        others = [(one.fact, one.check) for one in crash.criteria[1:]]
        fact = crash.criteria[0].fact.replace(" says: ", " says something like: ")
        loose = (fact, write(Raises(check.exception, pattern)))
        yield reading.fingerprint("crash", crash.confidence * _LESS_SURE, loose, *others)


def _about(message: str) -> str:
    """A pattern for the topic of a message, else for two of its telling words in a row."""
    if quoted := _QUOTED.search(message):
        return quoted[0]
    for words, pattern in _TOPICS:
        if re.search(words, message, re.I):
            return pattern
    telling = [word for word in _WORD.findall(message) if not _COMMON.fullmatch(word)]
    pairs = dict.fromkeys(f"{first}.*{second}" for first, second in pairwise(telling))
    return "|".join(list(pairs)[:_MOST_PAIRS])
