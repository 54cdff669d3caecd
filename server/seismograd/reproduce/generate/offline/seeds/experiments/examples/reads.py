"""One example of a set that is not for training, read twice: it must be the same."""

from __future__ import annotations

import re
from collections.abc import Iterator

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import Parameter, Role, Symbol
from seismograd.reproduce.generate.offline.draft import Draft
from seismograd.reproduce.generate.offline.inputs.making import CannotMake, Maker
from seismograd.reproduce.generate.offline.seeds.experiments.stage.scene import (
    NUMBERS,
    drafted,
    functions,
    ranked,
)

NAME = "difference_between_reads"
_TRAINS = re.compile(r"(is_)?train(ing)?|augment\w*|is_train|aug|random_?\w*")
_PHASE = re.compile(r"split|mode|phase|subset|partition|stage")
_READS = 20
"""A flip by chance does not stay away so often in a row."""
_MAKES = r"dataset|loader|split|data"


def experiments(case: Case) -> Iterator[Draft]:
    maker = Maker(case)
    for symbol in [s for s in ranked(case) if s.role is Role.DATASET][:3]:
        yield from _of_class(case, maker, symbol)
    for symbol in functions(case, _MAKES, Role.DATASET)[:3]:
        yield from _of_function(case, maker, symbol)


def _of_class(case: Case, maker: Maker, symbol: Symbol) -> Iterator[Draft]:
    """As it is made for evaluation."""
    switched = next((one for p in symbol.parameters if (one := _off(p))), None)
    if switched is None:
        return
    name, off = switched
    bench = maker.bench(symbol)
    try:
        build = maker.call(bench, symbol, shared={name: off})
    except CannotMake:
        return
    body = (*bench.statements, f"dataset = {build}", *_read("dataset"))
    idea = f"Read an example of {symbol.name} several times, with {name}={off}."
    yield from drafted(case, bench, idea, body, NAME, setup=(NUMBERS,))


def _of_function(case: Case, maker: Maker, symbol: Symbol) -> Iterator[Draft]:
    """Of what makes several sets, those after the first one."""
    bench = maker.bench(symbol)
    try:
        call = maker.call(bench, symbol)
    except CannotMake:
        return
    picked = (
        f"parts = {call}",
        "parts = list(parts.values()) if isinstance(parts, dict) else list(parts)",
        "dataset = getattr(parts[1], 'dataset', parts[1])",
    )
    body = (*bench.statements, *picked, *_read("dataset"))
    idea = f"Read an example of the second set of {symbol.name} several times."
    yield from drafted(case, bench, idea, body, NAME, setup=(NUMBERS,))


def _off(parameter: Parameter) -> tuple[str, str] | None:
    """The argument that makes a set one for evaluation."""
    if _TRAINS.fullmatch(parameter.name) and parameter.default in ("True", "False", None):
        return parameter.name, "False"
    if _PHASE.fullmatch(parameter.name):
        return parameter.name, "'val'" if "val" in (parameter.default or "val") else "'test'"
    return None


def _read(dataset: str) -> tuple[str, ...]:
    return (
        f"reads = [numbers({dataset}[0]) for _ in range({_READS})]",
        f"{NAME} = max((one - reads[0]).abs().max().item() for one in reads)",
    )
