"""Options that a command demands, and small files that a run looks for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from seismograd.reproduce.candidate import Attempt
from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import Option
from seismograd.reproduce.drafts.commands import ARGUMENTS
from seismograd.reproduce.drafts.draft import Constant, Draft
from seismograd.reproduce.generate.offline.inputs.literals import literal_for, literal_value
from seismograd.reproduce.generate.offline.inputs.small_files import (
    COLUMNS,
    ROWS,
    columns_named,
    columns_read,
    small_file,
)
from seismograd.reproduce.generate.offline.source_trees import SourceTrees

_REQUIRED = re.compile(r"the following arguments are required: ([^\n]{1,400})")
_MISSING = re.compile(r"No such file or directory: '([^'\n]{1,200})'|^([\w./-]{1,200}) not found")
_NO_KEY = re.compile(r"^'([^'\n]{1,60})'$")


def give_required_options(case: Case, draft: Draft, attempt: Attempt) -> Iterator[Draft]:
    seen = attempt.observation
    found = _REQUIRED.search(seen.stderr) if seen is not None else None
    words = _constant(draft, ARGUMENTS)
    if found is None or words is None:
        return
    missing = [name.strip().partition("/")[0] for name in found[1].split(",")]
    added = [word for name in missing for word in _words(case, name)]
    yield _extended(draft, words, added).changed(
        guessed=(*draft.guessed, *missing), idea=f"{draft.idea} With {' '.join(added)}."
    )


def use_small_files(case: Case, draft: Draft, attempt: Attempt) -> Iterator[Draft]:
    """With columns that the code reads, or that the draft names; others are added when missed."""
    raised = attempt.observation.exception if attempt.observation is not None else None
    found = _MISSING.search(raised.message) if raised is not None else None
    path = (found[1] or found[2]) if found else ""
    made = small_file(path) if path else None
    if raised is None or made is None or path.startswith(("/", "~")) or path in draft.files:
        return
    readers = [frame.file for frame in reversed(raised.frames) if frame.in_project]
    names = columns_read(SourceTrees(case.project), readers) or [
        *columns_named(draft.exercise),
        "x",
    ]
    columns = Constant(COLUMNS, repr(names))
    better = draft
    for statement in made.imports:
        better = better.with_import(statement)
    needed = [ROWS, *([columns] if made.has_columns else [])]
    yield better.changed(
        constants=(*draft.constants, *(one for one in needed if not _constant(draft, one.name))),
        exercise=(*made.statements(path), *draft.exercise),
        files=(*draft.files, path),
        is_baseline=True,
        idea=f"{draft.idea} With a small {path}.",
    )


def add_missing_columns(case: Case, draft: Draft, attempt: Attempt) -> Iterator[Draft]:
    """A key that is looked up in vain may be a column that nothing in the code shows."""
    raised = attempt.observation.exception if attempt.observation is not None else None
    found = _NO_KEY.search(raised.message) if raised and raised.type == "KeyError" else None
    columns = _constant(draft, COLUMNS)
    if found is not None and columns is not None and found[0] not in columns.value:
        idea = f"{draft.idea} With a column {found[1]}."
        yield _extended(draft, columns, [found[1]]).changed(idea=idea)


def _constant(draft: Draft, name: str) -> Constant | None:
    return next((one for one in draft.constants if one.name == name), None)


def _extended(draft: Draft, constant: Constant, words: list[str]) -> Draft:
    """With more words in a constant that holds a list of them."""
    known = literal_value(constant.value)
    longer = replace(constant, value=repr([*(known if isinstance(known, list) else []), *words]))
    return draft.changed(
        constants=tuple(longer if one is constant else one for one in draft.constants)
    )


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
