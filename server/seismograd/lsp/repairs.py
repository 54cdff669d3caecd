"""What can be done about the findings of a document: fix one, fix all, silence one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from lsprotocol import types

from seismograd.faults import Edit, Finding, Fix, Safety
from seismograd.lsp.open_files import OpenNotebook
from seismograd.lsp.project import Project
from seismograd.rules.fixing import breaks_syntax, compatible_fixes
from seismograd.rules.suppress import suppress_in_file, suppress_on_line
from seismograd.rules.suppression import JUDGES_OF_COMMENTS
from seismograd.source.document import Document
from seismograd.source.edits import apply_edits

QUICK_FIX = types.CodeActionKind.QuickFix.value
FIX_ALL = f"{types.CodeActionKind.SourceFixAll.value}.seismograd"
NOTEBOOK_FIX_ALL = f"notebook.{FIX_ALL}"


@dataclass(frozen=True, slots=True)
class Repair:
    """An offer: its name among the offers for a document, and the edits that make it good."""

    key: str
    title: str
    kind: str
    edits: tuple[Edit, ...]
    preferred: bool = False


def repairs_of(project: Project, path: str) -> Iterator[tuple[Repair, Finding]]:
    """Every offer for a single finding of a document."""
    document = project.workspace.document(path)
    if document is not None:
        for finding in project.visible_findings(path):
            for repair in (*fixes_of(finding), *_suppressions(document, finding)):
                yield repair, finding


def fix_all_of(project: Project, path: str) -> Iterator[Repair]:
    """The offer to apply all safe fixes of a document at once, where there are any.

    A notebook has its own kind: editors ask for the plain one cell by cell.
    """
    document = project.workspace.document(path)
    edits = _safe_edits(document, project.visible_findings(path)) if document else ()
    if edits:
        in_notebook = isinstance(project.files.get(path), OpenNotebook)
        kind = NOTEBOOK_FIX_ALL if in_notebook else FIX_ALL
        yield Repair(FIX_ALL, "Seismograd: apply all safe fixes", kind, edits)


def fixes_of(finding: Finding, origin: str = "") -> Iterator[Repair]:
    """`origin` tells the keys of findings apart that have the same code and place."""
    for index, fix in enumerate(finding.fixes):
        preferred = index == 0 and fix.safety is Safety.SAFE
        key = origin + _key(finding, str(index))
        yield Repair(key, _title(finding, fix), QUICK_FIX, fix.edits, preferred)


def _suppressions(document: Document, finding: Finding) -> Iterator[Repair]:
    if finding.code in JUDGES_OF_COMMENTS:
        return
    on_line = suppress_on_line(document, finding)
    if on_line is not None:
        title = f"Ignore {finding.code} on this line"
        yield Repair(_key(finding, "line"), title, QUICK_FIX, (on_line,))
    in_file = suppress_in_file(document, finding)
    title = f"Ignore {finding.code} in this file"
    yield Repair(_key(finding, "file"), title, QUICK_FIX, (in_file,))


def _key(finding: Finding, what: str) -> str:
    start = finding.span.start
    return f"{finding.code}:{start.line}:{start.column}:{what}"


def _title(finding: Finding, fix: Fix) -> str:
    note = finding.code if fix.safety is Safety.SAFE else f"{finding.code}, unsafe"
    return f"{fix.title} ({note})"


def _safe_edits(document: Document, findings: list[Finding]) -> tuple[Edit, ...]:
    """The edits of all safe fixes that get along and stay within the document."""
    local = [finding for finding in findings if _is_local(finding, document.path)]
    edits = tuple(edit for _, fix in compatible_fixes(local) for edit in fix.edits)
    if not edits or breaks_syntax(document.text, apply_edits(document.text, edits)):
        return ()
    return edits


def _is_local(finding: Finding, path: str) -> bool:
    return all(edit.span.file == path for fix in finding.fixes for edit in fix.edits)
