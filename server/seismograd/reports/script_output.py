"""What a script printed, fit for a terminal: colours and progress bars, and nothing that steers it.

A terminal obeys what it is sent: it can be made to answer as if somebody had typed, to fill the
clipboard, to change its title. A script in a sandbox must not do so from there.
"""

from __future__ import annotations

import codecs
import re

LONGEST_SEQUENCE = 4096
_SEQUENCE_OR_CONTROL = re.compile(
    r"\x1b\[[0-?]*[ -/]*[@-~]"
    r"|\x1b[\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\)"
    r"|\x1b[ -/]*[0-~]?"
    r"|[\x00-\x07\x0b\x0c\x0e-\x1a\x1c-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]"
)
_HARMLESS = re.compile(r"\x1b\[(?:[\d;:]{0,60}[mA-GJK]|\?25[hl])")
"""Colours, steps of the cursor, erasing, and hiding the cursor: what progress bars need."""
_UNFINISHED = re.compile(r"\x1b(?:\[[0-?]*[ -/]*|[\]PX^_][^\x07\x1b]*\x1b?|[ -/]*)\Z")


class ScriptOutput:
    """One stream of a script; a sequence that comes in pieces waits for its end."""

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._waiting = ""

    def text(self, piece: bytes) -> str:
        whole = self._waiting + self._decoder.decode(piece)
        start = _unfinished(whole)
        self._waiting = whole[start:]
        return _SEQUENCE_OR_CONTROL.sub(_kept, whole[:start])


def _unfinished(text: str) -> int:
    """Where a sequence begins that has no end yet."""
    earliest = max(0, len(text) - LONGEST_SEQUENCE)
    last = text.rfind("\x1b", earliest)
    before = text.rfind("\x1b", earliest, max(last, 0))
    starts = [start for start in (before, last) if start >= 0 and _UNFINISHED.match(text, start)]
    return starts[0] if starts else len(text)


def _kept(found: re.Match[str]) -> str:
    return found[0] if _HARMLESS.fullmatch(found[0]) else ""
