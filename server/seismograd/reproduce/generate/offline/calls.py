"""What the report names, called with ordinary values: first a run that goes through."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.identifiers import words_of
from seismograd.reproduce.context.project_view import ProjectView, Role, Symbol, SymbolKind
from seismograd.reproduce.context.suspects import find_suspects
from seismograd.reproduce.drafts.draft import Draft
from seismograd.reproduce.drafts.rendering import checks_of, expected_exception
from seismograd.reproduce.generate.offline.inputs.draft_builder import TORCH, DraftBuilder
from seismograd.reproduce.generate.offline.inputs.input_maker import InputMaker
from seismograd.reproduce.generate.offline.inputs.input_shapes import FORWARD
from seismograd.reproduce.generate.offline.inputs.training_objects import CannotMake

SEED = "call"
MOST_TARGETS = 8
_NETWORKS = (Role.NETWORK, Role.LAYER, Role.LOSS, Role.METRIC)
_RUN_BY_THE_CLASS = ("__init__", "build", "__getitem__", "__len__", *FORWARD)
_WORD = re.compile(r"[A-Za-z_]\w+")
_SENTENCE = re.compile(r"^[^|]+$|[^|]* [^|]* [^|]*")
"""Of a pattern: all of one, or one of several with three words."""


def from_calls(case: Case) -> Iterator[Draft]:
    """For bugs that end a run; those that are silent need more than a call."""
    ends_the_run = any(check.ends_the_run for check in checks_of(case.fingerprint))
    if not ends_the_run and expected_exception(case.fingerprint) is None:
        return
    maker = InputMaker(case)
    for symbol in targets(case)[:MOST_TARGETS]:
        with suppress(CannotMake):
            yield _call(maker, symbol)
        if symbol.role is Role.DATASET and symbol.kind is SymbolKind.CLASS:
            with suppress(CannotMake):
                yield _through_loader(maker, symbol)


def targets(case: Case) -> list[Symbol]:
    """Classes, functions and methods that can be called from outside, the likeliest first.

    None where the report names things, and none of them is in the project. Where the criteria
    would be met by many failures, only what the report itself names.
    """
    if not _is_about_project(case):
        return []
    words = set(_WORD.findall(case.report.text))
    suspected = [one.symbol for one in find_suspects(case.project, case.report)]
    named = [s for name in case.report.names for s in case.project.find(name)[:2]]
    found: dict[str, Symbol] = {}
    for symbol in [*suspected, *named]:
        target = _callable(case.project, symbol) if symbol is not None else None
        if target is not None and (_is_exact(case) or words & set(target.name.split("."))):
            found.setdefault(target.qualified, target)
            found.update((one.qualified, one) for one in _methods(case.project, target, words))
    return list(found.values()) or (_the_only_network(case) if _is_exact(case) else [])


def _is_exact(case: Case) -> bool:
    """Whether the criteria tell one exception from others of its type.

    Single words to choose from fit too many messages.
    """
    expected = expected_exception(case.fingerprint)
    return expected is not None and bool(_SENTENCE.search(expected.message))


def _the_only_network(case: Case) -> list[Symbol]:
    """What "the network" of a report must be that names nothing."""
    networks = [
        symbol
        for symbol in case.project.symbols
        if symbol.role is Role.NETWORK and symbol.module and symbol.file not in case.project.tests
    ]
    return networks if len(networks) == 1 and not _named(case) else []


def _named(case: Case) -> set[str]:
    names = {name.rpartition(".")[2] for name in case.report.names}
    return {name for name in names if not name.endswith(("Error", "Exception", "Warning"))}


def _is_about_project(case: Case) -> bool:
    """Whether something that the report names is there: a symbol, a parameter, a module."""
    project, names = case.project, _named(case)
    known = {part for symbol in project.symbols for part in symbol.qualified.split(".")}
    known |= {p.name for symbol in project.symbols for p in symbol.parameters}
    known |= {o.flag.strip("-") for entry in project.entry_points for o in entry.options}
    known |= {place for symbol in project.symbols for place in symbol.file.split("/")}
    if not names or names & known or case.report.places:
        return True
    telling = {name for name in known if len(words_of(name)) > 1}
    return bool(set(_WORD.findall(case.report.text)) & telling)


def _methods(project: ProjectView, owner: Symbol, words: set[str]) -> Iterator[Symbol]:
    """Methods of a class whose names are words of the report; of a trainer, what trains."""
    if owner.kind is not SymbolKind.CLASS or owner.role in (*_NETWORKS, Role.CONFIG):
        return
    for symbol in project.symbols:
        prefix, _, name = symbol.name.rpartition(".")
        is_method = symbol.kind is SymbolKind.METHOD and symbol.module == owner.module
        is_ours = is_method and prefix == owner.name and not name.startswith("_")
        if is_ours and (name in words or symbol.role is Role.TRAINING):
            yield symbol


def _callable(project: ProjectView, symbol: Symbol) -> Symbol | None:
    """Of a method that a call runs, or that builds, the class."""
    if not symbol.module or symbol.file in project.tests:
        return None
    name = symbol.name.rpartition(".")[2]
    if symbol.kind is SymbolKind.METHOD and name in _RUN_BY_THE_CLASS:
        return project.owner_of(symbol)
    is_own = symbol.kind is SymbolKind.CONSTANT or name.startswith("__")
    return None if is_own else symbol


def _call(maker: InputMaker, symbol: Symbol) -> Draft:
    """Raises `CannotMake`."""
    builder = maker.builder(symbol)
    if symbol.kind is SymbolKind.CLASS:
        last = _of_class(maker, builder, symbol)
    elif symbol.kind is SymbolKind.METHOD:
        last = _of_method(maker, builder, symbol)
    else:
        last = (f"output = {maker.call(builder, symbol)}",)
    return builder.draft(f"Call {symbol.name} with ordinary values.", last, SEED)


def _of_class(maker: InputMaker, builder: DraftBuilder, symbol: Symbol) -> tuple[str, ...]:
    if symbol.role is Role.DATASET:
        dataset = maker.instance(builder, symbol, "dataset")
        return (f"output = [{dataset}[index] for index in range(len({dataset}))]",)
    variable = maker.instance(builder, symbol, "model" if symbol.role in _NETWORKS else "thing")
    forward = maker.method(symbol, *FORWARD)
    return _called(maker, builder, symbol, variable, forward) if forward is not None else ()


def _of_method(maker: InputMaker, builder: DraftBuilder, symbol: Symbol) -> tuple[str, ...]:
    owner = maker.project.owner_of(symbol)
    if owner is None:
        raise CannotMake(symbol.name)
    name = "model" if owner.role in _NETWORKS else owner.name.lower()
    return _called(maker, builder, owner, maker.instance(builder, owner, name), symbol)


def _called(
    maker: InputMaker, builder: DraftBuilder, owner: Symbol, variable: str, method: Symbol
) -> tuple[str, ...]:
    builder.network = variable if owner.role is Role.NETWORK else ""
    specs = maker.shapes.of_inputs(owner, variable, method.name.rpartition(".")[2])
    return (f"output = {maker.call(builder, method, on=variable, specs=specs)}",)


def _through_loader(maker: InputMaker, symbol: Symbol) -> Draft:
    """A data set as training code uses it: in batches."""
    builder = maker.builder(symbol)
    dataset = maker.instance(builder, symbol, "dataset")
    builder.use(TORCH)
    loader = f"torch.utils.data.DataLoader({dataset}, batch_size={builder.size('BATCH')})"
    idea = f"Go through {symbol.name} in batches."
    return builder.draft(idea, (f"output = list({loader})",), SEED)
