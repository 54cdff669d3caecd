"""Whether a trace is the one that the judging process wrote, whose key no script has seen."""

from __future__ import annotations

import hmac
from pathlib import Path

from seismograd_sandbox.guest.judge import CHANGED, MOST_TRACE, SEAL, seal
from seismograd_sandbox.untrusted_files import read_without_links

MOST_SEAL = 100
NOT_SEALED = "the run was not seen to its end: its trace is missing, or others wrote to it"
CODE_CHANGED = "the run changed files of the project's code"


def why_unsealed(trace: Path, key: bytes) -> str:
    """Empty where the trace can be believed."""
    try:
        content = read_without_links(trace, MOST_TRACE)
        found = read_without_links(trace.with_name(trace.name + SEAL), MOST_SEAL)
    except OSError:
        return NOT_SEALED
    if found == CHANGED:
        return CODE_CHANGED
    return "" if hmac.compare_digest(found, seal(key, content)) else NOT_SEALED
