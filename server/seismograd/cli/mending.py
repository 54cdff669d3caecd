"""Fixes of a whole check: applied in memory, then written or shown as a diff."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from seismograd.cli.analysis import Analysis, FileResult
from seismograd.cli.diffs import painted_line, unified_diff
from seismograd.cli.folder_settings import FolderSettings
from seismograd.cli.targets import Targets
from seismograd.reports.report import FileError, Report
from seismograd.reports.style import Style, printable
from seismograd.rules.fixing import FixedFiles, Fixer, compatible_fixes
from seismograd.source.replace_file import ChangedFile, replace_file
from seismograd.source.source_file import SourceFile


def mend(
    results: Iterable[FileResult], targets: Targets, settings: FolderSettings, *, unsafe: bool
) -> FixedFiles:
    """Apply the allowed fixes, file after file; only checked files are changed."""
    analysis = Analysis(targets.roots, settings)
    inside = set(targets.files)
    total = FixedFiles()

    def read(path: str) -> SourceFile | None:
        return total.files.get(path) or targets.read(path)

    for result in results:
        if not compatible_fixes(result.findings, unsafe=unsafe):
            continue
        checker = analysis.checker(result.path)
        fixer = Fixer(
            checker,
            unsafe=unsafe,
            read=read,
            may_edit=lambda path: path in inside and path not in total.refused,
        )
        fixer.fix(result.path)
        total.files |= fixer.result.files
        total.before = {**fixer.result.before, **total.before}
        total.mended += fixer.result.mended
        total.refused |= fixer.result.refused
    return total


def write_files(fixed: FixedFiles, roots: Sequence[str]) -> list[FileError]:
    """Write every changed file; those that cannot be written are dropped and returned."""
    failures = []
    for path, file in sorted(fixed.files.items()):
        try:
            replace_file(path, fixed.before[path], file.raw, roots)
        except OSError as error:
            advice = "; check it again" if isinstance(error, ChangedFile) else ""
            failures.append(FileError(path, f"cannot be written: {error.strerror}{advice}"))
            del fixed.files[path]
    fixed.mended = [found for found in fixed.mended if found.span.file in fixed.files]
    return failures


def diff_text(fixed: FixedFiles, targets: Targets, report: Report, style: Style) -> str:
    """A unified diff of every changed file; notebooks cell by cell."""
    lines: list[str] = []
    for path, after in sorted(fixed.files.items()):
        before = targets.read(path)
        if before is not None:
            lines += _file_diff(printable(report.name(path)), before, after)
    return "".join(painted_line(line, style) for line in lines)


def _file_diff(name: str, before: SourceFile, after: SourceFile) -> Iterator[str]:
    for (cell, old), (_, new) in zip(before.sections(), after.sections(), strict=True):
        label = name if cell is None else f"{name}:cell {cell}"
        yield from unified_diff(label, old, new)
