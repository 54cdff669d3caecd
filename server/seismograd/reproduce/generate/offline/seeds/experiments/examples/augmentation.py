"""One training example, read many times: chance must show in it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import Parameter, Role, Symbol
from seismograd.reproduce.generate.offline.draft import Draft
from seismograd.reproduce.generate.offline.inputs.bench import Bench
from seismograd.reproduce.generate.offline.inputs.making import CannotMake, Maker
from seismograd.reproduce.generate.offline.inputs.tensors import tensor_for_name
from seismograd.reproduce.generate.offline.seeds.experiments.stage.members import methods_by_name
from seismograd.reproduce.generate.offline.seeds.experiments.stage.scene import (
    NUMBERS,
    drafted,
    functions,
    ranked,
)

NAME = "change_by_augmentation"
READS = 40
"""What is done to one example in two does not stay away so often in a row."""
MOST = 3
_TRAINS = re.compile(r"(?:is_|for_)?train(?:ing)?|(?:use_|do_|with_)?augment\w*|aug|random\w*")
_PHASE = re.compile(r"split|mode|phase|subset|partition|stage")
_CHANCE = re.compile(r"\brand|random|\bchoice|uniform|shuffle|Random", re.I)
_AUGMENTS = r"augment|jitter|random_(?:crop|flip|shift|mask|rotat|erase|noise|scale)|mixup|cutout"


def experiments(case: Case) -> Iterator[Draft]:
    maker = Maker(case)
    for symbol in [s for s in ranked(case) if _gives_examples(case, s)][:MOST]:
        yield from _of_class(case, maker, symbol)
    for symbol in functions(case, _AUGMENTS)[:MOST]:
        yield from _of_function(case, maker, symbol)
    for symbol in [s for s in ranked(case) if re.search(_AUGMENTS, s.name, re.I)][:MOST]:
        yield from _of_transform(case, maker, symbol)


def _gives_examples(case: Case, symbol: Symbol) -> bool:
    return symbol.role is Role.DATASET or "__getitem__" in methods_by_name(case, symbol)


def _is_by_chance(maker: Maker, symbol: Symbol) -> bool:
    """Whether its file draws anything at all: else it is the same by right."""
    tree = maker.trees.tree(symbol.file)
    return tree is not None and _CHANCE.search(ast.unparse(tree)) is not None


def _of_class(case: Case, maker: Maker, symbol: Symbol) -> Iterator[Draft]:
    """As it is made for training."""
    given = {p.name: value for p in symbol.parameters if (value := _on(p))}
    if not given or not _is_by_chance(maker, symbol):
        return
    bench = maker.bench(symbol)
    try:
        build = maker.call(bench, symbol, shared={**_examples(bench, symbol), **given})
    except CannotMake:
        return
    told = ", ".join(f"{name}={value}" for name, value in given.items())
    idea = f"Read an example of {symbol.name} many times, with {told}."
    yield from _read(case, bench, idea, (f"dataset = {build}",), "dataset[0]")


def _examples(bench: Bench, symbol: Symbol) -> dict[str, str]:
    """What a data set keeps, by what it is called."""
    free = [p.name for p in symbol.parameters if p.default is None and not p.is_variadic]
    known = {name: spec for name in free if (spec := tensor_for_name(name))}
    return {name: bench.tensor(name, spec) for name, spec in known.items()}


def _on(parameter: Parameter) -> str | None:
    if _TRAINS.fullmatch(parameter.name) and parameter.default in ("True", "False", None):
        return "True"
    return "'train'" if _PHASE.fullmatch(parameter.name) else None


def _of_function(case: Case, maker: Maker, symbol: Symbol) -> Iterator[Draft]:
    if not _is_by_chance(maker, symbol):
        return
    bench = maker.bench(symbol)
    try:
        call = maker.call(bench, symbol)
    except CannotMake:
        return
    yield from _read(case, bench, f"Call {symbol.name} many times.", (), call)


def _of_transform(case: Case, maker: Maker, symbol: Symbol) -> Iterator[Draft]:
    method = methods_by_name(case, symbol).get("__call__")
    if method is None or not _is_by_chance(maker, symbol):
        return
    bench = maker.bench(symbol)
    try:
        transform = maker.instance(bench, symbol, "transform")
        call = maker.call(bench, method, on=transform)
    except CannotMake:
        return
    yield from _read(case, bench, f"Call {symbol.name} many times.", (), call)


def _read(
    case: Case, bench: Bench, idea: str, made: tuple[str, ...], expression: str
) -> Iterator[Draft]:
    body = (
        *bench.statements,
        *made,
        f"reads = [numbers({expression}).clone() for _ in range({READS})]",
        "same_size = all(len(one) == len(reads[0]) for one in reads)",
        f"{NAME} = max((one - reads[0]).abs().max().item() for one in reads) if same_size else 1.0",
    )
    for draft in drafted(case, bench, idea, body, NAME, setup=(NUMBERS,)):
        yield draft.changed(made_up=())
