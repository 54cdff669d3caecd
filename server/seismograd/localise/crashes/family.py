"""One kind of message, and what explains it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from seismograd.localise.crashes.crash import Crash
from seismograd.localise.crashes.failure import Failure

Explain = Callable[[Failure, "re.Match[str]"], Crash | None]


@dataclass(frozen=True)
class Family:
    """`explain` gives None where the facts do not bear it; then the next family is asked."""

    pattern: re.Pattern[str]
    explain: Explain


def family(pattern: str, explain: Explain) -> Family:
    return Family(re.compile(pattern, re.IGNORECASE | re.DOTALL), explain)
