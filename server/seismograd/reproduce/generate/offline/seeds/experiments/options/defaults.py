"""One setting of a section is given, at its own default: nothing at all may change by that."""

from __future__ import annotations

import re
from collections.abc import Iterator

from seismograd.reproduce.case import Case
from seismograd.reproduce.generate.offline.draft import Constant, Draft
from seismograd.reproduce.generate.offline.inputs.making import Maker
from seismograd.reproduce.generate.offline.seeds.experiments.options.settings_ways import Way, ways
from seismograd.reproduce.generate.offline.seeds.experiments.stage.scene import drafted

NAME = "changed_defaults"
_AGAIN = re.compile(
    r"\b(?:mutat\w+|modif\w+|leak\w*|second|next|later|again|afterwards|between|previous\w*)\b",
    re.I,
)
_FLAT = '''\
def inner(settings):
    """What settings hold, whether they are a dict or an object."""
    if isinstance(settings, dict):
        return settings
    return {} if isinstance(settings, type) else getattr(settings, "__dict__", {})


def flat(settings, path=()):
    """All settings, each by the path to it."""
    found = {}
    for key, value in inner(settings).items():
        found.update(flat(value, (*path, key)) if inner(value) else {(*path, key): value})
    return found
'''


def experiments(case: Case) -> Iterator[Draft]:
    text = f"{case.report.title}\n{case.report.text}"
    known = ways(case)
    kinds = (_left_behind, _in_part) if _AGAIN.search(text) else (_in_part, _left_behind)
    for experiment in kinds:
        for way in known:
            yield from experiment(case, way)


def _in_part(case: Case, way: Way) -> Iterator[Draft]:
    """The control gives the whole section, which is no part of it."""
    body = (
        *way.first,
        f"defaults = {way.plain}",
        "expected = flat(defaults)",
        f"{NAME} = 0",
        "for section, values in inner(defaults).items():",
        "    known = list(inner(values).items())",
        "    if len(known) > 1:",
        "        part = {section: dict(known[:1] if ONLY_PART else known)}",
        *(f"        {statement}" for statement in way.before),
        f"        found = flat({way.given})",
        "        others = [path for path in expected if path not in flat(part)]",
        f"        {NAME} += sum(found.get(path) != expected[path] for path in others)",
    )
    idea = f"Give {way.symbol.name} one setting of each section, at its default."
    yield from _draft(case, way, idea, body, Constant("ONLY_PART", "True", "False"))


def _left_behind(case: Case, way: Way) -> Iterator[Draft]:
    """What is given once is not there the next time."""
    body = (
        *way.first,
        f"expected = flat({way.plain})",
        "numbers = [path for path, value in expected.items() if type(value) in (int, float)]",
        "if GIVES_ANOTHER:",
        "    part = expected[numbers[-1]] + 1",
        "    for key in reversed(numbers[-1]):",
        "        part = {key: part}",
        *(f"    {statement}" for statement in way.before),
        f"    {way.given}",
        f"found = flat({way.plain})",
        f"{NAME} = sum(found.get(path) != expected[path] for path in expected)",
    )
    idea = f"Give {way.symbol.name} another value once, and look at its defaults afterwards."
    yield from _draft(case, way, idea, body, Constant("GIVES_ANOTHER", "True", "False"))


def _draft(
    case: Case, way: Way, idea: str, body: tuple[str, ...], switch: Constant
) -> Iterator[Draft]:
    bench = Maker(case).bench()
    bench.use(f"from {way.symbol.module} import {way.symbol.name.partition('.')[0]}")
    for statement in way.imports:
        bench.use(statement)
    yield from drafted(case, bench, idea, body, NAME, setup=(_FLAT,), constants=(switch,))
