"""Values in code of a report, on its command lines and in its settings files."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator

from seismograd.reproduce.report.bug_report import NamedValue
from seismograd.reproduce.report.commands import starts_command
from seismograd.reproduce.report.literals import LITERAL, scalar_of, scalar_of_node
from seismograd.source.tolerant_parse import parse_tolerantly

_LONGEST = 200


def values_in_code(code: str) -> Iterator[NamedValue]:
    nodes = [node for one in parse_tolerantly(code.encode()) for node in ast.walk(one)]
    pairs = [pair for node in nodes for pair in _pairs(node)]
    for name, node in sorted(pairs, key=lambda pair: (pair[1].lineno, pair[1].col_offset)):
        value = scalar_of_node(node)
        if value is not ... and not (isinstance(value, str) and len(value) > _LONGEST):
            yield NamedValue(name, value, f"{name}={value!r}")


def _pairs(node: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    match node:
        case ast.keyword(arg=str(name), value=value):
            yield name, value
        case ast.Assign(targets=targets, value=value):
            yield from ((name, value) for target in targets if (name := _name(target)))
        case ast.AnnAssign(target=target, value=ast.expr() as value):
            yield from ((name, value) for name in [_name(target)] if name)
        case ast.Dict(keys=keys, values=values):
            named = zip(map(_text, keys), values, strict=True)
            yield from ((name, value) for name, value in named if name)


def _name(target: ast.expr) -> str:
    match target:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case ast.Subscript(slice=key):
            return _text(key)
    return ""


def _text(node: ast.expr | None) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


_FLAG = re.compile(
    r"(?<![\w-])--(?P<name>[A-Za-z][\w.-]{0,60})"
    r"(?:(?P<sign>=|\s{1,3})(?P<value>\"[^\"\n]{0,200}\"|'[^'\n]{0,200}'|[^\s\"'`,;)|&-][^\s\"'`,;)|&]{0,200}|"
    r"-\d[\d.e-]{0,20}))?"
)
_OVERRIDE = re.compile(r"(?<!\S)[+~]{0,2}(?P<name>[A-Za-z_][\w./]{0,80})=(?P<value>\S{1,200})")
_SETTING = re.compile(
    rf"\s*(?:-\s+)?[\"']?(?P<name>[A-Za-z_][\w.-]{{0,60}})[\"']?\s{{0,10}}[:=]\s{{0,10}}"
    rf"(?P<value>{LITERAL}|[A-Za-z_][\w./-]{{0,60}})\s*,?\s*(?:#.{{0,500}})?$"
)
_IN_ONE_LINE = re.compile(
    rf"[\"'](?P<name>[A-Za-z_][\w.-]{{0,60}})[\"']\s?:\s?(?P<value>{LITERAL})"
)
_PLAIN = re.compile(rf"{LITERAL}$")
_SPAN = re.compile(r"`([^`\n]{1,1000})`")


def values_on_commands(lines: Iterable[str]) -> Iterator[NamedValue]:
    """Options and `name=value` overrides of commands, as a block of code shows them."""
    is_command = False
    for line in lines:
        is_command = is_command or starts_command(line)
        yield from flags_in(line, in_prose=False)
        if is_command:
            yield from (_named(found) for found in _OVERRIDE.finditer(line))
        is_command = is_command and line.endswith("\\")


def flags_in(line: str, *, in_prose: bool) -> Iterator[NamedValue]:
    """Options in a line; in prose, the word after one is its value only where it looks like it,
    or where a whole command is quoted."""
    if "--" not in line:
        return
    quoted = [one.span() for one in _SPAN.finditer(line) if starts_command(one[1])]
    for found in _FLAG.finditer(line):
        value = found["value"]
        is_shown = not in_prose or any(a < found.start() < b for a, b in quoted)
        if value and (is_shown or found["sign"] == "=" or _PLAIN.match(value)):
            yield _named(found, flag=True)
        else:
            yield NamedValue(_plain(found["name"]), True, f"--{found['name']}")


def settings_in(lines: Iterable[str]) -> Iterator[NamedValue]:
    """Lines of YAML, JSON, TOML and their like that give a plain value."""
    for line in lines:
        if found := _SETTING.match(line):
            yield _named(found)
        elif line.lstrip()[:1] in ("{", "[", '"'):
            yield from (_named(found) for found in _IN_ONE_LINE.finditer(line))


def _named(found: re.Match[str], *, flag: bool = False) -> NamedValue:
    name = _plain(found["name"]) if flag else found["name"]
    return NamedValue(name, scalar_of(found["value"]), found.group().strip())


def _plain(flag: str) -> str:
    return flag.strip("-.").replace("-", "_")
