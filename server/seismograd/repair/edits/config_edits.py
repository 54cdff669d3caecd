"""Write a value of a configuration file (YAML, TOML, JSON) without touching anything else of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import PurePath

from seismograd.faults import Edit, Position, Span
from seismograd.repair.edits.config_leaves import Leaves, Syntax, leaves_of, syntax_of
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
_NO_DOT = re.compile(r"^([+-]?\d+)(e[+-]?\d+)$")


def config_edit(
    value: ConfigConst,
    text: str,
    read: Callable[[str], str | None],
    arguments: Sequence[str] = (),
) -> Edit:
    """Raises `CannotWrite`, also where the line has several values that could be meant.

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
    if len(spots) != 1:
        raise _unclear(value)
    edit = _edit(value, spots[0], text, syntax)
    _check_result(value, content, edit, syntax)
    return edit


def _unclear(value: ConfigConst) -> CannotWrite:
    name = PurePath(value.file).name
    return CannotWrite(f"{name}, line {value.line}: it is not clear where the value stands")


def _edit(value: ConfigConst, spot: tuple[int, int, str], text: str, syntax: Syntax) -> Edit:
    start, end, old = spot
    here = Span(value.file, Position(value.line, start + 1), Position(value.line, end + 1))
    quote = old[0] if old[0] in "\"'" else ""
    return Edit(here, f"{quote}{_number_of(syntax, text)}{quote}")


def _number_of(syntax: Syntax, text: str) -> str:
    """YAML 1.1 reads `1e-05` as text: a number needs a dot there."""
    return _NO_DOT.sub(r"\1.0\2", text) if syntax is Syntax.YAML else text


def _check_result(value: ConfigConst, content: str, edit: Edit, syntax: Syntax) -> None:
    """The edit may change one value alone, which has to be the one that was meant.

    An anchor of YAML stands for one value in several places. Lines of TOML and JSON are those of
    keys, so an item of a list may stand elsewhere.
    """
    before = leaves_of(content, syntax)
    after = leaves_of(apply_edits(content, [edit]), syntax)
    if before is None or after is None or before.keys() != after.keys():
        raise _unclear(value)
    changed = [path for path in before if before[path] != after[path]]
    if any(before[path] != value.value for path in changed) or not _is_one(changed, syntax):
        raise _unclear(value)
    if _is_repeated_item(changed, before, syntax):
        raise _unclear(value)


def _is_one(changed: Sequence[tuple[object, ...]], syntax: Syntax) -> bool:
    return len(changed) <= 1 or syntax is Syntax.YAML


def _is_repeated_item(
    changed: Sequence[tuple[object, ...]], leaves: Leaves, syntax: Syntax
) -> bool:
    """Whether an item of a list, whose line is not known, has equal ones beside it."""
    if syntax is Syntax.YAML or not changed or not isinstance(changed[0][-1], int):
        return False
    path = changed[0]
    siblings = [one for one in leaves if one[:-1] == path[:-1]]
    return sum(leaves[one] == leaves[path] for one in siblings) > 1


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
        return plain.lower() in {str(value).lower(), "null" if value is None else ""}
    if isinstance(value, int | float):
        try:
            return float(plain.replace("_", "")) == float(value) and plain == written
        except ValueError:
            return False
    return plain == str(value)
