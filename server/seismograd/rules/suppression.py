"""What the suppression comments of a document silence: `# seismograd: ignore[SG101]` and such."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from seismograd.faults import Finding
from seismograd.rules.rule import Rule
from seismograd.rules.suppression_comments import Suppression, names, suppression_comments
from seismograd.source.document import Document

UNUSED_CODE = "SG001"
UNUSED_NAME = "unused-suppression"
INVALID_CODE = "SG002"
INVALID_NAME = "invalid-suppression"
JUDGES_OF_COMMENTS = frozenset({UNUSED_CODE, UNUSED_NAME, INVALID_CODE, INVALID_NAME})
"""Rules about the comments themselves: they speak when all others have spoken."""


class Suppressions:
    """All suppression comments of a document; those with a flaw silence nothing."""

    def __init__(self, items: list[Suppression]) -> None:
        self._items = [item for item in items if item.flaw is None]
        self.flawed = [item for item in items if item.flaw is not None]
        self._of_file = [item for item in self._items if item.whole_file]
        self._of_line: dict[int, list[Suppression]] = {}
        for item in self._items:
            if not item.whole_file:
                self._of_line.setdefault(item.span.start.line, []).append(item)

    def __iter__(self) -> Iterator[Suppression]:
        return iter(self._items)

    @classmethod
    def of(cls, document: Document) -> Suppressions:
        return cls(list(suppression_comments(document)))

    def filter(self, findings: Iterable[Finding]) -> list[Finding]:
        """The findings that no comment silences."""
        return [finding for finding in findings if not self._silencing(finding)]

    def _silencing(self, finding: Finding) -> list[Suppression]:
        """Every comment that silences a finding; each of them counts as used."""
        return [item for item in self._near(finding) if item.silences(finding)]

    def name(self, finding: Finding) -> bool:
        """Whether a comment that looks at a finding names its rule."""
        return any(names(code, finding) for item in self._near(finding) for code in item.codes)

    def _near(self, finding: Finding) -> list[Suppression]:
        return [*self._of_file, *self._of_line.get(finding.span.start.line, ())]

    def unused(self, active: Iterable[Rule]) -> Iterator[tuple[Suppression, list[str]]]:
        """Each comment that silenced nothing although its rule was on, with its idle codes."""
        if not self._items:
            return
        judged = {key.lower() for rule in active for key in (rule.code, rule.name)}
        judged.difference_update(key.lower() for key in JUDGES_OF_COMMENTS)
        for item in self._items:
            idle = [c for c in item.codes if c not in item.used and c.lower() in judged]
            if idle or (not item.codes and not item.used):
                yield item, idle
