"""Parameters that belong to two parts of a network, or to a network and its copy."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import Role
from seismograd.reproduce.generate.offline.draft import Draft
from seismograd.reproduce.generate.offline.inputs.making import CannotMake, Maker, is_keras
from seismograd.reproduce.generate.offline.seeds.experiments.stage.scene import (
    drafted,
    functions,
    ranked,
)

NAME = "shared_parameters"
MOST = 4
_COPIES = r"^(?:\w+_)?(?:copy|clone|cloned|copied|snapshot|duplicate|replicate|replica)(?:_\w+)?$"
_ABOUT_COPIES = re.compile(r"\bcop(?:y|ies)\b|\bclone|\bsnapshot|\breplica|\bduplicate", re.I)
_PLACES = (
    "places = {}",
    "for name, part in model.named_modules(remove_duplicate=False):",
    "    places.setdefault(part, []).append(name)",
    "twice = [part for part, names in places.items() if len(names) > 1]",
    "layers = [part for part in twice if not isinstance(part, torch.nn.Embedding)]",
    f"{NAME} = len({{p for part in layers for p in part.parameters()}})",
)
"""One table of tokens for two parts is usual."""


def experiments(case: Case) -> Iterator[Draft]:
    maker = Maker(case)
    if _ABOUT_COPIES.search(case.report.text):
        yield from _copies(case, maker)
    yield from _parts(case, maker)


def _parts(case: Case, maker: Maker) -> Iterator[Draft]:
    found = [s for s in ranked(case) if s.role in (Role.NETWORK, Role.LAYER) and not is_keras(s)]
    for symbol in found[:MOST]:
        bench = maker.bench(symbol)
        with suppress(CannotMake):
            build = maker.call(bench, symbol)
            body = (*bench.statements, f"model = {build}", *_PLACES)
            idea = f"Count the parameters of {symbol.name} that are in two of its parts."
            yield from drafted(case, bench, idea, body, NAME)


def _copies(case: Case, maker: Maker) -> Iterator[Draft]:
    for symbol in functions(case, _COPIES)[:MOST]:
        bench = maker.bench(symbol)
        with suppress(CannotMake):
            call = maker.call(bench, symbol)
            given = next((n for n in ("model", "net", "network") if n in bench.defined), None)
            if given is None:
                continue
            body = (
                *bench.statements,
                f"other = {call}",
                f"held = {{p.data_ptr() for p in {given}.parameters()}}",
                f"{NAME} = len([p for p in other.parameters() if p.data_ptr() in held])",
            )
            idea = f"Count the parameters that a network and what {symbol.name} gives both have."
            yield from drafted(case, bench, idea, body, NAME)
