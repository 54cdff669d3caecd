"""Values that the report gives, by the names under which the project may know them."""

from __future__ import annotations

import re

from seismograd.reproduce.context.identifiers import plain_name, words_of
from seismograd.reproduce.generate.offline.inputs.literals import is_literal, literal_value
from seismograd.reproduce.report.bug_report import BugReport, NamedValue

_COUNTING = frozenset({"n", "num", "number", "size"})
"""Words that make no other thing of a name: `heads`, `num_heads`."""
_SHAPE = "shape"
_SETTING = re.compile(
    r"`([A-Za-z_]\w{0,40})\s?[:=]\s?['\"]?(?!(?:True|False|None|true|false|null)\b)"
    r"([A-Za-z][\w-]{0,40})['\"]?`"
)
"""As settings files have it: `activation: tanh`."""
MOST_TEXT = 50_000


class ReportValues:
    def __init__(self, report: BugReport) -> None:
        self._values: dict[str, list[str]] = {}
        self.shapes: list[tuple[int, ...]] = []
        for value in report.values:
            self._take(value)
        for name, word in _SETTING.findall(report.text[:MOST_TEXT]):
            self._values.setdefault(plain_name(name), [repr(word)])

    def value(self, name: str) -> str | None:
        """The first literal."""
        return next(iter(self.values(name)), None)

    def values(self, name: str) -> tuple[str, ...]:
        """All literals that the report gives for a name, in its order."""
        plain = plain_name(name)
        known = plain if plain in self._values else _alike(plain, list(self._values))
        return tuple(dict.fromkeys(self._values.get(known or "", ())))

    def _take(self, named: NamedValue) -> None:
        text = literal_of(named)
        if text is None:
            return
        if named.name == _SHAPE:
            shape = literal_value(text)
            if isinstance(shape, tuple) and all(isinstance(size, int) for size in shape):
                self.shapes.append(shape)
            return
        self._values.setdefault(plain_name(named.name.rpartition(".")[2]), []).append(text)


def _alike(name: str, others: list[str]) -> str | None:
    """The same words, or the first letters of them: `lr` for `learning_rate`."""
    telling = set(words_of(name)) - _COUNTING
    for other in others:
        is_same = bool(telling) and set(words_of(other)) - _COUNTING == telling
        if is_same or _initials(name) == other or _initials(other) == name:
            return other
    return None


def _initials(name: str) -> str:
    words = name.split("_")
    return "".join(word[:1] for word in words) if len(words) > 1 else ""


def literal_of(named: NamedValue) -> str | None:
    """The value as Python writes it."""
    value = named.value
    if value is None:
        return "None" if "None" in named.text else None
    if isinstance(value, str):
        is_made_of = value[:1] in "([{" and is_literal(value)
        return repr(literal_value(value)) if is_made_of else repr(value)
    if isinstance(value, float) and value.is_integer() and not re.search(r"[.e]", named.text):
        return repr(int(value))
    return repr(value)


def other_than(ordinary: str, reported: str | None) -> str:
    """An ordinary value that is not the reported one."""
    if ordinary != reported:
        return ordinary
    if ordinary in ("True", "False"):
        return str(ordinary != "True")
    return str(max(2 * int(ordinary), 2)) if ordinary.isdigit() else ordinary
