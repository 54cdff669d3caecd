"""Write a value of a configuration file (YAML, TOML, JSON) without touching anything else of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import PurePath

from seismograd.faults import Edit, Position, Span
from seismograd.repair.edits.config_leaves import Syntax, leaves_of, syntax_of
from seismograd.repair.edits.config_scalars import WORDS, spelled
from seismograd.repair.parameter import CannotWrite
from seismograd.source.edits import apply_edits
from seismograd.source.evaluate.values import ConfigConst

_TOKEN = re.compile(
    r"""
    (?P<quoted>"(?:[^"\\]|\\.)*"|'[^']*')
    |(?P<comment>\#)
    |(?P<bare>[^\s,\[\]{}"'\#:=][^\s,\[\]{}"'=]*)
    """,
    re.VERBOSE,
)


def config_edit(
    value: ConfigConst,
    text: str,
    read: Callable[[str], str | None],
    arguments: Sequence[str] = (),
) -> Edit:
    """`text`: a literal of Python, or a bare name. Raises `CannotWrite`, also where it is not
    certain which value of the line is meant.

    `arguments`: of the command line, where Hydra takes `training.lr=0.1`.
    """
    if not value.file:
        raise CannotWrite("it stands in a text that the program parses")
    content, syntax = read(value.file), syntax_of(value.file)
    lines = content.split("\n") if content is not None else []
    if content is None or syntax is None or not 0 < value.line <= len(lines):
        raise CannotWrite(f"{PurePath(value.file).name} cannot be read")
    line = lines[value.line - 1].rstrip("\r")
    _check_command_line(line, arguments)
    spots = [spot for spot in _scalars(line, syntax) if _means(spot[2], value.value)]
    edits = [_edit(value, spot, text, syntax) for spot in spots]
    meant = [edit for edit in edits if _changes_only(value, content, edit, syntax)]
    if len(meant) != 1:
        raise _unclear(value)
    return meant[0]


def _unclear(value: ConfigConst) -> CannotWrite:
    name = PurePath(value.file).name
    return CannotWrite(f"{name}, line {value.line}: it is not clear where the value stands")


def _edit(value: ConfigConst, spot: tuple[int, int, str], text: str, syntax: Syntax) -> Edit:
    start, end, old = spot
    here = Span(value.file, Position(value.line, start + 1), Position(value.line, end + 1))
    return Edit(here, spelled(text, old, syntax))


def _changes_only(value: ConfigConst, content: str, edit: Edit, syntax: Syntax) -> bool:
    """Whether the edit changes the value that is meant, and nothing else.

    An anchor of YAML stands for one value in several places. Lines of TOML and JSON are those of
    keys, so an item of a list may stand elsewhere.
    """
    before = leaves_of(content, syntax)
    after = leaves_of(apply_edits(content, [edit]), syntax)
    if before is None or after is None or before.keys() != after.keys():
        return False
    changed = [path for path in before if not _is_same(before[path], after[path])]
    is_one = len(changed) <= 1 or syntax is Syntax.YAML
    return is_one and (not changed or value.keys in changed)


def _is_same(one: object, other: object) -> bool:
    """For Python, `True` equals 1."""
    return type(one) is type(other) and one == other


def _check_command_line(line: str, arguments: Sequence[str]) -> None:
    key = re.match(r"""\s*["']?([\w-]+)["']?\s*[:=]""", line)
    for word in arguments if key else ():
        name = word.lstrip("+").partition("=")[0].rpartition(".")[2]
        if "=" in word and key is not None and name == key[1] and not word.startswith("-"):
            raise CannotWrite(f"the command line gives {word}; change it there")


def _scalars(line: str, syntax: Syntax) -> Iterator[tuple[int, int, str]]:
    """The words of a line with their places, keys among them, up to its comment."""
    for found in _TOKEN.finditer(line):
        if found["comment"]:
            if syntax is not Syntax.JSON:
                return
        elif not re.match(r"\s*=|:(?:\s|$)|\s*:\s", line[found.end() :]):
            yield found.start(), found.end(), found[0]


def _means(written: str, value: object) -> bool:
    plain = written.strip("\"'")
    if isinstance(value, bool) or value is None:
        return written.lower() in WORDS[value]
    if isinstance(value, int | float):
        try:
            return float(plain.replace("_", "")) == float(value) and plain == written
        except ValueError:
            return False
    return plain == str(value)
