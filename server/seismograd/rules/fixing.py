"""Fixes applied together: which of them go into one round, and rounds until nothing is left."""

from __future__ import annotations

import ast
import warnings
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import combinations

from tree_sitter import Node

from seismograd.faults import Edit, Finding, Fix, Safety
from seismograd.rules.checker import Checker
from seismograd.source.document import Document
from seismograd.source.edits import apply_edits

MAX_ROUNDS = 8
Choice = tuple[Finding, Fix]


@dataclass(slots=True)
class FixedFiles:
    """What fixing came to: new texts by path, what was mended, which files had to be left."""

    texts: dict[str, str] = field(default_factory=dict)
    mended: list[Finding] = field(default_factory=list)
    refused: dict[str, str] = field(default_factory=dict)


class Fixer:
    """Mends documents of a checker's workspace in memory; writing is left to the caller."""

    def __init__(
        self,
        checker: Checker,
        *,
        unsafe: bool = False,
        may_edit: Callable[[str], bool] = lambda path: True,
        only: Callable[[Finding], bool] = lambda finding: True,
    ) -> None:
        self._checker = checker
        self._unsafe = unsafe
        self._may_edit = may_edit
        self._only = only
        self.result = FixedFiles()

    def fix(self, path: str) -> None:
        """Check and mend until no fix is left, or until the rounds do not settle."""
        for _ in range(MAX_ROUNDS):
            document = self._checker.workspace.document(path)
            if document is None or not self._one_round(document):
                return

    def _one_round(self, document: Document) -> bool:
        findings = [found for found in self._checker.check(document) if self._only(found)]
        chosen = compatible_fixes(findings, unsafe=self._unsafe)
        chosen = [choice for choice in chosen if all(map(self._editable, _files(choice[1])))]
        sound = self._without_broken(chosen)
        for path, edits in _edits_by_file(sound).items():
            self._accept(path, self._edited(path, edits))
        self.result.mended += [finding for finding, _ in sound]
        return bool(sound)

    def _editable(self, path: str) -> bool:
        known = self._checker.workspace.document(path) is not None
        return known and path not in self.result.refused and self._may_edit(path)

    def _without_broken(self, chosen: list[Choice]) -> list[Choice]:
        """Leave a file alone for good when its fixes would break its syntax."""
        for path, edits in _edits_by_file(chosen).items():
            document = self._checker.workspace.document(path)
            if document is None or breaks_syntax(document, self._edited(path, edits)):
                self.result.refused[path] = "a fix would have broken the syntax; left as it was"
        return [choice for choice in chosen if not _files(choice[1]) & self.result.refused.keys()]

    def _edited(self, path: str, edits: Iterable[Edit]) -> str:
        document = self._checker.workspace.document(path)
        return apply_edits(document.text if document else "", edits)

    def _accept(self, path: str, text: str) -> None:
        self.result.texts[path] = text
        self._checker.workspace.open(Document(path, text))


def compatible_fixes(findings: Iterable[Finding], *, unsafe: bool = False) -> list[Choice]:
    """One fix for each finding that has an allowed one, as far as they do not meet."""
    taken: set[Edit] = set()
    chosen: list[Choice] = []
    for finding in findings:
        fix = _allowed_fix(finding, unsafe)
        if fix is None or _meets_itself(fix) or any(_meets(edit, taken) for edit in fix.edits):
            continue
        taken.update(fix.edits)
        chosen.append((finding, fix))
    return chosen


def breaks_syntax(before: Document, new_text: str) -> bool:
    """Whether the new text has syntax errors that the document did not have."""
    after = Document(before.path, new_text)
    if _error_count(after.tree.root_node) > _error_count(before.tree.root_node):
        return True
    return _compiles(before.text) and not _compiles(new_text)


def _allowed_fix(finding: Finding, unsafe: bool) -> Fix | None:
    ordered = sorted(finding.fixes, key=lambda fix: fix.safety is Safety.UNSAFE)
    allowed = (fix for fix in ordered if fix.edits and (unsafe or fix.safety is Safety.SAFE))
    return next(allowed, None)


def _meets_itself(fix: Fix) -> bool:
    return any(one.span.overlaps(other.span) for one, other in combinations(set(fix.edits), 2))


def _meets(edit: Edit, taken: set[Edit]) -> bool:
    """Whether an edit touches another one; the same edit, wanted twice, is no conflict."""
    return edit not in taken and any(
        edit.span.file == other.span.file
        and edit.span.start <= other.span.end
        and other.span.start <= edit.span.end
        for other in taken
    )


def _files(fix: Fix) -> set[str]:
    return {edit.span.file for edit in fix.edits}


def _edits_by_file(chosen: Iterable[Choice]) -> dict[str, list[Edit]]:
    edits: dict[str, list[Edit]] = defaultdict(list)
    for _, fix in chosen:
        for edit in fix.edits:
            edits[edit.span.file].append(edit)
    return edits


def _error_count(root: Node) -> int:
    count = 0
    pending = [root]
    while pending:
        node = pending.pop()
        count += node.is_error or node.is_missing
        pending.extend(child for child in node.children if child.has_error or child.is_missing)
    return count


def _compiles(text: str) -> bool:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            ast.parse(text)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return False
    return True
