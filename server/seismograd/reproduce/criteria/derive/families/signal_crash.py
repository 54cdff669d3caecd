"""The process dies below Python."""

from __future__ import annotations

import re
import signal
from collections.abc import Iterator

from seismograd.reproduce.criteria.checks.endings import EndsWithSignal
from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.criteria.derive.clauses import WEIGHTS, Clause, Where, is_negated
from seismograd.reproduce.criteria.derive.reading import Reading
from seismograd.reproduce.criteria.language import write

_SIGNALS = (
    (signal.SIGSEGV, "a segmentation fault", r"\bseg(?:mentation)?[ -]?faults?\b|\bsigsegv\b"),
    (signal.SIGABRT, "an abort", r"\bsigabrt\b|\babort(?:ed|s)? \(core dumped\)"),
    (signal.SIGFPE, "an arithmetic error", r"\bsigfpe\b|\bfloating[ -]point exception\b"),
    (signal.SIGBUS, "a bus error", r"\bsigbus\b|\bbus error\b"),
    (signal.SIGILL, "an illegal instruction", r"\bsigill\b|\billegal instruction\b"),
)
_SURE = 0.9
_IN_A_BLOCK = 0.8
"""What a shell prints is in a block more often than in a sentence."""
_MOST_CODE = 20_000


def read(reading: Reading) -> Iterator[Fingerprint]:
    for number, words, pattern in _SIGNALS:
        wanted = re.compile(pattern, re.I)
        said = [clause for clause in reading.clauses if _is_told(clause, wanted)]
        weights = [WEIGHTS[clause.where] for clause in said]
        if any(wanted.search(one.code[:_MOST_CODE]) for one in reading.report.snippets):
            weights.append(_IN_A_BLOCK)
        if weights:
            fact = (f"{words} ends the process", write(EndsWithSignal(int(number))))
            yield reading.fingerprint("crash", _SURE * max(weights), fact, said=said)


def _is_told(clause: Clause, wanted: re.Pattern[str]) -> bool:
    found = wanted.search(clause.text)
    is_fact = clause.where is not Where.EXPECTED
    return found is not None and is_fact and not is_negated(clause.text, found.start())
