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
    assert isinstance(call, ast.Call)
    whole = Excerpt(maker.bench(symbol))
    called = excerpts.up_to(place, read_names(call), whole)
    text = renamed(ast.unparse(call), called)
    network = renamed(ast.unparse(call.func), called)
    before, build = _building(network, whole)
    is_variable = isinstance(call.func, ast.Name)
    if MODEL in whole.defined - {network} or (is_variable and not _makes(maker, build, symbol)):
        raise CannotMake(f"{build} is another network")
    rest = [one for one in whole.statements if one not in (*before, f"{network} = {build}")]
    as_model = {network: MODEL} if is_variable else {}
    return OwnCall(
        _bench(whole),
        tuple(before),
        build,
        tuple(renamed(one, as_model) for one in rest),
        MODEL + text.removeprefix(network) if text.startswith(f"{network}(") else text,
        *_inputs(maker, symbol, text, rest),
    )


def _bench(excerpt: Excerpt) -> Bench:
    bench = excerpt.bench
    bench.statements.clear()
    for statement in excerpt.imports:
        bench.use(statement)
    bench.defined |= {MODEL, *excerpt.defined}
    return bench


def _building(network: str, excerpt: Excerpt) -> tuple[list[str], str]:
    """What comes before the one statement that makes the network, and what makes it.

    One that is a part of another object is taken from it.
    """
    statements = [ast.parse(one).body[0] for one in excerpt.statements]
    names = read_names(ast.parse(network, mode="eval"))
    kept, _ = needed(statements, names)
    first = [one for one in excerpt.statements if one == NO_OPTIONS]
    if not network.isidentifier():
        return [*first, *map(ast.unparse, kept)], network
    last = kept[-1] if kept else None
    if not (isinstance(last, ast.Assign) and ast.unparse(last.targets[0]) == network):
        raise CannotMake(network)
    if network in read_names(last):
        raise CannotMake(f"{network} is made in several steps")
    return [*first, *map(ast.unparse, kept[:-1])], ast.unparse(last.value)


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
