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
_LAUNCHER = (
    r"(?:\w{1,40}=\S{1,100}\s+){0,5}(?:python[\d.]{0,5}|py|torchrun|deepspeed|accelerate\s+launch)\s+"
    r"(?:-[uOBW]\s+|--\w[\w-]{0,40}(?:=\S{1,60}|\s+\d{1,6})?\s+){0,6}"
)
_COMMAND = re.compile(
    rf"(?:^|[`$%>]|&&|\s)\s?{_LAUNCHER}"
    r"(?:-m\s+(?P<module>[A-Za-z_][\w.]{0,100})|(?P<file>[\w./-]{1,150}\.py))"
    r"(?P<rest>[^`\n]{0,1000})",
    re.M,
)
_STARTS = re.compile(rf"\s{{0,12}}(?:[$%>#]\s?)?(?:{_LAUNCHER}|\./\w)")
_CONTINUED = re.compile(r"\\\r?\n\s*")
_END = re.compile(r"\s(?:\||&&|;|>|2>|#|->|→|=>)(?:\s|$)|\s&$|[.,;:]$|\s\(")
_FOREIGN = ("pip", "torch.distributed", "pytest", "venv", "http.server")
_WORDS_OF_PROSE = frozenset(
    ["and", "on", "with", "in", "to", "for", "then", "it", "the", "is", "does", "from", "when", "i",
     "but", "gives", "fails", "crashes", "raises", "works", "again"]
)  # fmt: skip


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
    text = _CONTINUED.sub(" ", report.text[:MOST_TEXT])
    return list(dict.fromkeys(_commands(text)))[:MOST_COMMANDS]


def starts_command(line: str) -> bool:
    return _STARTS.match(line) is not None


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
    for at, word in enumerate(words):
        if word in _WORDS_OF_PROSE and not (at and words[at - 1].startswith("-")):
            return tuple(words[: min(at, MOST_WORDS)])
    return tuple(words[:MOST_WORDS])
