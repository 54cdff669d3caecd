"""What a run that is over leaves for hovers and lenses."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from seismograd.localise.diagnose_training import script_of
from seismograd.lsp.language_server import SeismogradServer
from seismograd.lsp.last_runs import LastRun
from seismograd.lsp.reproduce_findings import is_as_it_was
from seismograd.runs.summary import RunSummary
from seismograd.traces.history import RunHistory
from seismograd.traces.measured_parts import measured_parts
from seismograd.traces.mentioned_files import mentioned_files
from seismograd_sandbox.untrusted_files import is_below


def last_run_of(
    summary: RunSummary, history: RunHistory, files: Iterable[str] = ()
) -> LastRun | None:
    """None where nobody knows which file was run. `files` matter as well."""
    record = summary.record
    script = script_of(record)
    if script is None:
        return None
    root = os.path.normpath(record.root)
    named = (os.path.normpath(Path(root, file)) for file in mentioned_files(history))
    path = os.path.normpath(script)
    return LastRun(
        summary.folder.id,
        path,
        root,
        record.sentence,
        frozenset({path, *files, *(file for file in named if is_below(file, root))}),
        tuple(measured_parts(history)),
    )


def is_outdated(ls: SeismogradServer, run: LastRun, began: float) -> bool:
    """Whether a file was changed while the run went on. For the worker."""
    return not all(is_as_it_was(ls, file, began) for file in run.files if os.path.exists(file))
