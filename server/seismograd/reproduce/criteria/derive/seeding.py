"""Whether a report is about seeds, or merely begins its code with one, as everybody does."""

from __future__ import annotations

import re

from seismograd.reproduce.criteria.derive.clauses import prose_of
from seismograd.reproduce.report.bug_report import BugReport

_SEED = re.compile(r"seed|random_state", re.I)
_SEEDS_ONCE = re.compile(
    r"^[ \t]*[\w.]*(?:manual_seed|random\.seed|set_random_seed)\(\d+\)[ \t]*$", re.M
)


def is_about_seeds(report: BugReport) -> bool:
    """One line that seeds, in code, says nothing yet."""
    if _SEED.search(f"{report.title}\n{prose_of(report.text)}"):
        return True
    rest, lines = _SEEDS_ONCE.subn("", report.text)
    return lines > 1 or _SEED.search(rest) is not None
