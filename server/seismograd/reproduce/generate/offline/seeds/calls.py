"""What the report names, called with ordinary values: first a run that goes through."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.identifiers import words_of
from seismograd.reproduce.context.project_view import ProjectView, Role, Symbol, SymbolKind
from seismograd.reproduce.context.suspects import find_suspects
from seismograd.reproduce.criteria.checks.check import CheckError
from seismograd.reproduce.criteria.language import parse
from seismograd.reproduce.generate.offline.draft import Draft
from seismograd.reproduce.generate.offline.inputs.draft_builder import DraftBuilder
from seismograd.reproduce.generate.offline.inputs.input_maker import InputMaker
from seismograd.reproduce.generate.offline.inputs.source_trees import SourceTrees
from seismograd.reproduce.generate.offline.inputs.training_objects import CannotMake
from seismograd.reproduce.generate.offline.rendering import (
    expected_exception,
    is_exact,
    is_named,
)

SEED = "call"
MOST_TARGETS = 8
_FORWARD = ("forward", "call", "__call__")
_NETWORKS = (Role.NETWORK, Role.LAYER, Role.LOSS, Role.METRIC)
_COMMON = frozenset(
    {"build", "classifier", "config", "dataset", "decoder", "encoder", "evaluate", "forward",
     "linear", "loader", "model", "models", "network", "predict", "train", "trainer", "validate"}
)  # fmt: skip
_Form = Callable[[InputMaker, Symbol], Draft | None]
_WORD = re.compile(r"[A-Za-z_]\w+")
_GOES_ON = re.compile(
    r"\bresum|\bcontinu|check-?point|\breload|\brestor|\bre-?start", re.IGNORECASE
)


def from_calls(case: Case) -> Iterator[Draft]:
    """For bugs that end a run; those that are silent need more than a call."""
    if not ends_the_run(case):
        return
    maker = InputMaker(case)
    for symbol in targets(case)[:MOST_TARGETS]:
        saved = _made(_once_saved, maker, symbol)
        for form in (_call, _through_loader) if saved is None else ():
            drafted = _made(form, maker, symbol)
            if drafted is not None:
                yield drafted
        if saved is not None:
            yield saved


def _made(form: _Form, maker: InputMaker, symbol: Symbol) -> Draft | None:
    try:
        return form(maker, symbol)
    except CannotMake:
        return None


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
    """Classes, functions and methods that can be called from outside, the likeliest first.

    None where the report names things, and none of them is in the project. Where the criteria
    would be met by many failures, only what the report itself names.
    """
    if not is_about_project(case):
        return []
    suspected = [one.symbol for one in find_suspects(case.project, case.report)]
    named = [s for name in case.report.names for s in case.project.find(name)[:2]]
    if _GOES_ON.search(case.report.text):
        named += [s for s in case.project.symbols if s.role is Role.LOADING]
    found: dict[str, Symbol] = {}
    for symbol in [*suspected, *named]:
        callable_one = _callable(case, symbol) if symbol is not None else None
        if callable_one is not None:
            found.setdefault(callable_one.qualified, callable_one)
            found.update((one.qualified, one) for one in _spoken_of(case, callable_one))
    if is_exact(case):
        return list(found.values()) or _the_only_network(case)
    words = set(_WORD.findall(case.report.text))
    if is_named(case):
        return [one for one in found.values() if _is_spoken_of(one, words)]
    return [one for one in found.values() if words & set(one.name.split("."))]


def _the_only_network(case: Case) -> list[Symbol]:
    """What "the network" of a report must be that names nothing."""
    named = [name for name in case.report.names if not _is_exception(name.rpartition(".")[2])]
    networks = [
        symbol
        for symbol in case.project.symbols
        if symbol.role is Role.NETWORK and symbol.module and symbol.file not in case.project.tests
    ]
    return networks if len(networks) == 1 and not named else []


def _is_spoken_of(symbol: Symbol, words: set[str]) -> bool:
    """By its name, or by all words of it: `PairScorer` for "the scorer of pairs"."""
    if words & set(symbol.name.split(".")):
        return True
    said = {word.lower().removesuffix("s") for word in words}
    parts = words_of(symbol.name.rpartition(".")[2])
    return bool(parts) and {part.removesuffix("s") for part in parts} <= said


def is_about_project(case: Case) -> bool:
    """Whether something that the report names is there: a symbol, a parameter, a module."""
    names = {name.rpartition(".")[2] for name in case.report.names}
    names = {name for name in names if not _is_exception(name)}
    known = {part for symbol in case.project.symbols for part in symbol.qualified.split(".")}
    known |= {p.name for symbol in case.project.symbols for p in symbol.parameters}
    known |= {o.flag.strip("-") for entry in case.project.entry_points for o in entry.options}
    known |= {place for symbol in case.project.symbols for place in symbol.file.split("/")}
    if not names or names & known or case.report.places:
        return True
    if all(name.islower() and _is_used(case, name) for name in names):
        return True
    return bool(set(_WORD.findall(case.report.text)) & _telling_names(case.project))


def _is_used(case: Case, name: str) -> bool:
    """Whether the code calls something so, as `max` or `squeeze` of a tensor."""
    trees = SourceTrees(case.project)
    return any(
        isinstance(node, ast.Attribute) and node.attr == name
        for file in trees.files()
        for node in ast.walk(trees.tree(file) or ast.Module([], []))
    )


def _telling_names(project: ProjectView) -> set[str]:
    """Names of classes and functions that are no words of every report."""
    kinds = (SymbolKind.CLASS, SymbolKind.FUNCTION)
    names = {symbol.name for symbol in project.symbols if symbol.kind in kinds}
    return {name for name in names if len(name) > 4 and name.lower() not in _COMMON}


def _is_exception(name: str) -> bool:
    return name.endswith(("Error", "Exception", "Warning"))


def _spoken_of(case: Case, owner: Symbol) -> Iterator[Symbol]:
    """Methods of a class whose names are words of the report; of a trainer, what trains."""
    if owner.kind is not SymbolKind.CLASS or owner.role in (*_NETWORKS, Role.CONFIG):
        return
    words = set(_WORD.findall(case.report.text))
    for symbol in case.project.symbols:
        prefix, _, name = symbol.name.rpartition(".")
        is_method = symbol.kind is SymbolKind.METHOD and symbol.module == owner.module
        is_ours = is_method and prefix == owner.name and not name.startswith("_")
        if is_ours and (name in words or symbol.role is Role.TRAINING):
            yield symbol


def _callable(case: Case, symbol: Symbol) -> Symbol | None:
    """Of a method that a call runs, or that builds, the class."""
    if not symbol.module or symbol.file in case.project.tests:
        return None
    if symbol.kind is SymbolKind.METHOD:
        name = symbol.name.rpartition(".")[2]
        if name in ("__init__", "build", "__getitem__", "__len__", *_FORWARD):
            return owner_of(case.project, symbol)
        return None if name.startswith("__") else symbol
    return symbol if symbol.kind in (SymbolKind.CLASS, SymbolKind.FUNCTION) else None


def owner_of(project: ProjectView, method: Symbol) -> Symbol | None:
    name = method.name.rpartition(".")[0]
    classes = (s for s in project.symbols if s.kind is SymbolKind.CLASS)
    return next((s for s in classes if s.module == method.module and s.name == name), None)


def _call(maker: InputMaker, symbol: Symbol) -> Draft | None:
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
    builder.network = variable if symbol.role is Role.NETWORK else ""
    forward = _method(maker, symbol, *_FORWARD)
    if forward is None:
        return ()
    specs = maker.shapes.of_inputs(symbol, variable)
    return (f"output = {maker.call(builder, forward, on=variable, specs=specs)}",)


def _of_method(maker: InputMaker, builder: DraftBuilder, symbol: Symbol) -> tuple[str, ...]:
    owner = owner_of(maker.project, symbol)
    if owner is None:
        raise CannotMake(symbol.name)
    name = "model" if owner.role in _NETWORKS else owner.name.lower()
    variable = maker.instance(builder, owner, name)
    builder.network = variable if owner.role is Role.NETWORK else ""
    specs = maker.shapes.of_inputs(owner, variable, symbol.name.rpartition(".")[2])
    return (f"output = {maker.call(builder, symbol, on=variable, specs=specs)}",)


def _method(maker: InputMaker, symbol: Symbol, *names: str) -> Symbol | None:
    for name in names:
        found = maker.trees.method(symbol, name)
        if found is not None:
            owner, _ = found
            wanted = f"{owner.name}.{name}"
            for one in maker.project.symbols:
                if one.module == owner.module and one.name == wanted:
                    return one
    return None


def _once_saved(maker: InputMaker, symbol: Symbol) -> Draft | None:
    """What loads is given what the project itself has saved."""
    if symbol.role is not Role.LOADING or symbol.kind is SymbolKind.CLASS:
        return None
    owner = owner_of(maker.project, symbol) if symbol.kind is SymbolKind.METHOD else None
    saving = next((s for s in _saving(maker.project, symbol, owner)), None)
    if saving is None:
        return None
    builder = maker.builder(symbol)
    before = maker.instance(builder, owner, owner.name.lower()) if owner else None
    after = maker.instance(builder, owner, f"{owner.name.lower()}_again") if owner else None
    shared: dict[str, str] = {}
    first = maker.call(builder, saving, on=before, shared=shared)
    last = maker.call(builder, symbol, on=after, shared=shared)
    builder.guessed = [name for name in builder.guessed if name not in shared]  # the file is there
    idea = f"Save with {saving.name}, then call {symbol.name}."
    return builder.draft(idea, (first, f"output = {last}"), SEED)


def _saving(project: ProjectView, loading: Symbol, owner: Symbol | None) -> Iterator[Symbol]:
    """Functions for a function; for a method those of its own class."""
    for symbol in project.symbols:
        if symbol.role is Role.SAVING and symbol.kind is loading.kind and symbol.module:
            is_sibling = owner is None or owner_of(project, symbol) == owner
            if is_sibling and not (loading.kind is SymbolKind.METHOD and owner is None):
                yield symbol


def _through_loader(maker: InputMaker, symbol: Symbol) -> Draft | None:
    """A data set as training code uses it: in batches."""
    if symbol.role is not Role.DATASET or symbol.kind is not SymbolKind.CLASS:
        return None
    builder = maker.builder(symbol)
    dataset = maker.instance(builder, symbol, "dataset")
    batch = builder.constant("BATCH", builder.sizes["BATCH"], made_up=True)
    builder.use("import torch")
    loader = f"torch.utils.data.DataLoader({dataset}, batch_size={batch})"
    return builder.draft(
        f"Go through {symbol.name} in batches.", (f"output = list({loader})",), SEED
    )
