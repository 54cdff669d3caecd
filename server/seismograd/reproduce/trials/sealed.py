"""Whether a trace is the one that the judging process wrote, whose key no script has seen."""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass
from pathlib import Path

from seismograd_sandbox.untrusted_files import read_without_links

SUFFIX = ".seal"
CHANGED = b"changed"
MOST_TRACE = 64 << 20
MOST_SEAL = 100
NOT_SEALED = "the run was not seen to its end: its trace is missing, or others wrote to it"
CODE_CHANGED = "the run changed files of the project's code"


@dataclass(frozen=True, slots=True)
class Seal:
    key: bytes

    def of(self, content: bytes) -> bytes:
        return hmac.new(self.key, content, hashlib.sha256).hexdigest().encode()


def why_unsealed(trace: Path, seal: Seal) -> str:
    """ "" where the trace can be believed."""
    try:
        content = read_without_links(trace, MOST_TRACE)
        found = read_without_links(trace.with_name(trace.name + SUFFIX), MOST_SEAL)
    except OSError:
        return NOT_SEALED
    if found == CHANGED:
        return CODE_CHANGED
    return "" if hmac.compare_digest(found, seal.of(content)) else NOT_SEALED
