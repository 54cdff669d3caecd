"""Where a file trains, and by which script that is run."""

from __future__ import annotations

from seismograd.faults import Span
from seismograd.lsp.language_server import SeismogradServer
from seismograd.lsp.last_runs import LastRun
from seismograd.lsp.open_files import OpenText
from seismograd.lsp.uris import is_on_disk
from seismograd.program import read_program
from seismograd.program.model import Fit, TrainingLoop
from seismograd.time_limit import TookTooLong

MOST_LOOPS = 20


def can_be_run(ls: SeismogradServer, path: str) -> bool:
    """Whether it is an open file on the disk that is not excluded, in a trusted workspace."""
    is_script = is_on_disk(path) and isinstance(ls.project.files.get(path), OpenText)
    return ls.options.trusted and is_script and not ls.project.settings.is_excluded(path)


def training_loops(ls: SeismogradServer, path: str) -> list[Span]:
    """Training loops and calls that train, of those on one line one; inner ones are left out."""
    document = ls.project.workspace.document(path)
    try:
        program = read_program(ls.project.workspace, document) if document else None
    except TookTooLong:
        return []
    trained: list[TrainingLoop | Fit] = [*program.loops, *program.fits] if program else []
    spans = sorted(one.place.span for one in trained if one.place.span.file == path)
    found: list[Span] = []
    for span in spans:
        if not found or (span.start >= found[-1].end and span.start.line != found[-1].start.line):
            found.append(span)
    return found[:MOST_LOOPS]


def script_for(last: LastRun | None, path: str) -> str:
    """A loop in a module is run by the script that ran it last."""
    return last.script if last else path
