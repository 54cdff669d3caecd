"""Functions called as the project itself calls them, with its own data and settings."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

from seismograd.reproduce.context.project_view import CallSite, Symbol
from seismograd.reproduce.generate.offline.inputs.call_arguments import given_arguments
from seismograd.reproduce.generate.offline.inputs.excerpts import Excerpt, Excerpts, Place
from seismograd.reproduce.generate.offline.inputs.making import CannotMake, Maker
from seismograd.reproduce.generate.offline.inputs.slicing import (
    read_names,
    renamed,
    stored_names,
)

MOST_CALLS = 3


@dataclass(frozen=True, slots=True)
class FunctionCall:
    file: str
    """Where the project calls it so."""
    imports: tuple[str, ...]
    before: tuple[str, ...]
    """What makes the arguments."""
    call: str
    inputs: dict[str, str]
    """Variables that are given as they are, by the parameters that they are for."""


def function_calls(maker: Maker, symbol: Symbol) -> Iterator[FunctionCall]:
    """Scripts before tests: their data is what users have."""
    excerpts = Excerpts(maker)
    for site in _sites(maker, symbol)[:MOST_CALLS]:
        for place in excerpts.places(site):
            with suppress(CannotMake):
                yield _cut_out(maker, excerpts, symbol, place)


def _sites(maker: Maker, symbol: Symbol) -> list[CallSite]:
    project = maker.project
    outside = [site for site in project.calls_of(symbol) if site.file != symbol.file]
    return sorted(outside, key=lambda site: site.file in project.tests)


def _cut_out(maker: Maker, excerpts: Excerpts, symbol: Symbol, place: Place) -> FunctionCall:
    call = excerpts.settled(place, place.node)
    excerpt = Excerpt(maker.bench(symbol))
    called = excerpts.up_to(place, read_names(call), excerpt)
    if excerpt.bench.made_up or excerpt.bench.guessed:
        raise CannotMake(symbol.name)
    text = renamed(ast.unparse(call), called)
    made = {name for one in excerpt.statements for name in stored_names(ast.parse(one))}
    given = given_arguments(text, symbol)
    plain = {p: v.id for p, v in given.items() if isinstance(v, ast.Name) and v.id in made}
    imports = tuple(dict.fromkeys(excerpt.imports))
    return FunctionCall(place.file, imports, tuple(excerpt.statements), text, plain)
