"""Options that are fields of settings: classes of the project, and files that it reads."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.options.of_settings import Setting, settings_in_files
from seismograd.reproduce.context.project_view import Parameter, Role, Symbol, SymbolKind
from seismograd.reproduce.generate.offline.draft import Draft
from seismograd.reproduce.generate.offline.inputs.customary import CONFIG_NAMES
from seismograd.reproduce.generate.offline.inputs.making import CannotMake, Maker
from seismograd.reproduce.generate.offline.inputs.source_trees import SourceTrees
from seismograd.reproduce.generate.offline.seeds.experiments.option_trial import Trial
from seismograd.reproduce.generate.offline.seeds.experiments.option_values import two_values
from seismograd.reproduce.suspicion.unheard_options import option_names

Taking = Callable[[Case, Maker, Symbol, str, str], Iterator[Trial]]
Drafts = Callable[[Case, Trial, str, str, str], Iterator[Draft]]
MOST_USERS = 4
MOST_SETTINGS = 4
_READS = re.compile(r"(?:load|read|get|parse|make|from)_?\w*|\w*(?:config|cfg|settings|options)")
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
        for user, parameter in _users_of_files(case, reading)[:2]:
            for place in _places(case, setting):
                yield _trial(case, setting, reading, (user, parameter), place)


def _places(case: Case, setting: Setting) -> list[str]:
    """How the value is reached, as the project does it first."""
    by_key = "".join(f"[{key!r}]" for key in setting.keys)
    by_name = "".join(f".{key}" for key in setting.keys)
    trees = SourceTrees(case.project)
    section = setting.keys[0]
    named = any(
        isinstance(node, ast.Attribute) and node.attr == section
        for file in trees.files()
        for node in ast.walk(trees.tree(file) or ast.Module([], []))
    )
    return [by_name, by_key] if named else [by_key, by_name]


def _trial(
    case: Case, setting: Setting, reading: Symbol, user: tuple[Symbol, str], place: str
) -> Trial:
    bench = Maker(case).bench()
    taker, parameter = user
    bench.use(f"from {reading.module} import {reading.name}")
    bench.use(f"from {taker.module} import {taker.name}")
    run = (
        f"settings = {reading.name}({setting.file!r})",
        f"settings{place} = value",
        f"result = {taker.name}({parameter}=settings)",
    )
    return Trial(bench, (), run, f"{taker.name} with two values of {{}} in {setting.file}")


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


def _users_of_files(case: Case, reading: Symbol) -> list[tuple[Symbol, str]]:
    found = [
        (s, p.name)
        for s in case.project.symbols
        if s.kind is SymbolKind.FUNCTION and s.module and s is not reading
        for p in s.parameters[:1]
        if CONFIG_NAMES.fullmatch(p.name) and s.file not in case.project.tests
        and all(other.default is not None for other in s.parameters[1:])
    ]  # fmt: skip
    return sorted(found, key=lambda one: _rank(one[0]))
