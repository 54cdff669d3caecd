"""Options that are fields of settings: classes of the project, and files that it reads."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from contextlib import suppress

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.options.of_settings import Setting, settings_in_files
from seismograd.reproduce.context.project_view import Parameter, Role, Symbol, SymbolKind
from seismograd.reproduce.generate.offline.draft import Draft
from seismograd.reproduce.generate.offline.inputs.bench import Bench
from seismograd.reproduce.generate.offline.inputs.customary import CONFIG_NAMES
from seismograd.reproduce.generate.offline.inputs.making import CannotMake, Maker
from seismograd.reproduce.generate.offline.inputs.source_trees import AnyFunction, SourceTrees
from seismograd.reproduce.generate.offline.seeds.experiments.options.option_trial import Trial
from seismograd.reproduce.generate.offline.seeds.experiments.options.option_values import two_values
from seismograd.reproduce.suspicion.unheard_options import option_names

Taking = Callable[[Case, Maker, Symbol, str, str], Iterator[Trial]]
Drafts = Callable[[Case, Trial, str, str, str], Iterator[Draft]]
MOST_USERS = 4
MOST_SETTINGS = 4
_READS = re.compile(r"(?:load|read|get|parse|make|from)_?\w*|\w*(?:config|cfg|settings|options)")
_WEIGHTS = re.compile(r"(?:model_)?param(?:eter)?s|param_groups")
_ORDER = (Role.TRAINING, Role.NETWORK, Role.LAYER, Role.OPTIMISER, Role.SCHEDULER, Role.DATASET)


def of_class(
    case: Case, maker: Maker, symbol: Symbol, option: Parameter, taking: Taking
) -> Iterator[Trial]:
    """Whatever takes such settings, alone or as a part of others."""
    for holder, expression in _held(case, maker, symbol, option):
        for user, parameter in _users(case, holder)[:MOST_USERS]:
            try:
                for trial in taking(case, maker, user, parameter, expression):
                    trial.bench.use(f"from {symbol.module} import {symbol.name}")
                    trial.bench.use(f"from {holder.module} import {holder.name}")
                    yield trial
            except CannotMake:
                continue


def _held(
    case: Case, maker: Maker, symbol: Symbol, option: Parameter
) -> Iterator[tuple[Symbol, str]]:
    required = [p for p in symbol.parameters if p.default is None and p.name != option.name]
    if required:
        return
    alone = f"{symbol.name}({option.name}=value)"
    for outer in case.project.symbols:
        for field in outer.parameters if outer.kind is SymbolKind.CLASS else ():
            others = [p for p in outer.parameters if p.default is None and p is not field]
            if _speaks_of(field, symbol) and outer.role is Role.CONFIG and not others:
                yield outer, f"{outer.name}({field.name}={alone})"
    yield symbol, alone


def _speaks_of(parameter: Parameter, symbol: Symbol) -> bool:
    return symbol.name in re.findall(r"\w+", parameter.annotation or "")


def _users(case: Case, settings: Symbol) -> list[tuple[Symbol, str]]:
    """Those that train first: they use the most of them."""
    found = [
        (symbol, parameter.name)
        for symbol in case.project.symbols
        for parameter in symbol.parameters
        if symbol.kind in (SymbolKind.CLASS, SymbolKind.FUNCTION)
        and symbol.module and symbol.file not in case.project.tests
        and symbol.role is not Role.CONFIG
        and (_speaks_of(parameter, settings) or _may_be(parameter))
    ]  # fmt: skip
    return sorted(found, key=lambda one: _rank(one[0]))


def _may_be(parameter: Parameter) -> bool:
    return parameter.annotation is None and CONFIG_NAMES.fullmatch(parameter.name) is not None


def _rank(symbol: Symbol) -> int:
    return _ORDER.index(symbol.role) if symbol.role in _ORDER else len(_ORDER)


def in_files(case: Case, drafts: Drafts) -> Iterator[Draft]:
    """Settings as the project reads them itself, one of them changed, given to what takes them."""
    spoken = option_names(case)
    found = [one for one in settings_in_files(case.root) if one.name in spoken]
    for setting in sorted(found, key=lambda one: spoken.index(one.name))[:MOST_SETTINGS]:
        for first, second in two_values(case, Parameter(setting.name, setting.value)):
            for trial in _trials_of(case, setting):
                yield from drafts(case, trial, setting.name, first, second)


def _trials_of(case: Case, setting: Setting) -> Iterator[Trial]:
    for reading in _readers(case)[:2]:
        for user, parameter in _users_of_files(case, reading, setting)[:MOST_USERS]:
            for place in _places(case, setting):
                with suppress(CannotMake):
                    yield _trial(case, setting, reading, (user, parameter), place)


def _places(case: Case, setting: Setting) -> list[str]:
    """How the value is reached, as the project does it first."""
    by_key = "".join(f"[{key!r}]" for key in setting.keys)
    by_name = "".join(f".{key}" for key in setting.keys)
    trees = SourceTrees(case.project)
    section = setting.keys[0]
    named = any(
        isinstance(node, ast.Attribute) and node.attr == section and _is_settings(node.value)
        for file in trees.files()
        for node in ast.walk(trees.tree(file) or ast.Module([], []))
    )
    return [by_name, by_key] if named else [by_key, by_name]


def _is_settings(node: ast.expr) -> bool:
    """`cfg` or `self.cfg`, but not `torch`."""
    return CONFIG_NAMES.fullmatch(ast.unparse(node).rpartition(".")[2]) is not None


def _trial(
    case: Case, setting: Setting, reading: Symbol, user: tuple[Symbol, str], place: str
) -> Trial:
    maker = Maker(case)
    taker, parameter = user
    bench = maker.bench()
    bench.use(f"from {reading.module} import {reading.name}")
    call = maker.call(bench, taker, shared={parameter: "settings", **_weights(maker, bench, taker)})
    run = (
        f"settings = {reading.name}({setting.file!r})",
        f"settings{place} = value",
        *bench.statements,
        f"result = {call}",
    )
    return Trial(bench, (), run, f"{taker.name} with two values of {{}} in {setting.file}")


def _weights(maker: Maker, bench: Bench, taker: Symbol) -> dict[str, str]:
    """What optimisers are made for; other functions call their settings so."""
    names = [p.name for p in taker.parameters if _WEIGHTS.fullmatch(p.name)]
    if not names:
        return {}
    return {names[0]: f"{maker.things.network(bench, 'model')}.parameters()"}


def _readers(case: Case) -> list[Symbol]:
    """Functions that make settings of a file."""
    return [
        s
        for s in case.project.symbols
        if s.kind is SymbolKind.FUNCTION and s.module and s.file not in case.project.tests
        and _READS.fullmatch(s.name) and s.parameters
        and re.search(r"path|file|config|cfg|name", s.parameters[0].name)
        and all(p.default is not None or p.is_variadic for p in s.parameters[1:])
    ]  # fmt: skip


def _users_of_files(case: Case, reading: Symbol, setting: Setting) -> list[tuple[Symbol, str]]:
    """Those that speak of the setting; where none does, it may be meant for any."""
    trees = SourceTrees(case.project)
    found = [
        (s, p.name)
        for s in case.project.symbols
        if s.kind is SymbolKind.FUNCTION and s.module and s is not reading
        and s.file not in case.project.tests
        for p in _settings_taken(s)[:1]
    ]  # fmt: skip
    speaking = [one for one in found if _speaks(trees.function(one[0]), setting.name)]
    return sorted(speaking or found, key=lambda one: (_required(one[0]), _rank(one[0])))


def _speaks(function: AnyFunction | None, name: str) -> bool:
    return function is not None and name in ast.unparse(function)


def _required(symbol: Symbol) -> int:
    return len([p for p in symbol.parameters if p.default is None])


def _settings_taken(symbol: Symbol) -> list[Parameter]:
    named = [p for p in symbol.parameters if CONFIG_NAMES.fullmatch(p.name)]
    return [p for p in named if len(named) == 1 or not _WEIGHTS.fullmatch(p.name)]
