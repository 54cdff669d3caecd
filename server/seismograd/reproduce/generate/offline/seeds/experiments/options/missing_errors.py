"""Values that the project itself calls wrong, and takes without a word."""

from __future__ import annotations

from collections.abc import Iterator

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import Parameter, Symbol, SymbolKind
from seismograd.reproduce.generate.offline.draft import Constant, Draft
from seismograd.reproduce.generate.offline.inputs.literals import is_literal, literal_value
from seismograd.reproduce.generate.offline.inputs.making import CannotMake, Maker
from seismograd.reproduce.generate.offline.inputs.source_trees import AnyFunction
from seismograd.reproduce.generate.offline.seeds.experiments.options.own_rules import Rule, rules_of
from seismograd.reproduce.generate.offline.seeds.experiments.stage.oracle import wanted
from seismograd.reproduce.generate.offline.seeds.experiments.stage.scene import drafted

NAME = "raised"
MOST = 6
_CONSTRUCTORS = ("__init__", "__post_init__")


def experiments(case: Case) -> Iterator[Draft]:
    """Only what breaks a rule in the words of the project's own message."""
    if NAME not in wanted(case.fingerprint):
        return
    maker = Maker(case)
    for symbol, parameter, rule in list(_broken(case, maker))[:MOST]:
        try:
            yield from _tried(case, maker, symbol, parameter, rule)
        except CannotMake:
            continue


def _broken(case: Case, maker: Maker) -> Iterator[tuple[Symbol, Parameter, Rule]]:
    for symbol in case.project.symbols:
        if not symbol.module or symbol.file in case.project.tests or "." in symbol.name:
            continue
        for parameter in symbol.parameters:
            value = maker.reported.value(parameter.name)
            if value is None or not is_literal(value):
                continue
            for function in _functions(maker, symbol):
                for rule in rules_of(function, parameter.name):
                    if rule.is_broken_by(literal_value(value)):
                        yield symbol, parameter, rule


def _functions(maker: Maker, symbol: Symbol) -> Iterator[AnyFunction]:
    if symbol.kind is SymbolKind.CLASS:
        found = (maker.trees.method(symbol, name) for name in _CONSTRUCTORS)
        yield from (one[1] for one in found if one is not None)
    elif (function := maker.trees.function(symbol)) is not None:
        yield function


def _tried(
    case: Case, maker: Maker, symbol: Symbol, parameter: Parameter, rule: Rule
) -> Iterator[Draft]:
    bench = maker.bench(symbol)
    name = parameter.name.upper()
    call = maker.call(bench, symbol, shared={parameter.name: name})
    body = (
        *bench.statements,
        "try:",
        f"    {call}",
        f"    {NAME} = False",
        f"except {rule.exception} as error:",
        f"    {NAME} = {parameter.name!r} in str(error)",
    )
    value = maker.reported.value(parameter.name)
    assert value is not None
    idea = f"Give {symbol.name} {parameter.name}={value}: by its own words, {rule.text}."
    bench.constants.pop(name, None)
    for draft in drafted(case, bench, idea, body, NAME, constants=(Constant(name, value),)):
        yield draft.changed(made_up=())
