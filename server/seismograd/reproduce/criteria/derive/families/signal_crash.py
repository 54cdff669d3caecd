"""The process dies below Python."""

from __future__ import annotations

import signal

from seismograd.reproduce.criteria.checks.endings import EndsWithSignal
from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.criteria.derive.evidence import cue
from seismograd.reproduce.criteria.derive.reading import Reading
from seismograd.reproduce.criteria.language import write

_SIGNALS = (
    (signal.SIGSEGV, "a segmentation fault", r"\bseg(?:mentation)?[ -]?faults?\b|\bsigsegv\b"),
    (
        signal.SIGABRT,
        "an abort",
        r"\bsigabrt\b|\babort(?:ed|s)? \(core dumped\)|\baborts? the process",
    ),
    (signal.SIGFPE, "an arithmetic error", r"\bsigfpe\b|\bfloating[ -]point exception\b"),
    (signal.SIGBUS, "a bus error", r"\bsigbus\b|\bbus error\b"),
    (signal.SIGILL, "an illegal instruction", r"\bsigill\b|\billegal instruction\b"),
)


def read(reading: Reading) -> list[Fingerprint]:
    found = []
    for number, words, pattern in _SIGNALS:
        evidence = reading.weigh([cue(pattern, 1.0)])
        score = max(evidence.score, _in_blocks(reading, cue(pattern).pattern.pattern))
        if score:
            fact = (f"{words} ends the process", write(EndsWithSignal(int(number))))
            found.append(reading.fingerprint("crash", 0.9 * score, fact, said=evidence.clauses))
    return found


def _in_blocks(reading: Reading, pattern: str) -> float:
    """What a shell prints is in a block more often than in a sentence."""
    searched = cue(pattern).pattern
    return 0.8 if any(searched.search(s.code[:20_000]) for s in reading.report.snippets) else 0.0
