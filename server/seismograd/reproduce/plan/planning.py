"""An ordered plan with the concrete values that the report and the project give."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from seismograd.reproduce.context.project_view import (
    EntryPoint,
    Option,
    Parameter,
    ProjectView,
    Role,
    Symbol,
    SymbolKind,
)
from seismograd.reproduce.context.suspects import find_suspects
from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.plan.plan import Plan, Way
from seismograd.reproduce.report.bug_report import BugReport, NamedValue

LEAST_SCORE = 0.5
MOST_SUBJECTS = 6
MOST_IMPORTS = 4
MOST_VALUES = 12
MOST_TEXT = 50_000
_CALLED_BY_CALL = ("forward", "call", "__call__")
_READS_FILES = re.compile(
    r"(?:data|csv|corpus|images?)(?:[-_]?(?:dir|path|root|file|folder))?$|^root$"
)

_SMALL = (
    (re.compile(r"epoch"), "2"),
    (re.compile(r"(max|num|n|total|train)[-_]?(steps|iters|iterations|updates|batches)"), "3"),
    (re.compile(r"^(steps|iters|iterations|updates)$"), "3"),
    (re.compile(r"(num|n|train)[-_]?(samples|examples)|data[-_]?size|subset|limit"), "64"),
    (re.compile(r"workers|num[-_]?proc"), "0"),
)
"""What makes a run short, by what options that make it long are called."""


def make_plan(report: BugReport, project: ProjectView, fingerprint: Fingerprint) -> Plan:
    planning = _Planning(report, project, fingerprint)
    return Plan(planning.way, tuple(planning.steps()))


@dataclass(frozen=True)
class _Planning:
    report: BugReport
    project: ProjectView
    fingerprint: Fingerprint

    def steps(self) -> Iterator[str]:
        """In the order in which they are done; none where there is nothing concrete to do."""
        yield from self._imports()
        yield from self._files()
        yield from self._network()
        yield from self._data()
        yield from self._hyperparameters()
        yield from self._run()
        yield from (f"Check: {criterion.fact}." for criterion in self.fingerprint.criteria)
        yield self._control()

    @cached_property
    def subjects(self) -> list[Symbol]:
        """What of the project the report is about: what it points at, names, and uses."""
        likely = (s for s in find_suspects(self.project, self.report) if s.score >= LEAST_SCORE)
        suspects = [suspect.symbol for suspect in likely if suspect.symbol is not None]
        named = [symbol for name in self.report.names for symbol in self.project.find(name)[:1]]
        used = [s for s in self.project.symbols if s.name in self._words_of_code]
        owners = [self._owner(one) for one in (*suspects, *named, *used) if one.module]
        found = {one.qualified: one for one in owners if one.file not in self.project.tests}
        return list(found.values())[:MOST_SUBJECTS]

    @cached_property
    def entry(self) -> EntryPoint | None:
        """A script that the report runs, as its name in the text tells."""
        text = self.report.text[:MOST_TEXT]
        named = (e for e in self.project.entry_points if e.file.rpartition("/")[2] in text)
        return next(named, None)

    @property
    def way(self) -> Way:
        names = {name for one in self.subjects for name in one.name.split(".")}
        if names & self._words_of_code:
            return Way.SNIPPET
        if self.entry is not None:
            return Way.COMMAND
        return Way.CALL if self.report.tracebacks else Way.RELATION

    @cached_property
    def _words_of_code(self) -> set[str]:
        return {word for one in self.report.snippets for word in re.findall(r"\w+", one.code)}

    @cached_property
    def _values(self) -> Mapping[str, NamedValue]:
        values = list({value.name: value for value in self.report.values}.values())
        return {_plain(value.name): value for value in values[:MOST_VALUES]}

    def _owner(self, symbol: Symbol) -> Symbol:
        """The class, for a method that a call or a construction runs."""
        owner, _, name = symbol.name.rpartition(".")
        if symbol.kind is not SymbolKind.METHOD or name not in (*_CALLED_BY_CALL, "__init__"):
            return symbol
        return self._symbol(symbol.module, owner) or symbol

    def _symbol(self, module: str, name: str) -> Symbol | None:
        same = (s for s in self.project.symbols if (s.module, s.name) == (module, name))
        return next(same, None)

    def _inputs(self, symbol: Symbol) -> list[str]:
        """What it is given when it is called, without what has a default."""
        if symbol.kind is not SymbolKind.CLASS:
            return _required(symbol.parameters)
        calls = (self._symbol(symbol.module, f"{symbol.name}.{n}") for n in _CALLED_BY_CALL)
        return next((_required(one.parameters) for one in calls if one is not None), [])

    def _imports(self) -> Iterator[str]:
        for one in self.subjects[:MOST_IMPORTS]:
            yield f"Import {one.name.partition('.')[0]} from {one.module}."

    def _files(self) -> Iterator[str]:
        for option in self.entry.options if self.entry else ():
            if self.entry and _READS_FILES.search(option.flag.strip("-")):
                yield f"Write a few small files for {option.flag}, as {self.entry.file} reads them."

    def _network(self) -> Iterator[str]:
        for one in self.subjects:
            if one.kind is SymbolKind.CLASS and one.role in (Role.NETWORK, Role.LAYER):
                given = [p.name for p in one.parameters if _plain(p.name) in self._values]
                values = [f"{name}={self._values[_plain(name)].value!r}" for name in given]
                others = [name for name in _required(one.parameters) if name not in given]
                yield f"Build {one.name}({', '.join([*others, *values])})."
                return

    def _data(self) -> Iterator[str]:
        for one in self.subjects:
            if names := ", ".join(self._inputs(one)):
                yield f"Make small synthetic inputs for {one.name}({names}){self._shapes()}."
                return

    def _shapes(self) -> str:
        shapes = [str(v.value) for v in self.report.values if v.name.endswith("shape")]
        return f" (the report has {', '.join(shapes[:3])})" if shapes else ""

    def _hyperparameters(self) -> Iterator[str]:
        known = {_plain(p.name) for one in self.subjects for p in one.parameters}
        known |= {_plain(o.flag) for o in (self.entry.options if self.entry else ())}
        for name, value in self._values.items():
            if name in known:
                yield f"Set {value.name} = {value.value!r}, as reported."

    def _run(self) -> Iterator[str]:
        if self.way is Way.SNIPPET:
            yield "Complete the code of the report with what it leaves out, and run it."
        elif self.entry is not None:
            words = " ".join(["python", self.entry.file, *self._arguments(self.entry)])
            yield f"Run {words} in small."
        elif self.subjects:
            yield f"Call {self.subjects[0].name}({', '.join(self._inputs(self.subjects[0]))})."

    def _arguments(self, entry: EntryPoint) -> Iterator[str]:
        for option in entry.options:
            reported = self._values.get(_plain(option.flag))
            value = reported.value if reported else small_value(option)
            if not option.flag.startswith("-") or value in (None, False):
                continue
            is_alone = value is True or not option.takes_value
            yield option.flag if is_alone else f"{option.flag} {value}"

    def _control(self) -> str:
        """The default of what the report sets, where there is one."""
        for parameter in (p for one in self.subjects for p in one.parameters):
            value = self._values.get(_plain(parameter.name))
            if value is not None and parameter.default not in (None, repr(value.value)):
                return f"As a control, go back to {parameter.name} = {parameter.default}."
        return "As a control, take away the trigger, or fix a suspect line in a copy."


def small_value(option: Option) -> str | None:
    if not option.takes_value or not option.flag.startswith("-"):
        return None
    name = _plain(option.flag)
    return next((value for pattern, value in _SMALL if pattern.search(name)), None)


def _required(parameters: tuple[Parameter, ...]) -> list[str]:
    return [p.name for p in parameters if p.default is None and not p.is_variadic]


def _plain(name: str) -> str:
    return name.strip("-").replace("-", "_").lower()
