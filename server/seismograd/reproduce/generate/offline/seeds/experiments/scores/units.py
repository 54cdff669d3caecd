"""Sums of probabilities and attention weights, and lengths of vectors: both must be one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import Role, Symbol, SymbolKind
from seismograd.reproduce.generate.offline.draft import Draft
from seismograd.reproduce.generate.offline.inputs.bench import Bench
from seismograd.reproduce.generate.offline.inputs.making import CannotMake, Maker
from seismograd.reproduce.generate.offline.seeds.calls import owner_of
from seismograd.reproduce.generate.offline.seeds.experiments.scores.unit_outputs import (
    Part,
    attention_inputs,
    is_of_unit_length,
    shares,
)
from seismograd.reproduce.generate.offline.seeds.experiments.stage.members import (
    named_words,
    short_name,
)
from seismograd.reproduce.generate.offline.seeds.experiments.stage.oracle import wanted
from seismograd.reproduce.generate.offline.seeds.experiments.stage.scene import (
    FORWARD,
    drafted,
    method,
    networks,
)

SUM, NORM = "sum_from_one", "norm_from_one"
MOST = 4
_GIVES = re.compile(
    r"\w*prob\w*|\w*att(?:n|ention)\w*|predict\w*|classify\w*|softmax\w*|\w*weights|gate\w*|"
    r"rout\w+|encode\w*|embed\w*|project\w*|represent\w*|\w*features?|\w*normali[sz]\w*"
)
_SHAPES = ("2, 5, 8", "2, 3, 5, 8")
"""Examples, perhaps heads, places and features."""
_CLASSES = re.compile(r"\bprob(?:s\b|abilit)|\bclass(?:es)?\b", re.I)
_BEST = (
    "sizes = list(enumerate(output.shape))[1:]",
    "{0} = min({1}.abs().max().item() for axis, size in sizes if size > 1)",
)
"""Over whichever axis it holds best: an example has others of its own."""


@dataclass(frozen=True, slots=True)
class _Made:
    """Something that is called, and what comes out."""

    symbol: Symbol
    bench: Bench
    before: tuple[str, ...]
    call: str


def experiments(case: Case) -> Iterator[Draft]:
    maker, asked = Maker(case), wanted(case.fingerprint)
    if SUM in asked:
        yield from _of_ones(case, maker)
    for made in (*_networks(case, maker), *_callables(case, maker)):
        function = maker.trees.function(made.symbol)
        if function is None:
            continue
        if SUM in asked:
            for part in shares(function):
                yield from _sums(case, made, part)
        if NORM in asked and is_of_unit_length(function):
            body = tuple(one.format(NORM, "(output.norm(dim=axis) - 1)") for one in _BEST)
            yield from _measured(case, made, "", body, NORM, "how long its vectors are")


def _networks(case: Case, maker: Maker) -> Iterator[_Made]:
    for scene in networks(case):
        forward = method(maker, scene.symbol, *FORWARD)
        if forward is not None:
            before = (*scene.setting, "model.eval()")
            yield _Made(forward, scene.bench, before, scene.call)


def _callables(case: Case, maker: Maker) -> Iterator[_Made]:
    """Functions and methods that the report names, or whose names say what they give."""
    words = named_words(case)
    found = [
        s
        for s in case.project.symbols
        if s.kind in (SymbolKind.FUNCTION, SymbolKind.METHOD)
        and s.module and s.file not in case.project.tests
        and short_name(s) not in FORWARD
        and (short_name(s) in words or _GIVES.fullmatch(short_name(s)))
    ]  # fmt: skip
    for symbol in sorted(found, key=lambda s: short_name(s) not in words)[:MOST]:
        with suppress(CannotMake):
            yield _called(maker, symbol, {})


def _called(maker: Maker, symbol: Symbol, shared: dict[str, str]) -> _Made:
    bench = maker.bench(symbol)
    bench.use("import torch")
    owner = owner_of(maker.project, symbol) if symbol.kind is SymbolKind.METHOD else None
    if owner is None:
        call = maker.call(bench, symbol, shared=shared)
    else:
        model, specs = (
            maker.instance(bench, owner, "model"),
            maker.demands.of_inputs(owner, "model"),
        )
        call = maker.call(bench, symbol, on=model, specs=specs, shared=shared)
    is_network = "model" in bench.defined and (owner is None or owner.role is Role.NETWORK)
    quiet = ("model.eval()",) if is_network else ()
    return _Made(symbol, bench, (*bench.statements, *quiet), call)


def _sums(case: Case, made: _Made, part: Part) -> Iterator[Draft]:
    if part.axis is None and not (made.symbol.parameters and _is_of_classes(case, made.symbol)):
        return
    if part.axis is None:
        body = tuple(one.format(SUM, "(output.sum(dim=axis) - 1)") for one in _BEST)
    else:
        body = (f"{SUM} = (output.sum(dim={part.axis}) - 1).abs().max().item()",)
    yield from _measured(case, made, part.place, body, SUM, "what its shares sum to")


def _is_of_classes(case: Case, symbol: Symbol) -> bool:
    """Attention of a network has its examples anywhere, probabilities of classes have not."""
    return short_name(symbol) not in FORWARD or _CLASSES.search(case.report.text) is not None


def _measured(
    case: Case, made: _Made, place: str, body: tuple[str, ...], name: str, what: str
) -> Iterator[Draft]:
    statements = (
        *made.before,
        "with torch.no_grad():",
        f"    output = {made.call}{place}",
        *body,
    )
    idea = f"Call {made.symbol.name} and look at {what}."
    yield from drafted(case, made.bench, idea, statements, name)


def _of_ones(case: Case, maker: Maker) -> Iterator[Draft]:
    """Attention over values that are all one gives one, if its weights sum to one."""
    found = [s for s in case.project.symbols if s.kind is SymbolKind.FUNCTION and s.module]
    for symbol in found:
        names = attention_inputs(symbol, maker.trees.function(symbol))
        if names is None or symbol.file in case.project.tests:
            continue
        with suppress(CannotMake):
            made = _called(maker, symbol, {name: name for name in names})
            for shape in _SHAPES:
                yield from _of_ones_in(case, made, names, shape)


def _of_ones_in(
    case: Case, made: _Made, names: tuple[str, str, str], shape: str
) -> Iterator[Draft]:
    query, key, value = names
    given = (
        f"{query}, {key} = torch.randn({shape}), torch.randn({shape})",
        f"{value} = torch.ones({shape})",
    )
    body = (
        "output = output[0] if isinstance(output, tuple) else output",
        f"{SUM} = (output - 1).abs().max().item()",
    )
    of_ones = replace(made, before=(*made.before, *given))
    yield from _measured(case, of_ones, "", body, SUM, "what it makes of ones")
