"""Patterns of ignore files, made so that no file name keeps them busy.

`a*a*a*b` as an ordinary expression tries every way to share a long name out among the stars. Where
a star is followed by another one, the first place that fits what stands between them is as good as
any later one: it is taken for good.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

MAX_PATTERNS = 2_000
"""Patterns of one file; each is tried on every path."""
MAX_LENGTH = 1_000
"""Characters of one pattern, four times what a file name can have."""
_STAR = r"[^/]*"
_FOLDERS = r"(?:/.+)?/"
_STARS = re.compile(rf"(?:{re.escape(_STAR)}){{2,}}")
_PIECE = r"(?:\[\^/\](?!\*)|\\[^/]|\[\^?+\]?[^\[\]/]*+\]|[^/()\[\]\\*+?{}|^$])+"
_BETWEEN_STARS = re.compile(rf"{re.escape(_STAR)}({_PIECE})(?={re.escape(_STAR)})")


def ignore_spec(lines: Iterable[str]) -> GitIgnoreSpec:
    """What the lines of an ignore file say, without those that make no sense."""
    # Where nothing is left out, nobody waits for this to load.
    from pathspec import GitIgnoreSpec

    patterns: list[Any] = []  # versions of the library name their class differently
    for line in lines:
        if len(patterns) >= MAX_PATTERNS:
            break
        if line.strip() and len(line) <= MAX_LENGTH:
            patterns.extend(_pattern(GitIgnoreSpec, line))
    return GitIgnoreSpec(patterns)


def _pattern(kind: type[GitIgnoreSpec], line: str) -> list[Any]:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # remarks on odd expressions, which nobody here wrote
            found: list[Any] = list(kind.from_lines([line]).patterns)
    except (ValueError, re.error):  # what makes no sense to a regular expression, as `[z-a]`
        return []
    for pattern in found:
        expression = getattr(pattern, "regex", None)
        if expression is not None:
            pattern.regex = _decided(expression)
    return found


def _decided(expression: re.Pattern[str]) -> re.Pattern[str]:
    """The same expression, settled at each star but the last one of a name."""
    first = _STARS.sub(lambda _: _STAR, expression.pattern)
    second = _BETWEEN_STARS.sub(lambda found: f"(?>[^/]*?{found[1]})", first)
    whole = _with_folders_decided(second)
    return expression if whole == expression.pattern else re.compile(whole)


def _with_folders_decided(expression: str) -> str:
    first, *others = expression.split(_FOLDERS)
    if len(others) < 2:
        return expression
    *between, last = others
    settled = "".join(f"(?>(?:/.+?)??/{part}(?=/))" for part in between)
    return f"{first}{settled}{_FOLDERS}{last}"
