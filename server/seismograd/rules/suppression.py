"""Comments that silence findings: `# seismograd: ignore[SG101]` and `ignore-file`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from seismograd.faults import Finding, Position, Span
from seismograd.rules.rule import Rule
from seismograd.source.document import Document

UNUSED_CODE = "SG001"
UNUSED_NAME = "unused-suppression"
_COMMENT = re.compile(
    r"#\s*seismograd:\s*(?P<form>ignore-file|ignore)(?:\[(?P<codes>[^\]]*)\])?", re.IGNORECASE
)


@dataclass(slots=True)
class Suppression:
    """One comment; without codes it silences every rule.

    `whole` is what has to go with it: the reason behind it, and the blanks before it.
    """

    span: Span
    whole: Span
    whole_file: bool
    codes: tuple[str, ...]
    used: set[str] = field(default_factory=set)

    def silences(self, finding: Finding) -> bool:
        """Whether it names the rule of a finding that it looks at."""
        matching = [code for code in self.codes if _names(code, finding)]
        self.used.update(matching or ([""] if not self.codes else []))
        return bool(matching) or not self.codes


class Suppressions:
    """All suppression comments of a document."""

    def __init__(self, items: list[Suppression]) -> None:
        self._items = items
        self._of_file = [item for item in items if item.whole_file]
        self._of_line: dict[int, list[Suppression]] = {}
        for item in items:
            if not item.whole_file:
                self._of_line.setdefault(item.span.start.line, []).append(item)

    def __iter__(self) -> Iterator[Suppression]:
        return iter(self._items)

    @classmethod
    def of(cls, document: Document) -> Suppressions:
        if "seismograd:" not in document.text.lower():
            return cls([])
        return cls(list(_find(document)))

    def filter(self, findings: Iterable[Finding]) -> list[Finding]:
        """The findings that no comment silences."""
        return [finding for finding in findings if not self._silencing(finding)]

    def _silencing(self, finding: Finding) -> list[Suppression]:
        """Every comment that silences a finding; each of them counts as used."""
        return [item for item in self._near(finding) if item.silences(finding)]

    def name(self, finding: Finding) -> bool:
        """Whether a comment that looks at a finding names its rule."""
        return any(_names(code, finding) for item in self._near(finding) for code in item.codes)

    def _near(self, finding: Finding) -> list[Suppression]:
        return [*self._of_file, *self._of_line.get(finding.span.start.line, ())]

    def unused(self, active: Iterable[Rule]) -> Iterator[tuple[Suppression, list[str]]]:
        """Each comment that silenced nothing although its rule was on, with its idle codes."""
        rules = list(active)
        for item in self._items:
            idle = [code for code in item.codes if code not in item.used and _is_on(code, rules)]
            if idle or (not item.codes and not item.used):
                yield item, idle


def _find(document: Document) -> Iterator[Suppression]:
    for number, line in enumerate(document.lines, start=1):
        for match in _COMMENT.finditer(line):
            if not _in_comment(document, number, match.start()):
                continue
            span = _span(document.path, number, match.start(), match.end())
            whole = _span(document.path, number, *_with_reason(line, match))
            codes = tuple(c.strip() for c in (match["codes"] or "").split(",") if c.strip())
            yield Suppression(span, whole, match["form"].lower() == "ignore-file", codes)


def _span(path: str, line: int, start: int, end: int) -> Span:
    return Span(path, Position(line, start + 1), Position(line, end + 1))


def _with_reason(line: str, match: re.Match[str]) -> tuple[int, int]:
    """Up to another comment on the line; else all of the rest, with the blanks before it."""
    other = line.find("#", match.end())
    if other >= 0:
        return match.start(), other
    return len(line[: match.start()].rstrip()), len(line)


def _in_comment(document: Document, line: int, column: int) -> bool:
    before = document.lines[line - 1][:column]
    place = (line - 1, len(before.encode("utf-8", "surrogatepass")))
    node = document.tree.root_node.descendant_for_point_range(place, (place[0], place[1] + 1))
    return node is not None and node.type == "comment"


def _names(code: str, finding: Finding) -> bool:
    return code in (finding.code, finding.name)


def _is_on(code: str, rules: list[Rule]) -> bool:
    """Whether a code is that of a rule that is on, and that comments can be judged by."""
    judged = code not in (UNUSED_CODE, UNUSED_NAME)
    return judged and any(code in (rule.code, rule.name) for rule in rules)
