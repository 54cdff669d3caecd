"""Yes, no or unclear: what a second reader says of what somebody else wrote."""

from __future__ import annotations

from seismograd.llm import Malformed, Schema
from seismograd.llm.schema import text

VERDICTS = ("yes", "no", "unclear")
SHORTEST_REASON = 20
"""Characters; a mere "no" is no reason."""
LONGEST_REASON = 600
"""Some three times what is asked for: it stands in refusals and results."""
VERDICT: Schema = text(f"One of: {', '.join(VERDICTS)}.")
WHY: Schema = text("For no: the reason in one or two sentences. Empty otherwise.")


def reasoned_no(verdict: str, why: str) -> str:
    """The reason of a no, "" for anything else; raises `Malformed` where it is no verdict."""
    plain = verdict.strip().lower().strip(".")
    if plain not in VERDICTS:
        raise Malformed(f"The verdict is one of: {', '.join(VERDICTS)}.")
    reason = " ".join(why.split())[:LONGEST_REASON]
    return reason if plain == "no" and len(reason) >= SHORTEST_REASON else ""
