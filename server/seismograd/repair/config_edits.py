"""Write a value of a configuration file (YAML, TOML, JSON) without touching anything else of it."""

from __future__ import annotations

import re
from collections.abc import Callable

from seismograd.faults import Edit, Position, Span
from seismograd.repair.parameter import CannotWrite
from seismograd.source.evaluate.values import ConfigConst

_SCALAR = r"""(?P<value>"[^"]*"|'[^']*'|[^\s,\]}#'"]+)"""


def config_edit(value: ConfigConst, text: str, read: Callable[[str], str | None]) -> Edit:
    """Raises `CannotWrite`, also where the line has several values that could be meant."""
    content = read(value.file)
    lines = content.split("\n") if content is not None else []
    if not 0 < value.line <= len(lines):
        raise CannotWrite(f"{value.file} cannot be read")
    spots = [spot for spot in _scalars(lines[value.line - 1]) if _means(spot[2], value.value)]
    if len(spots) != 1:
        raise CannotWrite(f"{value.file}, line {value.line}: it is not clear where it stands")
    start, end, old = spots[0]
    here = Span(value.file, Position(value.line, start + 1), Position(value.line, end + 1))
    return Edit(here, f"{old[0]}{text}{old[0]}" if old[0] in "\"'" else text)


def _scalars(line: str) -> list[tuple[int, int, str]]:
    """What stands behind a colon, an equals sign, a comma, a bracket or a dash, with its place."""
    found = re.finditer(rf"(?:[:=,\[]\s*|^\s*-\s+){_SCALAR}", line)
    return [(one.start("value"), one.end("value"), one["value"]) for one in found]


def _means(written: str, value: object) -> bool:
    plain = written.strip("\"'")
    if isinstance(value, bool):
        return plain.lower() == str(value).lower()
    if isinstance(value, int | float):
        try:
            return float(plain.replace("_", "")) == float(value)
        except ValueError:
            return False
    return plain == str(value)
