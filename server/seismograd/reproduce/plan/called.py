"""What of the project a report is about, and how it is called."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from seismograd.reproduce.context.project_view import (
    Parameter,
    ProjectView,
    Role,
    Symbol,
    SymbolKind,
)
from seismograd.reproduce.context.suspects import find_suspects
from seismograd.reproduce.report.bug_report import BugReport

MOST_CALLED = 6
LEAST_SCORE = 0.5
_CALLED_BY_CALL = ("forward", "call", "__call__")
_ROLES: Mapping[str, tuple[Role, ...]] = {
    "reload": (Role.NETWORK,),
    "option": (Role.CONFIG, Role.NETWORK),
    **dict.fromkeys(("reset", "batches", "order", "value"), (Role.METRIC, Role.LOSS)),
    **dict.fromkeys(("mask", "evaluation", "batch", "shape", "dtype"), (Role.NETWORK,)),
    **dict.fromkeys(
        ("learning", "gradient", "frozen", "still-parameters", "nan", "determinism", "memory"),
        (Role.TRAINING, Role.NETWORK),
    ),
}
"""What a symptom is about, where the report names nothing of the project."""


@dataclass(frozen=True, slots=True)
class Called:
    symbol: Symbol
    inputs: tuple[str, ...]
    """The names of what it is given when it is called, without what has a default."""
    values: tuple[tuple[str, str], ...] = ()
    """For parameters that the report speaks of, as literals."""

    @property
    def call(self) -> str:
        return f"{self.symbol.name}({', '.join(self.inputs)})"

    @property
    def construction(self) -> str:
        words = [f"{name}={value}" for name, value in self.values]
        known = {name for name, _ in self.values}
        open_ones = [p.name for p in _required(self.symbol.parameters) if p.name not in known]
        return f"{self.symbol.name}({', '.join([*words, *open_ones])})"


def called(report: BugReport, project: ProjectView, symptom: str) -> list[Called]:
    """The likeliest first: what the report points at, what it names, what its symptom is about."""
    found: dict[str, Called] = {}
    for symbol in _pointed_at(report, project) or _by_role(project, symptom):
        if symbol.module and symbol.file not in project.tests:
            one = _called(report, project, _owner(project, symbol))
            found.setdefault(one.symbol.qualified, one)
    return list(found.values())[:MOST_CALLED]


def _pointed_at(report: BugReport, project: ProjectView) -> list[Symbol]:
    suspects = [s.symbol for s in find_suspects(project, report) if s.score >= LEAST_SCORE]
    named = [symbol for name in report.names for symbol in project.find(name)[:1]]
    words = {word for part in report.snippets for word in re.findall(r"\w+", part.code)}
    shown = [s for s in project.symbols if "." not in s.name and s.name in words]
    return [one for one in [*suspects, *named, *shown] if one is not None]


def _by_role(project: ProjectView, symptom: str) -> Iterator[Symbol]:
    for role in _ROLES.get(symptom, ()):
        yield from [one for one in project.symbols if one.role is role][:2]


def _owner(project: ProjectView, symbol: Symbol) -> Symbol:
    """The class, for a method that a call or a construction runs."""
    owner, _, name = symbol.name.rpartition(".")
    if symbol.kind is not SymbolKind.METHOD or name not in (*_CALLED_BY_CALL, "__init__"):
        return symbol
    return _symbol(project, symbol.module, owner) or symbol


def _called(report: BugReport, project: ProjectView, symbol: Symbol) -> Called:
    reported = {value.name: repr(value.value) for value in report.values}
    values = tuple((p.name, reported[p.name]) for p in symbol.parameters if p.name in reported)
    parameters = symbol.parameters
    if symbol.kind is SymbolKind.CLASS:
        runs = (_symbol(project, symbol.module, f"{symbol.name}.{n}") for n in _CALLED_BY_CALL)
        parameters = next((one.parameters for one in runs if one is not None), ())
    return Called(symbol, tuple(p.name for p in _required(parameters)), values)


def _required(parameters: tuple[Parameter, ...]) -> list[Parameter]:
    return [p for p in parameters if p.default is None and not p.is_variadic]


def _symbol(project: ProjectView, module: str, name: str) -> Symbol | None:
    return next((s for s in project.symbols if (s.module, s.name) == (module, name)), None)
