"""Helpers of a script that are called what something of the project is called get other names.

A script that defines a function of the project anew shows nothing about the project.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from seismograd.reproduce.case import Case
from seismograd.reproduce.generate.offline.draft import Draft
from seismograd.reproduce.generate.offline.seeds.experiments.stage.scene import SEED

_DEFINED = re.compile(r"^def (\w+)\(", re.M)


def with_free_names(case: Case, draft: Draft) -> Draft:
    """Only of our own experiments: what a report defines is its writer's."""
    if draft.seed != SEED:
        return draft
    ours = {symbol.name for symbol in case.project.symbols}
    for name in _DEFINED.findall("\n".join(draft.setup)):
        if name in ours and not any(_imports(one, name) for one in draft.imports):
            draft = _renamed(draft, name)
    return draft


def _imports(statement: str, name: str) -> bool:
    return re.search(rf"\b(?:import|as|,) {name}\b", statement) is not None


def _renamed(draft: Draft, name: str) -> Draft:
    """Where it is defined and called; a variable of that name stays."""
    called = re.compile(rf"(?<![\w.]){name}(?=\()")

    def all_of(statements: tuple[str, ...]) -> Iterator[str]:
        return (called.sub(f"plain_{name}", one) for one in statements)

    measured = draft.measurement
    if measured is not None:
        measured = replace(measured, statements=tuple(all_of(measured.statements)))
    return draft.changed(
        setup=tuple(all_of(draft.setup)),
        exercise=tuple(all_of(draft.exercise)),
        measurement=measured,
    )
