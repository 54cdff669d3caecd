"""A function that trains and can be told to go on: run, stopped, and run again."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import Parameter, Role, Symbol, SymbolKind
from seismograd.reproduce.generate.offline.draft import Constant, Draft
from seismograd.reproduce.generate.offline.inputs.making import CannotMake, Maker
from seismograd.reproduce.generate.offline.seeds.experiments.stage import commands
from seismograd.reproduce.generate.offline.seeds.experiments.stage.scene import drafted
from seismograd.reproduce.generate.offline.seeds.experiments.state import rerun
from seismograd.reproduce.generate.offline.seeds.experiments.state.resume import file_argument

NAME = rerun.NAME
MOST_FUNCTIONS = 3
_RESUMES = re.compile(
    r"resume|restore|continue|init_from|warm_start|start_from|checkpoint|ckpt|load"
)
_KEEPS = re.compile(r"dir|every|freq|out|save|interval|keep|folder")
_EMPTY = ("None", "''", '""', "False")
FIRST, IN_ALL = Constant("FIRST", "2"), Constant("IN_ALL", "4")


def experiments(case: Case) -> Iterator[Draft]:
    maker = Maker(case)
    found = [one for one in case.project.symbols if _may_go_on(case, one)]
    for symbol in found[:MOST_FUNCTIONS]:
        try:
            yield from _drafts(case, maker, symbol)
        except CannotMake:
            continue


def _may_go_on(case: Case, symbol: Symbol) -> bool:
    is_function = symbol.kind is SymbolKind.FUNCTION and bool(symbol.module)
    trains = symbol.role is Role.TRAINING or re.match(r"train|fit|run|main", symbol.name)
    told = _resuming(symbol) is not None and _length(symbol) is not None
    return is_function and bool(trains) and told and symbol.file not in case.project.tests


def _resuming(symbol: Symbol) -> Parameter | None:
    for parameter in symbol.parameters:
        name = parameter.name.lower()
        if parameter.default in _EMPTY and _RESUMES.search(name) and not _KEEPS.search(name):
            return parameter
    return None


def _length(symbol: Symbol) -> Parameter | None:
    return next((p for p in symbol.parameters if re.search(rerun.LONG, p.name)), None)


def _drafts(case: Case, maker: Maker, symbol: Symbol) -> Iterator[Draft]:
    resuming, long = _resuming(symbol), _length(symbol)
    assert resuming is not None
    assert long is not None
    text = case.report.text
    for words, body, what in (
        (rerun.RATE, _RATES, "compare the learning rates"),
        (rerun.FROM_SCRATCH, _ANEW, "see whether it began anew"),
    ):
        if re.search(words, text, re.I):
            yield from _draft(case, maker, symbol, (resuming, long), body, what)


_RATES = (
    "whole = training(IN_ALL)",
    "rates = [note[0] for note in resumed]",
    "uninterrupted = [note[0] for note in whole][-len(rates):]",
    "pairs = zip(rates, uninterrupted, strict=True)",
    f"{NAME} = max(abs(a - b) / max(a, b, 1e-12) for a, b in pairs)",
)
_ANEW = ("fresh = training(IN_ALL)", f"{NAME} = float(resumed == fresh)")


def _draft(
    case: Case,
    maker: Maker,
    symbol: Symbol,
    told: tuple[Parameter, Parameter],
    measured: tuple[str, ...],
    what: str,
) -> Iterator[Draft]:
    resuming, long = told
    bench = maker.bench(symbol)
    given = {p.name: value for p in symbol.parameters if (value := _place(p, told))}
    others = tuple(p for p in symbol.parameters if p not in told and p.name not in given)
    call = maker.call(bench, replace(symbol, parameters=others))
    words = [f"{name}={value}" for name, value in given.items()]
    words += [f"{long.name}=epochs", "**more"]
    joint = "" if call.endswith("()") else ", "
    lines = [
        "def training(epochs, **more):",
        "    notes.clear()",
        "    torch.manual_seed(0)",
        *(f"    {statement}" for statement in bench.statements),
        f"    {call[:-1]}{joint}{', '.join(words)})",
        "    return list(notes)",
        "",
    ]
    flag = "True" if resuming.default == "False" else "checkpoint()"
    body = ("training(FIRST)", f"resumed = training(IN_ALL, {resuming.name}={flag})", *measured)
    found = (rerun.FOUND,) if flag != "True" else ()
    if found:
        bench.use("from pathlib import Path")
    idea = f"Go on with {symbol.name} from its own checkpoint, and {what}."
    setup = (commands.NOTES, "\n".join(lines), *found)
    yield from drafted(case, bench, idea, body, NAME, setup=setup, constants=(FIRST, IN_ALL))


def _place(parameter: Parameter, told: tuple[Parameter, Parameter]) -> str | None:
    """Where checkpoints are put, if that has to be said."""
    is_other = parameter not in told and parameter.default in (None, "None")
    return file_argument(parameter) if is_other and _KEEPS.search(parameter.name.lower()) else None
