"""Files that the code reads and nobody has: small ones, where the code says what is in them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from seismograd.reproduce.candidate import Attempt
from seismograd.reproduce.case import Case
from seismograd.reproduce.generate.offline.draft import Constant, Draft
from seismograd.reproduce.generate.offline.inputs.small_files import ROWS, USUAL_ROWS, small_file
from seismograd.reproduce.generate.offline.inputs.source_trees import SourceTrees

_MISSING = re.compile(r"No such file or directory: '([^'\n]{1,200})'|^([\w./-]{1,200}) not found")


def use_small_files(case: Case, draft: Draft, attempt: Attempt) -> Iterator[Draft]:
    """What is in them is a guess: a run with them must go through before it can show anything."""
    seen = attempt.observation
    raised = seen.exception if seen is not None else None
    found = _MISSING.search(raised.message) if raised is not None else None
    path = (found[1] or found[2]) if found else ""
    if raised is None or not path or path.startswith(("/", "~")) or path in draft.guessed:
        return
    readers = [frame.file for frame in reversed(raised.frames) if frame.in_project]
    made = small_file(SourceTrees(case.project), path, readers)
    if made is None:
        return
    folder = path.rpartition("/")[0]
    first = (f"Path({folder!r}).mkdir(parents=True, exist_ok=True)",) if folder else ()
    better = draft
    for statement in (*made.imports, *(["from pathlib import Path"] if folder else [])):
        better = better.with_import(statement)
    rows = () if _has_rows(draft) else (Constant(ROWS, USUAL_ROWS),)
    yield better.changed(
        constants=(*draft.constants, *rows),
        exercise=(*first, *made.statements, *draft.exercise),
        guessed=(*draft.guessed, path),
        is_baseline=True,
        idea=f"{draft.idea} With a small {path}.",
    )


def _has_rows(draft: Draft) -> bool:
    return any(one.name == ROWS for one in draft.constants)
