"""`seismograd check`: find faults in files and folders."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from contextlib import closing

from seismograd.cli.analysis import Analysis, FileResult
from seismograd.cli.check_options import EXAMPLES, add_arguments, settings_from, validate
from seismograd.cli.folder_settings import FolderSettings
from seismograd.cli.interrupts import end_at_second_interrupt
from seismograd.cli.many_files import check_files
from seismograd.cli.mending import diff_text, mend, write_files
from seismograd.cli.targets import STANDARD_INPUT, Targets, find_targets, standard_input
from seismograd.cli.terminal import style_for, with_progress, write
from seismograd.cli.trouble import FOUND, SUCCESS, say
from seismograd.reports.report import FileError, Report
from seismograd.reports.style import Style
from seismograd.rules.fixing import FixedFiles
from seismograd.rules.merging import merge_findings

__all__ = ["EXAMPLES", "add_arguments", "run"]


def run(arguments: argparse.Namespace) -> int:
    end_at_second_interrupt()
    validate(arguments)
    settings = FolderSettings(settings_from(arguments))
    targets = _targets(arguments, settings)
    results = _check(targets, settings, arguments.jobs)
    if arguments.diff:
        return _diff(arguments, targets, settings, results)
    if arguments.fix:
        results = _fix(arguments, targets, settings, results)
    report = make_report(results, targets)
    _tell(settings, report)
    if arguments.verbose:
        _tell_gaps(results, report)
    checked = sum(result.error is None for result in results)
    _write_report(report, arguments, checked)
    return FOUND if report.findings and not arguments.exit_zero else SUCCESS


def make_report(results: Sequence[FileResult], targets: Targets) -> Report:
    """The findings that stand in the checked files, each once."""
    inside = set(targets.files)
    findings = (found for result in results for found in result.findings)
    failed = [FileError(result.path, result.error) for result in results if result.error]
    return Report(
        merge_findings(found for found in findings if found.span.file in inside),
        sorted([*targets.errors, *failed]),
        names=targets.names,
        sources=dict(targets.given),
    )


def _targets(arguments: argparse.Namespace, settings: FolderSettings) -> Targets:
    if arguments.paths == [STANDARD_INPUT]:
        return standard_input(arguments.stdin_filename)
    return find_targets(arguments.paths, settings, force_exclude=arguments.force_exclude)


def _check(targets: Targets, settings: FolderSettings, jobs: int | None) -> list[FileResult]:
    if targets.names or targets.given:
        analysis = Analysis(targets.roots, settings)
        return [analysis.check_source(path, text) for path, text in targets.given.items()]
    # Closed at once when interrupted: processes must not go on until somebody collects garbage.
    with closing(check_files(targets.files, targets.roots, settings, jobs)) as results:
        return list(with_progress(results, len(targets.files), "checked"))


def _diff(
    arguments: argparse.Namespace,
    targets: Targets,
    settings: FolderSettings,
    results: Sequence[FileResult],
) -> int:
    fixed = mend(results, targets, settings, unsafe=arguments.unsafe_fixes)
    report = make_report(results, targets)
    report.errors = [*report.errors, *_refused(fixed)]
    _tell(settings, report)
    style = style_for(arguments.colour, sys.stdout)
    # In a pipe the lines stay as they are, so that the diff can be applied.
    write(diff_text(fixed, targets, report, style), exact=True)
    say(f"{_mended(fixed)} would be mended" if fixed.files else "nothing to mend")
    return FOUND if fixed.files and not arguments.exit_zero else SUCCESS


def _fix(
    arguments: argparse.Namespace,
    targets: Targets,
    settings: FolderSettings,
    results: Sequence[FileResult],
) -> list[FileResult]:
    """Mend, then check again what is there now."""
    fixed = mend(results, targets, settings, unsafe=arguments.unsafe_fixes)
    targets.errors += _refused(fixed)
    if targets.given:
        targets.given |= fixed.files
        for source in targets.given.values():
            sys.stdout.buffer.write(source.raw)
    else:
        targets.errors += write_files(fixed, targets.roots)
    if not fixed.files:
        return list(results)
    say(f"{_mended(fixed)} mended")
    return _check(targets, settings, arguments.jobs)


def _refused(fixed: FixedFiles) -> list[FileError]:
    return [FileError(path, reason) for path, reason in sorted(fixed.refused.items())]


def _mended(fixed: FixedFiles) -> str:
    findings, files = len(fixed.mended), len(fixed.files)
    return f"{findings} finding{'s'[: findings > 1]} in {files} file{'s'[: files > 1]}"


def _tell(settings: FolderSettings, report: Report) -> None:
    for problem in settings.problems:
        say(problem)
    for error in report.errors:
        say(f"{report.name(error.file)}: {error.message}")


def _tell_gaps(results: Sequence[FileResult], report: Report) -> None:
    partly_read = [result for result in results if result.gaps]
    for result in partly_read:
        name, parts = report.name(result.path), f"{result.gaps} part{'s'[: result.gaps > 1]}"
        say(f"{name}: {parts} read incompletely; 'seismograd show' on it says which and why")
    say(f"{len(partly_read)} of {len(results)} files read incompletely")


def _write_report(report: Report, arguments: argparse.Namespace, checked: int) -> None:
    # On standard output there is the mended text already.
    taken = arguments.fix and arguments.paths == [STANDARD_INPUT]
    stream = sys.stderr if taken else sys.stdout
    write(_report_text(report, arguments, checked, style_for(arguments.colour, stream)), stream)


def _report_text(report: Report, arguments: argparse.Namespace, checked: int, style: Style) -> str:
    if arguments.format == "json":
        from seismograd.reports.findings_json import findings_json

        return findings_json(report)
    if arguments.format == "sarif":
        from seismograd.reports.findings_sarif import findings_sarif

        return findings_sarif(report)
    if arguments.format == "github":
        from seismograd.reports.findings_github import findings_github

        return findings_github(report)
    from seismograd.reports.findings_text import findings_text, statistics_text, summary_text

    if arguments.statistics:
        return statistics_text(report.findings)
    parts = [findings_text(report, style), summary_text(report, checked, style)]
    return "\n\n".join(part for part in parts if part)
