"""What the report names, called with ordinary values: first a run that goes through."""

from __future__ import annotations

from collections.abc import Iterator

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import Role, Symbol, SymbolKind
from seismograd.reproduce.context.suspects import find_suspects
from seismograd.reproduce.criteria.checks.check import CheckError
from seismograd.reproduce.criteria.language import parse
from seismograd.reproduce.generate.offline.draft import Draft
from seismograd.reproduce.generate.offline.inputs.bench import Bench
from seismograd.reproduce.generate.offline.inputs.making import CannotMake, Maker
from seismograd.reproduce.generate.offline.rendering import expected_exception

SEED = "call"
MOST_TARGETS = 8
_FORWARD = ("forward", "call", "__call__")
_NETWORKS = (Role.NETWORK, Role.LAYER, Role.LOSS, Role.METRIC)
_CLASS_ROLES = (*_NETWORKS, Role.DATASET)


def from_calls(case: Case) -> Iterator[Draft]:
    """For bugs that end a run; those that are silent need more than a call."""
    if not ends_the_run(case):
        return
    maker = Maker(case)
    for symbol in targets(case)[:MOST_TARGETS]:
        for form in (_call, _through_loader):
            try:
                drafted = form(maker, symbol)
            except CannotMake:
                continue
            if drafted is not None:
                yield drafted


def ends_the_run(case: Case) -> bool:
    if expected_exception(case.fingerprint) is not None:
        return True
    for criterion in case.fingerprint.criteria:
        try:
            if parse(criterion.check).ends_the_run:
                return True
        except CheckError:
            continue
    return False


def targets(case: Case) -> list[Symbol]:
    """Classes, functions and methods that can be called from outside, the likeliest first."""
    suspected = [one.symbol for one in find_suspects(case.project, case.report)]
    named = [s for name in case.report.names for s in case.project.find(name)[:2]]
    found: dict[str, Symbol] = {}
    for symbol in [*suspected, *named]:
        callable_one = _callable(case, symbol) if symbol is not None else None
        if callable_one is not None:
            found.setdefault(callable_one.qualified, callable_one)
    return list(found.values())


def _callable(case: Case, symbol: Symbol) -> Symbol | None:
    """Of a method that a call runs, or that builds, the class."""
    if not symbol.module or symbol.file in case.project.tests:
        return None
    if symbol.kind is SymbolKind.METHOD:
        name = symbol.name.rpartition(".")[2]
        if name in ("__init__", "build", "__getitem__", "__len__", *_FORWARD):
            return owner_of(case, symbol)
        return None if name.startswith("__") else symbol
    return symbol if symbol.kind in (SymbolKind.CLASS, SymbolKind.FUNCTION) else None


def owner_of(case: Case, method: Symbol) -> Symbol | None:
    name = method.name.rpartition(".")[0]
    classes = (s for s in case.project.symbols if s.kind is SymbolKind.CLASS)
    return next((s for s in classes if s.module == method.module and s.name == name), None)


def _call(maker: Maker, symbol: Symbol) -> Draft | None:
    bench = maker.bench(symbol)
    if symbol.kind is SymbolKind.CLASS:
        last = _of_class(maker, bench, symbol)
    elif symbol.kind is SymbolKind.METHOD:
        last = _of_method(maker, bench, symbol)
    else:
        last = (f"output = {maker.call(bench, symbol)}",)
    return bench.draft(f"Call {symbol.name} with ordinary values.", last, SEED)


def _of_class(maker: Maker, bench: Bench, symbol: Symbol) -> tuple[str, ...]:
    if symbol.role is Role.DATASET:
        dataset = maker.instance(bench, symbol, "dataset")
        return (f"output = [{dataset}[index] for index in range(len({dataset}))]",)
    variable = maker.instance(bench, symbol, "model" if symbol.role in _NETWORKS else "thing")
    forward = _method(maker, symbol, *_FORWARD)
    if forward is None:
        return ()
    specs = maker.demands.of_inputs(symbol, variable)
    return (f"output = {maker.call(bench, forward, on=variable, specs=specs)}",)


def _of_method(maker: Maker, bench: Bench, symbol: Symbol) -> tuple[str, ...]:
    owner = next(
        (
            s
            for s in maker.project.symbols
            if s.kind is SymbolKind.CLASS
            and s.module == symbol.module
            and s.name == symbol.name.rpartition(".")[0]
        ),
        None,
    )
    if owner is None:
        raise CannotMake(symbol.name)
    name = "model" if owner.role in _NETWORKS else owner.name.lower()
    variable = maker.instance(bench, owner, name)
    specs = maker.demands.of_inputs(owner, variable, symbol.name.rpartition(".")[2])
    return (f"output = {maker.call(bench, symbol, on=variable, specs=specs)}",)


def _method(maker: Maker, symbol: Symbol, *names: str) -> Symbol | None:
    for name in names:
        found = maker.trees.method(symbol, name)
        if found is not None:
            owner, _ = found
            wanted = f"{owner.name}.{name}"
            for one in maker.project.symbols:
                if one.module == owner.module and one.name == wanted:
                    return one
    return None


def _through_loader(maker: Maker, symbol: Symbol) -> Draft | None:
    """A data set as training code uses it: in batches."""
    if symbol.role is not Role.DATASET or symbol.kind is not SymbolKind.CLASS:
        return None
    bench = maker.bench(symbol)
    dataset = maker.instance(bench, symbol, "dataset")
    batch = bench.constant("BATCH", bench.sizes["BATCH"], made_up=True)
    bench.use("import torch")
    loader = f"torch.utils.data.DataLoader({dataset}, batch_size={batch})"
    return bench.draft(f"Go through {symbol.name} in batches.", (f"output = list({loader})",), SEED)
