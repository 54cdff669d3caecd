"""Options and small files that a command demands."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from seismograd.reproduce.candidate import Attempt
from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import Option
from seismograd.reproduce.generate.offline.draft import Constant, Draft
from seismograd.reproduce.generate.offline.inputs.annotated_types import literal_for
from seismograd.reproduce.generate.offline.inputs.literals import literal_value
from seismograd.reproduce.generate.offline.inputs.small_files import ROWS, USUAL_ROWS, small_file
from seismograd.reproduce.generate.offline.inputs.source_trees import SourceTrees

_REQUIRED = re.compile(r"the following arguments are required: ([^\n]{1,400})")
_NAME = "ARGUMENTS"


def give_required_options(case: Case, draft: Draft, attempt: Attempt) -> Iterator[Draft]:
    seen = attempt.observation
    found = _REQUIRED.search(seen.stderr) if seen is not None else None
    words = next((one for one in draft.constants if one.name == _NAME), None)
    if found is None or words is None or draft.seed != "entry-point":
        return
    given = literal_value(words.value)
    if not isinstance(given, list):
        return
    missing = [name.strip().partition("/")[0] for name in found[1].split(",")]
    added = [word for name in missing for word in _words(case, name)]
    if added:
        constant = replace(words, value=repr([*given, *added]))
        yield draft.changed(
            constants=_with(draft, constant),
            guessed=(*draft.guessed, *missing),
            idea=f"{draft.idea} With {' '.join(added)}.",
        )


def _with(draft: Draft, constant: Constant) -> tuple[Constant, ...]:
    return tuple(constant if one.name == _NAME else one for one in draft.constants)


def _words(case: Case, name: str) -> list[str]:
    options = [o for entry in case.project.entry_points for o in entry.options if o.flag == name]
    value = _value(options[0] if options else Option(name))
    return [name, value] if name.startswith("-") else [value]


def _value(option: Option) -> str:
    """By its type; a text is its own name, as of a file that is made once it is missed."""
    if option.choices:
        return option.choices[0]
    if option.type in ("int", "float"):
        return str(literal_for(option.type))
    return option.flag.strip("-").replace("-", "_")


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
