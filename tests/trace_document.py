"""The page that describes the trace, as data."""

from __future__ import annotations

import re
from pathlib import Path

PAGE = (Path(__file__).parents[1] / "docs" / "trace.md").read_text("utf-8")
ROW = re.compile(r"^\| `(\w+)` \| (.*?) \| .* \|$", re.MULTILINE)


def documented() -> dict[str, set[str]]:
    """Kinds with their fields: words in backticks outside of parentheses."""
    found = {}
    for kind, cell in ROW.findall(PAGE):
        while cell != (cell := re.sub(r"\([^()]*\)", "", cell)):
            pass
        found[kind] = set(re.findall(r"`(\w+)`", cell))
    return found
