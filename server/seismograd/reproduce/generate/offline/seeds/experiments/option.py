"""Two values of an option, all else being equal: is anything different?"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.identifiers import tokens_of
from seismograd.reproduce.context.project_view import Parameter, Role, Symbol, SymbolKind
from seismograd.reproduce.generate.offline.draft import Constant, Draft
from seismograd.reproduce.generate.offline.inputs.literals import is_literal, literal_value
from seismograd.reproduce.generate.offline.inputs.making import CannotMake, Maker
from seismograd.reproduce.generate.offline.inputs.reported import Reported
from seismograd.reproduce.generate.offline.seeds.experiments.scene import (
    NETWORKS,
    drafted,
    on_stage,
)
from seismograd.reproduce.suspicion.unheard_options import named_options

NAME = "difference_with_option"
MOST_OPTIONS = 6
_ALL = '''\
def numbers(value):
    """All numbers of a result, in a row."""
    if isinstance(value, torch.nn.Module):
        value = list(value.state_dict().values())
    if isinstance(value, torch.Tensor):
        return value.detach().double().flatten().tolist()
    if isinstance(value, (bool, int, float)):
        return [float(value)]
    parts = value.values() if isinstance(value, dict) else value
    return [number for one in parts if one is not None for number in numbers(one)]


def difference(one, other):
    if len(one) != len(other):
        return float("inf")
    return max((abs(a - b) for a, b in zip(one, other)), default=0.0)
'''


def experiments(case: Case) -> Iterator[Draft]:
    for symbol, option in options(case)[:MOST_OPTIONS]:
        for first, second in _values(case, option):
            try:
                yield from _compared(case, symbol, option, first, second)
            except CannotMake:
                continue


def options(case: Case) -> list[tuple[Symbol, Parameter]]:
    """Those of networks, and of what the report names, first."""
    title = set(tokens_of(case.report.title))

    def rank(found: tuple[Symbol, Parameter]) -> tuple[bool, bool, bool]:
        symbol, parameter = found
        spoken = parameter.name.lower() in title
        return (not spoken, symbol.name not in case.report.names, symbol.role not in NETWORKS)

    here = [one for one in named_options(case) if one[0].file not in case.project.tests]
    return sorted(here, key=rank)


def _values(case: Case, option: Parameter) -> Iterator[tuple[str, str]]:
    """The default and another; what the report gives goes first."""
    told = Reported(case.report).value(option.name)
    default = option.default if is_literal(option.default) else None
    given = told if told is not None and told != default else None
    first = default or _ordinary(option)
    for second in dict.fromkeys(one for one in (given, *_others(first)) if one is not None):
        if second != first:
            yield first, second
            return


def _ordinary(option: Parameter) -> str:
    if re.search(r"drop|prob|ratio|rate|smooth|alpha|beta|momentum|decay|temp", option.name):
        return "0.1"
    return "False" if re.match(r"use|is|with|no|do|norm|causal|bidir", option.name) else "2"


def _others(text: str) -> Iterator[str]:
    try:
        value = literal_value(text)
    except ValueError:
        return
    if isinstance(value, bool):
        yield repr(not value)
    elif isinstance(value, int):
        yield from (repr(value + 2), repr(value * 2))
    elif isinstance(value, float):
        yield repr(round(value + 0.4, 6) if value < 0.55 else round(value / 2, 6))


def _compared(
    case: Case, symbol: Symbol, option: Parameter, first: str, second: str
) -> Iterator[Draft]:
    """Built and called in training mode, each time after the same seed."""
    maker = Maker(case)
    plain = replace(symbol, parameters=tuple(p for p in symbol.parameters if p.name != option.name))
    constants = (Constant("VALUE", first), Constant("OTHER_VALUE", second))
    is_module = symbol.kind is SymbolKind.CLASS and symbol.role in (*NETWORKS, Role.LOSS)
    if is_module:
        scene = on_stage(case, maker, plain)
        bench, made = scene.bench, _with(scene.build, option.name)
        before, run = scene.before, (f"model = {made}", *scene.after, f"result = {scene.call}")
    elif symbol.kind is SymbolKind.FUNCTION:
        bench = maker.bench(symbol)
        call = _with(maker.call(bench, plain), option.name)
        before, run = (), (*bench.statements, f"result = {call}")
    else:
        return
    runs = tuple(line for part in _both(run) for line in part)
    body = (*before, *runs, f"{NAME} = difference(results[0], results[1])")
    idea = f"Compare {symbol.name} with two values of {option.name}."
    for draft in drafted(case, bench, idea, body, NAME, setup=(_ALL,), constants=constants):
        kept = tuple(c for c in draft.constants if c.name != option.name.upper())
        yield draft.changed(constants=kept)


def _both(run: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    yield ("results = []", "for value in (VALUE, OTHER_VALUE):", "    torch.manual_seed(0)")
    yield tuple(f"    {line}" for line in run)
    yield ("    results.append(numbers(result))",)


def _with(call: str, name: str) -> str:
    joint = "" if call.endswith("()") else ", "
    return f"{call[:-1]}{joint}{name}=value)"
