"""What the rules would mend in the files behind a symptom."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from pathlib import Path

from seismograd.faults import Finding, Fix
from seismograd.reproduce.candidate import Patch
from seismograd.reproduce.context.project_text import project_text
from seismograd.rules.checker import Checker
from seismograd.settings import Settings
from seismograd.source.document import Document
from seismograd.source.edits import apply_edits
from seismograd.source.workspace import Workspace
from seismograd.time_limit import TookTooLong

MOST_FILES = 10


def rule_fixes(root: Path, files: list[str]) -> Iterator[Patch]:
    """One patch a fix, of findings in these files, most likely cause first."""
    checker = Checker(Workspace([root]), Settings())
    for file in files[:MOST_FILES]:
        path = root / file
        try:
            text = project_text(root, file)
        except (OSError, UnicodeDecodeError):
            continue
        for finding in _findings(checker, Document(str(path), text)):
            for fix in finding.fixes:
                yield from _patch(file, str(path), text, finding, fix)


def _findings(checker: Checker, document: Document) -> list[Finding]:
    try:
        return checker.check(document)
    except TookTooLong:
        return []


def _patch(file: str, path: str, text: str, finding: Finding, fix: Fix) -> Iterator[Patch]:
    if any(edit.span.file != path for edit in fix.edits):
        return
    old, new = text.splitlines(), apply_edits(text, fix.edits).splitlines()
    blocks = difflib.SequenceMatcher(a=old, b=new, autojunk=False).get_opcodes()
    changed = [block for block in blocks if block[0] != "equal"]
    if not changed:
        return
    first, last = changed[0][1], changed[-1][2]
    inserted = last == first
    if inserted:
        last += 1  # lines can only be replaced: take the one after along
    lines = new[changed[0][3] : changed[-1][4] + (1 if inserted else 0)]
    yield Patch(file, first + 1, last, "\n".join(lines), f"{finding.code}, {fix.title}")
