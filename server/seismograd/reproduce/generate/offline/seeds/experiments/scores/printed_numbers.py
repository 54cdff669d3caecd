"""What a script of the project prints, kept, and the numbers in it."""

from __future__ import annotations

import re

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import EntryPoint
from seismograd.reproduce.generate.offline.seeds.entry_points import ARGUMENTS, running

MODULES = ("contextlib", "io", "re", "runpy", "sys")
"""What the statements need."""
_NUMBER = r"(-?\d+\.?\d*(?:e[-+]?\d+)?)"


def printed_by(case: Case, entry: EntryPoint) -> tuple[str, ...]:
    """Statements that run a script and leave what it prints as `output`."""
    lines = "\n".join(f"    {line}" for line in running(case, entry))
    return (
        f"sys.argv = [{entry.file!r}, *{ARGUMENTS}]",
        "with contextlib.redirect_stdout(io.StringIO()) as output, "
        f"contextlib.suppress(SystemExit):\n{lines}",
        "print(output.getvalue())",
    )


def pattern_of(label: str) -> str:
    """The name as it may be printed, and the number behind it."""
    words = r"[\s_-]?".join(re.escape(word) for word in re.split(r"[\s_-]+", label))
    return rf"\b{words}\b[^\d\n-]*{_NUMBER}"
