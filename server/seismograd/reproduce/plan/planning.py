"""A plan from what a report says, what the project has, and what is looked for."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from seismograd.reproduce.context.project_view import EntryPoint, ProjectView, Role, SymbolKind
from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.plan.bug_types import bug_type_of, usual_actions
from seismograd.reproduce.plan.called import Called, called
from seismograd.reproduce.plan.plan import Action, Plan, Step, Way
from seismograd.reproduce.plan.small_sizes import small_value
from seismograd.reproduce.report.bug_report import BugReport, NamedValue

MOST_IMPORTS = 4
MOST_VALUES = 12
MOST_TEXT = 50_000
_PRETRAINED = re.compile(r"\b(?:from_pretrained|pre-?trained|load_state_dict_from_url)\b")
_READS_FILES = re.compile(
    r"(?:data|csv|corpus|images?)(?:[-_]?(?:dir|path|root|file|folder))?$|^root$"
)
_BUILT = (Role.NETWORK, Role.LAYER)


def make_plan(report: BugReport, project: ProjectView, fingerprint: Fingerprint) -> Plan:
    bug_type = bug_type_of(report, fingerprint)
    planning = _Planning(report, project, fingerprint)
    steps = [
        Step(action, words)
        for action in usual_actions(bug_type)
        for words in planning.steps(action)
    ]
    return Plan(bug_type, planning.way, tuple(steps))


@dataclass(frozen=True)
class _Planning:
    report: BugReport
    project: ProjectView
    fingerprint: Fingerprint

    def steps(self, action: Action) -> Iterator[str]:
        """Nothing where the report and the project give nothing concrete to do."""
        ways: Mapping[Action, Callable[[], Iterator[str]]] = {
            Action.MIGRATION: self._versions,
            Action.IMPORTS: self._imports,
            Action.DATASET: self._dataset,
            Action.DATA: self._data,
            Action.DOWNLOAD: self._downloads,
            Action.NETWORK: self._network,
            Action.HYPERPARAMETERS: self._hyperparameters,
            Action.RUN: self._run,
            Action.LOGGING: self._check,
            Action.CONTROL: self._control,
        }
        return ways[action]()

    @cached_property
    def called(self) -> list[Called]:
        return called(self.report, self.project, self.fingerprint.symptom)

    @cached_property
    def entry(self) -> EntryPoint | None:
        """A script that the report runs, as its name in the text tells."""
        text = self.report.text[:MOST_TEXT]
        named = (e for e in self.project.entry_points if e.file.rpartition("/")[2] in text)
        return next(named, None)

    @property
    def way(self) -> Way:
        names = {name for one in self.called for name in one.symbol.name.split(".")}
        if any(names & set(re.findall(r"\w+", part.code)) for part in self.report.snippets):
            return Way.SNIPPET
        if self.entry is not None:
            return Way.COMMAND
        return Way.CALL if self.report.tracebacks else Way.RELATION

    def _versions(self) -> Iterator[str]:
        for name, version in list(self.report.versions.items())[:2]:
            yield f"Keep in mind that the report is about {name} {version}."

    def _imports(self) -> Iterator[str]:
        for one in self.called[:MOST_IMPORTS]:
            yield f"Import {one.symbol.name.partition('.')[0]} from {one.symbol.module}."

    def _dataset(self) -> Iterator[str]:
        if self.entry is None:
            return
        for option in self.entry.options:
            if _READS_FILES.search(option.flag.strip("-")):
                yield f"Write a few small files for {option.flag}, as {self.entry.file} reads them."

    def _data(self) -> Iterator[str]:
        for one in self.called:
            if one.inputs:
                names = ", ".join(one.inputs)
                yield f"Make small synthetic inputs for {one.call}: {names}{self._shapes()}."
                return

    def _shapes(self) -> str:
        shapes = [str(v.value) for v in self.report.values if v.name.endswith("shape")]
        return f" (the report has {', '.join(shapes[:3])})" if shapes else ""

    def _downloads(self) -> Iterator[str]:
        if _PRETRAINED.search(self.report.text[:MOST_TEXT]):
            yield "Take random weights in the place of downloaded ones."

    def _network(self) -> Iterator[str]:
        for one in self.called:
            if one.symbol.kind is SymbolKind.CLASS and one.symbol.role in _BUILT:
                yield f"Build {one.construction}."
                return

    def _hyperparameters(self) -> Iterator[str]:
        known = {plain(p.name) for one in self.called for p in one.symbol.parameters}
        known |= {plain(o.flag) for o in (self.entry.options if self.entry else ())}
        for value in self._values():
            if plain(value.name) in known:
                yield f"Set {value.name} = {value.value!r}, as reported."

    def _values(self) -> list[NamedValue]:
        return list({value.name: value for value in self.report.values}.values())[:MOST_VALUES]

    def _run(self) -> Iterator[str]:
        if self.way is Way.SNIPPET:
            yield "Complete the code of the report with what it leaves out, and run it."
        elif self.entry is not None:
            words = " ".join(["python", self.entry.file, *self._arguments(self.entry)])
            yield f"Run {words} in small."
        elif self.called:
            yield f"Call {self.called[0].call}."

    def _arguments(self, entry: EntryPoint) -> Iterator[str]:
        reported = {plain(value.name): value.value for value in self.report.values}
        for option in entry.options:
            if not option.flag.startswith("-"):
                continue
            value = reported.get(plain(option.flag), small_value(option))
            if value is True or (value is not None and not option.takes_value):
                yield option.flag
            elif value not in (None, False):
                yield f"{option.flag} {value}"

    def _check(self) -> Iterator[str]:
        for criterion in self.fingerprint.criteria:
            yield f"Check: {criterion.fact}."

    def _control(self) -> Iterator[str]:
        """The default of what the report sets, where there is one."""
        reported = {plain(value.name): value for value in self._values()}
        for one in self.called:
            for parameter in one.symbol.parameters:
                value = reported.get(plain(parameter.name))
                if value is None or parameter.default in (None, repr(value.value)):
                    continue
                yield f"As a control, go back to {parameter.name} = {parameter.default}."
                return
        yield "As a control, take away the trigger, or mend a suspect line in a copy."


def plain(name: str) -> str:
    return name.strip("-").replace("-", "_").lower()
