"""Diagnose a run that left a trace, beside the source that it ran."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from seismograd.faults import Finding, Severity
from seismograd.localise.crash_finding import crash_finding
from seismograd.localise.diagnosis import MOST_CAUSES, Cause, Diagnosis, diagnose
from seismograd.localise.investigation import belief_of
from seismograd.localise.remaining_causes import add_remaining_causes
from seismograd.localise.source_lines import SourceLines
from seismograd.localise.trouble import trouble_of
from seismograd.program import read_program
from seismograd.program.model import Program
from seismograd.rules.checker import Checker
from seismograd.settings import Settings
from seismograd.source.document import Document
from seismograd.source.source_file import read_from_disk
from seismograd.source.workspace import Workspace
from seismograd.time_limit import TookTooLong
from seismograd.traces import TraceSummary
from seismograd.traces.history import RunHistory
from seismograd_sandbox.untrusted_files import is_below


@dataclass(frozen=True, slots=True)
class Source:
    """What the source says by itself."""

    program: Program | None = None
    findings: Sequence[Finding] = ()


def diagnose_run(
    history: RunHistory,
    summary: TraceSummary,
    root: Path,
    script: Path | None,
    settings: Settings,
) -> Diagnosis:
    """`history` and `summary` are of the same trace."""
    source = read_script(root, script, settings) if script is not None else Source()
    read = ProjectReader(root)
    lines = SourceLines(root, history, source.program, read)
    found = diagnose(history, source.findings, lines)
    crash = crash_finding(history.raised, summary, lines, root, read) if history.raised else None
    if crash is not None:
        return with_crash(found, crash)
    trouble = trouble_of(history, found.symptoms)
    return add_remaining_causes(found, belief_of(found, trouble))


def with_crash(found: Diagnosis, crash: Finding) -> Diagnosis:
    """First, unless a rule is certain of an error. A rule that says the same is not repeated."""
    others = [cause for cause in found.causes if not _is_about(cause.finding, crash)]
    certain = [cause for cause in others if _is_surer(cause.finding, crash)]
    rest = [cause for cause in others if cause not in certain]
    return replace(found, causes=(*certain, Cause(crash), *rest)[:MOST_CAUSES])


def _is_surer(finding: Finding, crash: Finding) -> bool:
    return finding.severity is Severity.ERROR and finding.confidence > crash.confidence


def _is_about(finding: Finding, crash: Finding) -> bool:
    same_line = finding.span.file == crash.span.file and finding.span.start.line == (
        crash.span.start.line
    )
    return same_line and finding.fault_type in (crash.fault_type, *crash.alternatives)


def read_script(root: Path, script: Path, settings: Settings) -> Source:
    """Nothing where the file cannot be read or takes too long: the run speaks alone then."""
    text = read_from_disk(str(script))
    if text is None:
        return Source()
    workspace = Workspace([root])
    document = Document(str(script), text.text)
    workspace.open(document)
    try:
        program = read_program(workspace, document)
        found = Checker(workspace, settings).check(document)
    except TookTooLong:
        return Source()
    told = [one for one in found if one.severity.rank <= Severity.INFO.rank]
    return Source(program, [one for one in told if workspace.holds(one.span.file)])


@dataclass(frozen=True, slots=True)
class ProjectReader:
    """Texts of the project; a trace may name any file, and links may lead anywhere."""

    root: Path

    def __call__(self, path: str) -> str | None:
        if not is_below(os.path.realpath(path), os.path.realpath(self.root)):
            return None
        found = read_from_disk(path)
        return found.text if found else None
