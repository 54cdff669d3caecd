"""Comments that silence findings: `# seismograd: ignore[SG101]` and `ignore-file`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from seismograd.faults import (
    Edit,
    Evidence,
    EvidenceKind,
    FaultType,
    Finding,
    Fix,
    Position,
    Safety,
    Severity,
    Span,
)
from seismograd.rules.rule import Rule
from seismograd.source.document import Document

UNUSED_CODE = "SG001"
UNUSED_NAME = "unused-suppression"
_COMMENT = re.compile(
    r"#\s*seismograd:\s*(?P<form>ignore-file|ignore)(?:\[(?P<codes>[^\]]*)\])?", re.IGNORECASE
)


@dataclass(slots=True)
class Suppression:
    """One comment; without codes it silences every rule."""

    span: Span
    whole_file: bool
    codes: tuple[str, ...]
    used: set[str] = field(default_factory=set)

    def silences(self, finding: Finding) -> bool:
        if not self.whole_file and self.span.start.line != finding.span.start.line:
            return False
        matching = [code for code in self.codes if _names(code, finding)]
        self.used.update(matching or ([""] if not self.codes else []))
        return bool(matching) or not self.codes


class Suppressions:
    """All suppression comments of a document."""

    def __init__(self, items: list[Suppression]) -> None:
        self._items = items

    def __iter__(self) -> Iterator[Suppression]:
        return iter(self._items)

    @classmethod
    def of(cls, document: Document) -> Suppressions:
        if "seismograd:" not in document.text.lower():
            return cls([])
        return cls(list(_find(document)))

    def filter(self, findings: Iterable[Finding]) -> list[Finding]:
        """The findings that no comment silences."""
        # Every comment is asked, so that each one that silences something counts as used.
        return [
            finding
            for finding in findings
            if not any([item.silences(finding) for item in self._items])
        ]

    def unused(self, active: Iterable[Rule]) -> Iterator[Finding]:
        """A hint for each comment that silenced nothing although its rule was on."""
        rules = list(active)
        for item in self._items:
            idle = [code for code in item.codes if code not in item.used and _is_on(code, rules)]
            if idle or (not item.codes and not item.used):
                yield _unused_finding(item, idle)


def _find(document: Document) -> Iterator[Suppression]:
    for number, line in enumerate(document.lines, start=1):
        for match in _COMMENT.finditer(line):
            if not _in_comment(document, number, match.start()):
                continue
            span = Span(
                document.path,
                Position(number, match.start() + 1),
                Position(number, match.end() + 1),
            )
            codes = tuple(c.strip() for c in (match["codes"] or "").split(",") if c.strip())
            yield Suppression(span, match["form"].lower() == "ignore-file", codes)


def _in_comment(document: Document, line: int, column: int) -> bool:
    offset = len(
        "\n".join(document.text.split("\n")[: line - 1] + [""]).encode("utf-8", "surrogatepass")
    ) + len(document.lines[line - 1][:column].encode("utf-8", "surrogatepass"))
    node = document.tree.root_node.descendant_for_byte_range(offset, offset + 1)
    return node is not None and node.type == "comment"


def _names(code: str, finding: Finding) -> bool:
    return code in (finding.code, finding.name)


def _is_on(code: str, rules: list[Rule]) -> bool:
    return any(code in (rule.code, rule.name) for rule in rules)


def _unused_finding(item: Suppression, idle: list[str]) -> Finding:
    remaining = [code for code in item.codes if code not in idle]
    form = "ignore-file" if item.whole_file else "ignore"
    new_text = f"# seismograd: {form}[{', '.join(remaining)}]" if remaining else ""
    named = f" of {', '.join(idle)}" if idle else ""
    return Finding(
        code=UNUSED_CODE,
        name=UNUSED_NAME,
        fault_type=FaultType.API,
        severity=Severity.HINT,
        confidence=1.0,
        message=f"This suppression{named} silences nothing.",
        span=item.span,
        evidence=(Evidence(EvidenceKind.STATIC, "No finding stands where the comment looks."),),
        fixes=(Fix("Remove the unused suppression", Safety.SAFE, (Edit(item.span, new_text),)),),
    )
