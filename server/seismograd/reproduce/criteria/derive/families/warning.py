"""A report about a warning."""

from __future__ import annotations

import re

from seismograd.reproduce.criteria.checks.check import shortened
from seismograd.reproduce.criteria.checks.warns import Warns
from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.criteria.derive.clauses import Where
from seismograd.reproduce.criteria.derive.reading import Reading
from seismograd.reproduce.criteria.language import write
from seismograd.reproduce.criteria.matching.reported_message import pattern_of

_WARNING = re.compile(r"\b((?:[a-z_]\w{0,40}\.){0,5}[A-Z]\w{0,40}Warning)\b(?::\s(.{1,300}))?")
_IN_TITLE = 0.7
_ELSEWHERE = 0.3
"""Logs are full of warnings; few reports are about them."""


def read(reading: Reading) -> list[Fingerprint]:
    found = []
    for clause in reading.clauses:
        match = _WARNING.search(clause.text)
        if match and clause.where is not Where.EXPECTED:
            message = match[2] or ""
            confidence = _IN_TITLE if clause.where is Where.TITLE else _ELSEWHERE
            fact = f"{match[1]} is given" + (f": {shortened(message, 160)}" if message else "")
            check = write(Warns(match[1], pattern_of(message)))
            found.append(reading.fingerprint("warning", confidence, (fact, check), said=[clause]))
    return found
