"""The same random numbers once more, where a script complains that something comes out the same."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from seismograd.reproduce.context.modules import dotted_name
from seismograd.reproduce.validate.fidelity.doubt import Doubt, Variant
from seismograd.reproduce.validate.fidelity.edits import replaced
from seismograd.reproduce.validate.fidelity.subject import Subject

_OF_CHANCE = frozenset({"same_order", "change_by_augmentation"})
"""What is measured to see whether chance has an effect; elsewhere seeds make results comparable."""
_SEEDING = re.compile(r"^(?:manual_seed(?:_all)?|seed|seed_everything|set_seed|set_random_seed)$")
_ABOUT_SEEDS = re.compile(r"\bseed|reproducib|determinis|\brng\b|\bgenerators?\b", re.IGNORECASE)


def repeated_seeds(subject: Subject) -> Iterator[Doubt]:
    if not _OF_CHANCE.intersection(subject.seen.measured):
        return
    if _ABOUT_SEEDS.search(subject.grounds.text):
        return
    seeds = sorted(_seedings(subject.script.tree), key=lambda one: one.lineno)
    again = seeds[1:]
    if again:
        source = replaced(subject.script.source, [(one, "pass") for one in again])
        variant = Variant("random numbers that go on", source)
        yield Doubt("the same seed once more", again[0].lineno, [variant])


def _seedings(tree: ast.Module) -> Iterator[ast.Expr]:
    for node in ast.walk(tree):
        match node:
            case ast.Expr(value=ast.Call(func=func)):
                if _SEEDING.match(dotted_name(func).rpartition(".")[2]):
                    yield node
