"""Programs that do not come to an end."""

from __future__ import annotations

from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.criteria.derive.evidence import cue
from seismograd.reproduce.criteria.derive.reading import Reading

_CUES = (
    cue(r"\b(?:hangs?|hung|hanging)\b"),
    cue(r"\bdead-? ?locks?\b|\bdeadlocked\b"),
    cue(
        r"\binfinite(?:ly)? (?:loop|recurs|wait)\w*|"
        r"\bloops? (?:forever|endlessly|infinitely)\b|\bendless loop\b"
    ),
    cue(r"\b(?:never|not|n't) (?:return|finish|terminate|end|stop|complete)(?:s|es|ed)?\b", 0.85),
    cue(r"\b(?:runs?|waits?|blocks?|stuck|goes on) (?:forever|indefinitely|endlessly)\b"),
    cue(
        r"\b(?:process|program|script|training|loader|run|worker|it)e?s? (?:\w+ )?"
        r"(?:freezes?|froze|gets? stuck|is stuck|stalls?|stalled)\b"
    ),
    cue(r"\bctrl[- +]c\b", 0.6),
    cue(
        r"\b(?:very|extremely|too|so|painfully|much) slow(?:er|ly)?\b|"
        r"\btakes (?:forever|ages|hours)\b",
        0.35,
    ),
)
_INTERRUPTED = 0.6
_FACT = ("the run does not come to an end in its time", "times_out()")
_BASE = 0.85


def read(reading: Reading) -> list[Fingerprint]:
    found = reading.by_words("hang", _BASE, _CUES, _FACT)
    traces = reading.report.tracebacks
    if not found and traces and all(one.short_name == "KeyboardInterrupt" for one in traces):
        return [reading.fingerprint("hang", _INTERRUPTED, _FACT)]
    return found
