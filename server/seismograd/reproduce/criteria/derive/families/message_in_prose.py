"""An error message that the prose of a report has, without a traceback."""

from __future__ import annotations

import re
from collections.abc import Iterator

from seismograd.reproduce.criteria.checks.check import shortened
from seismograd.reproduce.criteria.checks.raises import Raises
from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.criteria.derive.clauses import Clause, Where
from seismograd.reproduce.criteria.derive.evidence import is_negated
from seismograd.reproduce.criteria.derive.reading import Reading
from seismograd.reproduce.criteria.language import write
from seismograd.reproduce.criteria.matching.known_messages import (
    ANY,
    KnownMessage,
    known_messages,
    spelled_type,
)
from seismograd.reproduce.criteria.matching.reported_message import numbers_of, pattern_of

_FENCE = re.compile(r"^ {0,3}(?:```|~~~).*?(?:^ {0,3}(?:```|~~~)|\Z)", re.M | re.S)
_BROKEN = re.compile(r"(?<=\S)[ \t]*\n[ \t]*(?=[^\s#>|*-])")


def running_text(text: str) -> str:
    return _BROKEN.sub(" ", _FENCE.sub("\n", text))


_WEIGHTS = {
    Where.TITLE: 0.8,
    Where.SYMPTOM: 0.8,
    Where.BODY: 0.7,
    Where.STEPS: 0.5,
    Where.EXPECTED: 0.6,
}
_SPELLED = 0.8
_LOOSE = 0.75
"""Words of people may mean one of many messages."""
_QUOTED = 0.85
_FAILS = (
    r"(?:\b(?:crash\w*|fail\w*|die[sd]?|dying|stop(?:s|ped)|abort\w*|throw\w*|rais\w+|complain\w*|"
    r"errors?|exceptions?|message|blow[sn]? up|blew up|explod\w+|chok\w+|breaks?|broke|"
    r"(?:not|n't) (?:compile|work|run|start|build))\b)"
)
_BY_ITSELF = re.compile(r"mismatch|error|by zero", re.I)
_FAILURE = re.compile(_FAILS, re.I)
_QUOTE = r"(?<!\w)(?P<mark>[\"'“`])(?P<message>[^\"“”`\n]{8,300}?)(?:(?P=mark)(?!\w)|”)"
_CRASH_AND_QUOTE = re.compile(rf"{_FAILS}[^'\"“”`]{{0,40}}{_QUOTE}", re.I)
_GOT_AND_QUOTE = re.compile(rf"\b(?:get|got|gives?|says?|saying|tells? me|with) {_QUOTE}", re.I)
_CRASH_AND_COLON = re.compile(
    rf"{_FAILS}[^:.>→\n]{{0,30}}(?::|-+>|=>|→)\s+(?P<message>[A-Z'\"][^\n]{{10,200}}?)(?:\.\s|\.?$)",
    re.M,
)
_WORDS = re.compile(r"[A-Za-z]{2,}")
_LEAST_WORDS = 3
_CODE = re.compile(
    r"^(?:python|pip|git|torchrun|import|from)\b|\w\(|(?<![=!<>])=(?!=)|\.py\b|\s--\w"
)
_WARNING = re.compile(r"\bwarn(?:s|ing|ings|ed)?\b|Warning\b", re.I)
MOST_TEXT = 40_000


def read(reading: Reading) -> list[Fingerprint]:
    """Nothing where an exception is named with its words: that is plainer."""
    if any(trace.exception and trace.message for trace in reading.report.tracebacks):
        return []
    return [*_known(reading), *_quoted(reading), *_spelled(reading)]


def _known(reading: Reading) -> Iterator[Fingerprint]:
    """Whole sentences: what a machine says has a "but" or an "expected" of its own."""
    crashes = _speaks_of_failure(reading)
    for sentence, clause in _sentences(reading):
        for match, known in known_messages(sentence)[:1]:
            is_wish = clause.where is Where.EXPECTED
            fails = crashes or (_BY_ITSELF.search(match[0]) and not reading.says_silent)
            is_told = not known.pattern or (fails and not is_wish)
            denied = is_negated(sentence, match.start()) and not is_wish
            if is_told and not denied and not _WARNING.search(sentence[: match.start()]):
                yield _of_known(reading, clause, match, known)


def _speaks_of_failure(reading: Reading) -> bool:
    """Words of people about sizes and types are no crash by themselves."""
    if reading.says_silent:
        return False
    found = ((c, _FAILURE.search(c.text)) for c in reading.clauses if c.where is not Where.EXPECTED)
    return any(match and not is_negated(c.text, match.start()) for c, match in found)


def _of_known(
    reading: Reading, clause: Clause, match: re.Match[str], known: KnownMessage
) -> Fingerprint:
    message = known.pattern or pattern_of(match[0])
    confidence = _WEIGHTS[clause.where] * (_LOOSE if known.pattern else 1.0)
    check = Raises(known.exception, message, numbers_of(match[0]))
    fact = f"an exception is raised that speaks of: {shortened(match[0], 160)}"
    return reading.fingerprint("crash", confidence, (fact, write(check)), said=[clause])


def _quoted(reading: Reading) -> Iterator[Fingerprint]:
    text = running_text(reading.report.text[:MOST_TEXT])
    for pattern in (_CRASH_AND_QUOTE, _GOT_AND_QUOTE, _CRASH_AND_COLON):
        for match in pattern.finditer(text):
            yield from _of_quotation(reading, match["message"].strip())


def _of_quotation(reading: Reading, message: str) -> Iterator[Fingerprint]:
    if not _WARNING.search(message):
        pattern = pattern_of(message) if _is_message(message) else ""
        if pattern and not known_messages(message):
            fact = f"an exception is raised and says: {shortened(message, 160)}"
            check = write(Raises(ANY, pattern, numbers_of(message)))
            confidence = _QUOTED * _WEIGHTS[Where.SYMPTOM]
            yield reading.fingerprint("crash", confidence, (fact, check))


def _is_message(text: str) -> bool:
    """A sentence, and no code, command or path."""
    return len(_WORDS.findall(text)) >= _LEAST_WORDS <= len(text.split()) and not _CODE.search(text)


def _spelled(reading: Reading) -> Iterator[Fingerprint]:
    for clause in reading.clauses:
        is_told = clause.where is not Where.EXPECTED and not reading.says_silent
        found = spelled_type(clause.text) if is_told else None
        if found is not None and not is_negated(clause.text, found[0].start()):
            fact = (f"{found[1]} is raised", write(Raises(found[1])))
            confidence = _SPELLED * _WEIGHTS[clause.where]
            yield reading.fingerprint("crash", confidence, fact, said=[clause])


def _sentences(reading: Reading) -> Iterator[tuple[str, Clause]]:
    """Each with its first clause that tells of facts, if it has one."""
    first: dict[str, Clause] = {}
    for clause in reading.clauses:
        known = first.setdefault(clause.sentence or clause.text, clause)
        if known.where is Where.EXPECTED:
            first[clause.sentence or clause.text] = clause
    yield from first.items()
