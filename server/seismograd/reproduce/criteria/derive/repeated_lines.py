"""The same line twice in a console or a snippet, with two answers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

MAX_TEXT = 40_000
_PROMPT = re.compile(r"^\s*(?:>>>|In \[\d+\]:)\s?(?P<code>.+)$")
_SEEDING = re.compile(r"seed", re.I)


def answers_differ(text: str) -> bool:
    """Whether a call was made twice in a row, and answered otherwise the second time."""
    told = [one for one in _answered(text[:MAX_TEXT]) if not _SEEDING.match(_callee(one[0]))]
    return any(
        code == again and "(" in code and answer != other
        for (code, answer), (again, other) in pairwise(told)
    )


def _answered(text: str) -> Iterator[tuple[str, str]]:
    """Lines of code with what they gave; of a line that gave nothing, nothing."""
    lines = [*text.splitlines(), ""]
    for line, following in pairwise(lines):
        prompt = _PROMPT.match(line)
        code, _, comment = line.partition("  #")
        if prompt:
            answer = "" if _PROMPT.match(following) else _answer(following)
            yield prompt["code"].strip(), answer
        elif comment.strip() and ")" in code:
            yield code.strip(), _answer(comment)


def _answer(line: str) -> str:
    return re.sub(r"^\s*Out\[\d+\]:", "", line).strip(" `")


def _callee(code: str) -> str:
    return code.partition("(")[0].rpartition(".")[2]
