"""A script of the project that ended because an option was missing."""

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
