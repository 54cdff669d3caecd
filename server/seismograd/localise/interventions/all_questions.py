"""The questions, found by walking this package: a new file is a new one."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from functools import cache

from seismograd.localise import interventions
from seismograd.localise.interventions.question import Question


@cache
def all_questions() -> tuple[Question, ...]:
    """One instance of each, ordered by name."""
    return tuple(sorted((kind() for kind in _classes()), key=lambda each: each.name))


def _classes() -> Iterator[type[Question]]:
    for module in pkgutil.iter_modules(interventions.__path__, interventions.__name__ + "."):
        if module.name == __name__:
            continue
        for candidate in vars(importlib.import_module(module.name)).values():
            own = inspect.isclass(candidate) and candidate.__module__ == module.name
            if own and issubclass(candidate, Question) and not inspect.isabstract(candidate):
                yield candidate
