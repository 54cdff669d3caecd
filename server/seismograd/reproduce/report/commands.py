"""Commands that a report was made with: `python train.py --epochs 1 --amp`."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass

from seismograd.reproduce.report.bug_report import BugReport

MOST_COMMANDS = 10
MOST_WORDS = 60
MOST_TEXT = 60_000
_COMMAND = re.compile(
    r"(?:^|[`$%>]|&&|\s)\s?(?:\w{1,40}=\S{1,100}\s+){0,5}(?:python[\d.]{0,5}|py)\s+(?:-[uOBW]\s+){0,2}"
    r"(?:-m\s+(?P<module>[A-Za-z_][\w.]{0,100})|(?P<file>[\w./-]{1,150}\.py))"
    r"(?P<rest>[^`\n]{0,1000})",
    re.M,
)
_CONTINUED = re.compile(r"\\\r?\n\s*")
_END = re.compile(r"\s(?:\||&&|;|>|2>|#|->|→|=>)(?:\s|$)|\s&$|[.,;:]$|\s\(")
_FOREIGN = ("pip", "torch.distributed", "pytest", "venv", "http.server")


@dataclass(frozen=True, slots=True)
class Command:
    target: str
    """A file, or a module with dots."""
    words: tuple[str, ...] = ()

    def runs(self, file: str, module: str) -> bool:
        """Whether a script of the project is what it runs."""
        target = self.target.removeprefix("./")
        if target.endswith(".py"):
            return file == target or file.endswith(f"/{target}") or target.endswith(f"/{file}")
        return target == module or f"{target}.__main__" == module


def commands_in(report: BugReport) -> list[Command]:
    """In the order of the text, each once."""
    return commands_of_text(report.text)


def commands_of_text(text: str) -> list[Command]:
    found = dict.fromkeys(_commands(_CONTINUED.sub(" ", text[:MOST_TEXT])))
    return list(found)[:MOST_COMMANDS]


def _commands(text: str) -> Iterator[Command]:
    for match in _COMMAND.finditer(text):
        target = match["file"] or match["module"]
        if not target.startswith(_FOREIGN):
            yield Command(target, _words(match["rest"]))


def _words(rest: str) -> tuple[str, ...]:
    """Up to a pipe, a comment or the end of the sentence; prose after it is not meant."""
    cut = _END.search(rest)
    try:
        words = shlex.split(rest[: cut.start()] if cut else rest)
    except ValueError:
        return ()
    kept: list[str] = []
    for word in words[:MOST_WORDS]:
        if _is_prose(word, kept):
            break
        kept.append(word)
    return tuple(kept)


def _is_prose(word: str, before: list[str]) -> bool:
    """A plain word of a sentence, where no option stands before that could take it."""
    plain = word.isalpha() and word.islower()
    return plain and not (before and before[-1].startswith("-")) and word in _LITTLE_WORDS


_LITTLE_WORDS = frozenset(
    ["and", "on", "with", "in", "gives", "fails", "crashes", "to", "for", "then", "it", "the",
     "dies", "raises", "works", "is", "does", "from", "when", "i", "but", "throws", "twice",
     "again"]
)  # fmt: skip
