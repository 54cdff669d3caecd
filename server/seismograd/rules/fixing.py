"""Fixes applied together: which of them go into one round, and rounds until nothing is left."""

from __future__ import annotations

import warnings
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import combinations

from seismograd.faults import Edit, Finding, Fix, Safety
from seismograd.rules.checker import Checker
from seismograd.source.document import Document
from seismograd.source.shallow_parse import parse_module
from seismograd.source.source_file import SourceFile, read_from_disk

MAX_ROUNDS = 8
Choice = tuple[Finding, Fix]


@dataclass(slots=True)
class FixedFiles:
    """What fixing came to: changed files by path, what was mended, which files were left."""

    files: dict[str, SourceFile] = field(default_factory=dict)
    before: dict[str, bytes] = field(default_factory=dict)
    """What the changed files held when they were read."""
    mended: list[Finding] = field(default_factory=list)
    refused: dict[str, str] = field(default_factory=dict)


class Fixer:
    """Mends files of a checker's workspace in memory; writing them is left to the caller."""

    def __init__(
        self,
        checker: Checker,
        *,
        unsafe: bool = False,
        may_edit: Callable[[str], bool] = lambda path: True,
        only: Callable[[Finding], bool] = lambda finding: True,
        read: Callable[[str], SourceFile | None] = read_from_disk,
    ) -> None:
        self._checker = checker
        self._unsafe = unsafe
        self._may_edit = may_edit
        self._only = only
        self._read = read
        self.result = FixedFiles()

    def fix(self, path: str) -> None:
        """Check and mend until no fix is left, or until the rounds do not settle."""
        for _ in range(MAX_ROUNDS):
            source = self._source(path)
            if source is None or not self._one_round(Document(path, source.text)):
                return

    def _one_round(self, document: Document) -> bool:
        self._checker.workspace.open(document)
        findings = [found for found in self._checker.check(document) if self._only(found)]
        chosen = compatible_fixes(findings, unsafe=self._unsafe)
        chosen = [choice for choice in chosen if all(map(self._editable, _files(choice)))]
        chosen, files = self._without_broken(chosen)
        for path, file in files.items():
            self._checker.workspace.open(Document(path, file.text))
        self.result.files |= files
        self.result.mended += [finding for finding, _ in chosen]
        return bool(chosen)

    def _without_broken(self, chosen: list[Choice]) -> tuple[list[Choice], dict[str, SourceFile]]:
        """Apply what can be applied; a file that a fix would break is left alone for good."""
        while True:
            edited = {path: self._edited(path, edits) for path, edits in _edits(chosen).items()}
            broken = {path for path, file in edited.items() if file is None}
            if not broken:
                return chosen, {path: file for path, file in edited.items() if file is not None}
            self.result.refused |= dict.fromkeys(broken, "a fix cannot be applied; left as it is")
            chosen = [choice for choice in chosen if not _files(choice) & broken]

    def _edited(self, path: str, edits: Iterable[Edit]) -> SourceFile | None:
        source = self._source(path)
        after = source.edited(edits) if source else None
        if source is None or after is None:
            return None
        return None if breaks_syntax(source.text, after.text) else after

    def _source(self, path: str) -> SourceFile | None:
        known = self.result.files.get(path)
        if known is None and (known := self._read(path)) is not None:
            self.result.before.setdefault(path, known.raw)
        return known

    def _editable(self, path: str) -> bool:
        return path not in self.result.refused and self._may_edit(path)


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


def breaks_syntax(before: str, after: str) -> bool:
    """Whether a new text has syntax errors that the old one did not have."""
    if _error_count(after) > _error_count(before):
        return True
    return _compiles(before) and not _compiles(after)


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


def _files(choice: Choice) -> set[str]:
    return {edit.span.file for edit in choice[1].edits}


def _edits(chosen: Iterable[Choice]) -> dict[str, list[Edit]]:
    edits: dict[str, list[Edit]] = defaultdict(list)
    for _, fix in chosen:
        for edit in fix.edits:
            edits[edit.span.file].append(edit)
    return edits


def _error_count(text: str) -> int:
    count = 0
    pending = [Document("", text).tree.root_node]
    while pending:
        node = pending.pop()
        count += node.is_error or node.is_missing
        pending.extend(child for child in node.children if child.has_error or child.is_missing)
    return count


def _compiles(text: str) -> bool:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            parse_module(text)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return False
    return True
