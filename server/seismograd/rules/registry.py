"""All rules, found by walking the rule packages: a new file is a new rule."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from functools import cache

import seismograd.rules
from seismograd.rules.rule import Rule


@cache
def all_rules() -> tuple[Rule, ...]:
    """One instance of every rule, ordered by code."""
    return tuple(sorted((rule() for rule in _rule_classes()), key=lambda rule: rule.code))


@cache
def rules_by_name() -> dict[str, Rule]:
    """Rules under their code and under their name."""
    return {key: rule for rule in all_rules() for key in (rule.code, rule.name)}


def _rule_classes() -> Iterator[type[Rule]]:
    for family in pkgutil.iter_modules(seismograd.rules.__path__):
        if not family.ispkg:
            continue
        package = importlib.import_module(f"seismograd.rules.{family.name}")
        for module in pkgutil.iter_modules(package.__path__, package.__name__ + "."):
            if not module.name.rpartition(".")[2].startswith("_"):
                yield from _rules_in(module.name)


def _rules_in(module_name: str) -> Iterator[type[Rule]]:
    module = importlib.import_module(module_name)
    for candidate in vars(module).values():
        # Most names of a module are imported: whose they are is told sooner than what they are.
        own = inspect.isclass(candidate) and candidate.__module__ == module_name
        if own and issubclass(candidate, Rule):
            yield candidate
