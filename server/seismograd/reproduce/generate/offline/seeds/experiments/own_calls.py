"""Networks called as the project itself calls them, with its own data and settings."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain

from seismograd.reproduce.context.project_view import CallSite, Symbol, SymbolKind
from seismograd.reproduce.generate.offline.inputs.bench import Bench
from seismograd.reproduce.generate.offline.inputs.call_arguments import given_arguments
from seismograd.reproduce.generate.offline.inputs.customary import NETWORK_NAMES
from seismograd.reproduce.generate.offline.inputs.excerpts import (
    NO_OPTIONS,
    Excerpt,
    Excerpts,
    Place,
)
from seismograd.reproduce.generate.offline.inputs.making import CannotMake, Maker
from seismograd.reproduce.generate.offline.inputs.returned import is_call_of, returns
from seismograd.reproduce.generate.offline.inputs.slicing import (
    CannotSlice,
    needed,
    read_names,
    renamed,
    stored_names,
)

MODEL = "model"
_CALLED = ("forward", "call", "__call__")


@dataclass(frozen=True, slots=True)
class OwnCall:
    """The network is `model` in all of it."""

    bench: Bench
    before: tuple[str, ...]
    """What the network needs."""
    build: str
    after: tuple[str, ...]
    """What makes the inputs."""
    call: str
    inputs: tuple[str, ...]
    parameters: tuple[str, ...]


def own_calls(maker: Maker, symbol: Symbol) -> Iterator[OwnCall]:
    """What is shown first, then scripts, then tests: their data is what users have."""
    excerpts = Excerpts(maker)
    known = (place for site in _sites(maker, symbol) for place in excerpts.places(site))
    shown = excerpts.shown_places(lambda call: isinstance(call.func, ast.Name))
    for place in chain(shown, known, _through_parameters(maker)):
        with suppress(CannotMake, CannotSlice):
            yield _cut_out(maker, excerpts, symbol, place)


def _sites(maker: Maker, symbol: Symbol) -> list[CallSite]:
    called = {f"{symbol.qualified}.{name}" for name in _CALLED}
    project = maker.project
    sites = [site for site in project.calls if site.callee in called]
    return sorted(sites, key=lambda site: site.file in project.tests)


def _through_parameters(maker: Maker) -> Iterator[Place]:
    """Calls of what a function is given as its network: whoever calls it says which one."""
    project = maker.project
    for symbol in project.symbols:
        function = maker.trees.function(symbol) if symbol.kind is SymbolKind.FUNCTION else None
        tree = maker.trees.tree(symbol.file)
        given = {p.name for p in symbol.parameters if NETWORK_NAMES.fullmatch(p.name.lower())}
        if function is None or tree is None or not given:
            continue
        for node in ast.walk(function):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in given:
                yield Place(symbol.file, tree, function, node)


def _makes(maker: Maker, build: str, symbol: Symbol) -> bool:
    """Whether an expression makes a network of that class."""
    call = ast.parse(build, mode="eval").body
    if is_call_of(call, symbol.name):
        return True
    functions = (s for s in maker.project.symbols if s.kind is SymbolKind.FUNCTION)
    called = [s for s in functions if is_call_of(call, s.name)]
    return any(returns(maker.trees.function(s), symbol.name) for s in called)


def _cut_out(maker: Maker, excerpts: Excerpts, symbol: Symbol, place: Place) -> OwnCall:
    call = excerpts.settled(place, place.node)
    if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Name)):
        raise CannotMake("a network that is part of something else")
    whole = Excerpt(maker.bench(symbol))
    called = excerpts.up_to(place, read_names(call), whole)
    name = called.get(call.func.id, call.func.id)
    before, build = _building(name, whole)
    if not _makes(maker, build, symbol) or MODEL in whole.defined - {name}:
        raise CannotMake(f"{build} is another network")
    text = renamed(ast.unparse(call), called)
    rest = [one for one in whole.statements if one not in (*before, f"{name} = {build}")]
    as_model = {name: MODEL}
    return OwnCall(
        _bench(whole),
        tuple(before),
        build,
        tuple(renamed(one, as_model) for one in rest),
        renamed(text, as_model),
        *_inputs(maker, symbol, text, rest),
    )


def _bench(excerpt: Excerpt) -> Bench:
    bench = excerpt.bench
    bench.statements.clear()
    for statement in excerpt.imports:
        bench.use(statement)
    bench.defined |= {MODEL, *excerpt.defined}
    return bench


def _building(name: str, excerpt: Excerpt) -> tuple[list[str], str]:
    """What comes before the one statement that makes the network, and what makes it."""
    statements = [ast.parse(one).body[0] for one in excerpt.statements]
    kept, _ = needed(statements, {name})
    last = kept[-1] if kept else None
    if not (isinstance(last, ast.Assign) and ast.unparse(last.targets[0]) == name):
        raise CannotMake(name)
    if name in read_names(last):
        raise CannotMake(f"{name} is made in several steps")
    first = [one for one in excerpt.statements if one == NO_OPTIONS]
    return [*first, *(ast.unparse(one) for one in kept[:-1])], ast.unparse(last.value)


def _inputs(
    maker: Maker, symbol: Symbol, call: str, made: list[str]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Variables that are given as they are, and the parameters that they are for."""
    forward = next(
        s for name in _CALLED for s in maker.project.symbols
        if s.qualified == f"{symbol.qualified}.{name}"
    )  # fmt: skip
    variables = {name for one in made for name in stored_names(ast.parse(one))}
    given = given_arguments(call, forward)
    plain = {p: v.id for p, v in given.items() if isinstance(v, ast.Name) and v.id in variables}
    return tuple(plain.values()), tuple(plain)
