"""Identifiers that a report mentions."""

from __future__ import annotations

import ast
import keyword
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from operator import itemgetter

from seismograd.reproduce.report.bug_report import Snippet
from seismograd.reproduce.report.places import without_addresses
from seismograd.source.tolerant_parse import parse_tolerantly

MOST_NAMES = 300
_SPAN = re.compile(r"`{1,2}([^`\n]{1,300})`{1,2}")
_IDENTIFIER = r"[A-Za-z_]\w{0,80}"
_IN_SPAN = re.compile(rf"(?<![\w.'\"]){_IDENTIFIER}(?:\.{_IDENTIFIER}){{0,8}}")
_PROSE_IN_SPAN = re.compile(r"(?!import )[^(=]* [^(=]*|[^(]*/[^(]*")
"""A sentence, a command or a path, other than one expression."""
_MENTION = re.compile(
    rf"(?<![\w./@:\\-])(?:{_IDENTIFIER}(?:\.{_IDENTIFIER}){{1,8}}(?!/)|{_IDENTIFIER}(?=\()|"
    rf"_{{0,2}}[A-Za-z][A-Za-z0-9]{{0,40}}(?:_[A-Za-z0-9]{{1,40}}){{1,10}}|"
    r"[A-Z][a-z0-9]{1,30}(?:[A-Z][a-z0-9]{0,30}){1,8}|[A-Z]{2,10}[a-z][A-Za-z0-9]{2,40})\b"
)
_NO_NAMES = frozenset(
    ["PyTorch", "GitHub", "GitLab", "TensorFlow", "NumPy", "SciPy", "macOS", "MacOS", "JavaScript",
     "StackOverflow", "PyCharm", "OpenCV", "HuggingFace", "PyPI", "GPUs", "CPUs", "LSTMs", "CNNs",
     "NaNs", "e.g", "i.e", "self", "print", *keyword.kwlist]
)  # fmt: skip
_FILE_ENDINGS = frozenset(
    ["py", "pyi", "ipynb", "yaml", "yml", "json", "toml", "cfg", "ini", "txt", "md", "sh", "com",
     "org", "png", "jpg", "csv", "pt", "pth", "ckpt", "cu", "cpp"]
)  # fmt: skip


def names_in(prose: Iterable[str], snippets: Sequence[Snippet]) -> tuple[str, ...]:
    """In the order of their first mention, prose before code."""
    in_prose = (name for line in prose for name in _in_prose(line))
    in_code = (name for one in snippets if one.language == "python" for name in _in_code(one.code))
    return tuple(dict.fromkeys(chain(islice(in_prose, 4 * MOST_NAMES), in_code)))[:MOST_NAMES]


def _in_prose(line: str) -> Iterator[str]:
    line = without_addresses(line)
    mentions: list[tuple[int, str]] = []
    for span in _SPAN.finditer(line):
        mentions.extend((span.start(), name) for name in _in_span(span[1]))
    line = _SPAN.sub(lambda span: " " * len(span[0]), line)
    mentions.extend((found.start(), found[0]) for found in _MENTION.finditer(line))
    yield from (name for _, name in sorted(mentions, key=itemgetter(0)) if _is_name(name))


def _in_span(code: str) -> Iterator[str]:
    """Without the names of keywords."""
    if not _PROSE_IN_SPAN.fullmatch(code.strip()):
        for found in _IN_SPAN.finditer(code):
            if code[found.end() : found.end() + 1] != "=" or found.start() == 0:
                yield found[0]


def _is_name(name: str) -> bool:
    head, _, last = name.rpartition(".")
    is_file = bool(head) and last in _FILE_ENDINGS
    return len(name) > 1 and name not in _NO_NAMES and not is_file


def _in_code(code: str) -> Iterator[str]:
    """What it imports, and what it calls of that, also on objects made from it."""
    nodes = [node for statement in parse_tolerantly(code.encode()) for node in ast.walk(statement)]
    known = dict(pair for node in nodes for pair in _imported(node))
    yield from dict.fromkeys(known.values())
    for node in nodes:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
            made = _known_name(node.value.func, known)
            targets = [target.id for target in node.targets if isinstance(target, ast.Name)]
            known.update({target: made for target in targets if made and target not in known})
    for node in nodes:
        if isinstance(node, ast.Call) and (name := _known_name(node.func, known)):
            yield name


def _known_name(node: ast.expr, known: Mapping[str, str]) -> str | None:
    head, dot, rest = (_dotted(node) or "").partition(".")
    return known[head] + dot + rest if head in known else None


def _imported(node: ast.AST) -> Iterator[tuple[str, str]]:
    if isinstance(node, ast.Import):
        for alias in node.names:
            yield alias.asname or alias.name.partition(".")[0], alias.name
    elif isinstance(node, ast.ImportFrom) and node.module:
        for alias in node.names:
            if alias.name != "*":
                yield alias.asname or alias.name, f"{node.module}.{alias.name}"


def _dotted(node: ast.expr) -> str | None:
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name) or len(parts) > 8:
        return None
    return ".".join([node.id, *reversed(parts)])
