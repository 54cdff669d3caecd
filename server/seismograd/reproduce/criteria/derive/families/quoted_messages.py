"""A message that a report quotes without the name of what was raised or warned."""

from __future__ import annotations

import re
from collections.abc import Iterator

from seismograd.reproduce.criteria.checks.check import Check, shortened
from seismograd.reproduce.criteria.checks.output import Warns
from seismograd.reproduce.criteria.checks.raises import Raises
from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.criteria.derive.clauses import FENCE
from seismograd.reproduce.criteria.derive.reading import Reading
from seismograd.reproduce.criteria.language import write
from seismograd.reproduce.criteria.matching.reported_message import numbers_of, pattern_of
from seismograd.reproduce.report.bug_report import BugReport

MOST_TEXT = 40_000
_CONFIDENCE = 0.68
_BROKEN = re.compile(r"(?<=\S)[ \t]*\n[ \t]*(?=[^\s#>|*-])")
_QUOTES = str.maketrans("“”", '""')
_FAILS = (
    r"(?:\b(?:crash\w*|fail\w*|die[sd]?|dying|stop(?:s|ped)|abort\w*|throw\w*|rais\w+|complain\w*|"
    r"warn\w*|errors?|exceptions?|message|explod\w+|breaks?|broke|"
    r"(?:not|n't) (?:compile|work|run|start|build))\b)"
)
_QUOTE = r"(?<!\w)(?P<mark>[\"'`])(?P<message>(?:(?!(?P=mark)(?!\w))[^\"\n]){8,300})(?P=mark)(?!\w)"
_QUOTED = (
    re.compile(rf"{_FAILS}[^'\"`]{{0,40}}{_QUOTE}", re.I),
    re.compile(rf"\b(?:get|got|gives?|says?|saying|tells? me|with|like) {_QUOTE}", re.I),
    re.compile(
        rf"{_FAILS}[^:.>→\n]{{0,30}}(?::|-+>|=>|→)\s+"
        r"(?P<message>(?-i:[A-Z])[^\n]{10,200}?)(?:\.\s|\.?$)",
        re.I | re.M,
    ),
)
_SENTENCE_END = re.compile(r"[.!?;]\s|\n\s*\n")
_WARNS = re.compile(r"\bwarn(?:s|ed|ing|ings)?\b|Warning\b", re.I)
_CATEGORY = re.compile(r"\b((?:[a-z_]\w{0,40}\.){0,5}[A-Z]\w{0,40}Warning)\b")
_ANY_WARNING = "Warning"
_ANY_EXCEPTION = "Exception"
_WORDS = re.compile(r"[A-Za-z]{2,}")
_LEAST_WORDS = 3
_CODE = re.compile(
    r"^(?:python|pip|git|torchrun|import|from)\b|^[\w.]+\(.*\)\S*$|(?<![=!<>])=(?!=)|\.py\b|\s--\w"
)


def read(reading: Reading) -> Iterator[Fingerprint]:
    """Nothing where a traceback has a message: that is plainer."""
    if any(trace.exception and trace.message for trace in reading.report.tracebacks):
        return
    text = _running_text(reading.report)
    for match in _quotations(text):
        message = match["message"].strip().replace("`", "")
        yield _fingerprint(reading, message, _sentence_around(text, match))


def quoted_messages(report: BugReport) -> list[str]:
    return [match["message"] for match in _quotations(_running_text(report))]


def _quotations(text: str) -> Iterator[re.Match[str]]:
    found = (match for pattern in _QUOTED for match in pattern.finditer(text))
    return (match for match in found if _is_message(match["message"].strip()))


def _running_text(report: BugReport) -> str:
    """Without blocks of code, and with the lines of a paragraph in one."""
    text = f"{report.title}\n\n{report.text[:MOST_TEXT]}"
    return _BROKEN.sub(" ", FENCE.sub("\n", text)).translate(_QUOTES)


def _is_message(text: str) -> bool:
    """A sentence, and no code, command or path."""
    has_words = len(_WORDS.findall(text)) >= _LEAST_WORDS <= len(text.split())
    return has_words and not _CODE.search(text) and bool(pattern_of(text))


def _sentence_around(text: str, match: re.Match[str]) -> str:
    ends = [end.end() for end in _SENTENCE_END.finditer(text, 0, match.start())]
    end = _SENTENCE_END.search(text, match.end())
    return text[ends[-1] if ends else 0 : end.start() if end else len(text)]


def _fingerprint(reading: Reading, message: str, sentence: str) -> Fingerprint:
    told, pattern = shortened(message, 160), pattern_of(message)
    check: Check
    if _WARNS.search(sentence):
        named = _CATEGORY.search(sentence)
        category = named[1] if named else _ANY_WARNING
        family, fact, check = "warning", f"{category} is given", Warns(category, pattern)
    else:
        check = Raises(_ANY_EXCEPTION, pattern, numbers_of(message))
        family, fact = "crash", "an exception is raised"
    return reading.fingerprint(family, _CONFIDENCE, (f"{fact} and says: {told}", write(check)))
