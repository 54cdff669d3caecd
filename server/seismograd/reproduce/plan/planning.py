"""Which type of bug a report is about, and an ordered plan with concrete values for it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from seismograd.reproduce.context.project_view import EntryPoint, ProjectView, Role, SymbolKind
from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.plan.called import Called, called
from seismograd.reproduce.plan.plan import Action, BugType, Plan, Step, Way
from seismograd.reproduce.plan.small_sizes import small_value
from seismograd.reproduce.report.bug_report import BugReport, NamedValue

_MOST_OF_MESSAGE = 20_000
_GPU = re.compile(
    r"\b(?:cuda(?!\s*(?:version|:\s*(?:none|n/?a|no)\b))|cudnn|nccl|gpus?|mps|device-side)\b",
    re.IGNORECASE,
)
_API = re.compile(
    r"\b(?:ImportError|ModuleNotFoundError|AttributeError|unexpected keyword|has no attribute|"
    r"missing \d+ required|deprecat\w+|takes \d+ positional)",
)
_BY_SYMPTOM: Mapping[str, BugType] = {
    **dict.fromkeys(
        ("learning", "gradient", "determinism", "memory", "nan", "hang"), BugType.TRAINING
    ),
    **dict.fromkeys(("reload", "evaluation", "mask", "option", "batch"), BugType.MODEL),
    **dict.fromkeys(("shape", "dtype", "value", "reset", "batches", "order"), BugType.TENSOR),
    "warning": BugType.API,
}
_FIRST = (Action.MIGRATION, Action.IMPORTS)
_LAST = (Action.RUN, Action.LOGGING, Action.CONTROL)
_USUAL: Mapping[BugType, tuple[Action, ...]] = {
    BugType.TRAINING: (Action.DATASET, Action.DATA, Action.NETWORK, Action.HYPERPARAMETERS),
    BugType.MODEL: (Action.DOWNLOAD, Action.HYPERPARAMETERS, Action.NETWORK, Action.DATA),
    BugType.TENSOR: (Action.HYPERPARAMETERS, Action.NETWORK, Action.DATASET, Action.DATA),
    BugType.API: (Action.DOWNLOAD, Action.HYPERPARAMETERS, Action.NETWORK, Action.DATA),
    BugType.GPU: (Action.HYPERPARAMETERS, Action.NETWORK, Action.DATASET, Action.DATA),
}


def bug_type_of(report: BugReport, fingerprint: Fingerprint) -> BugType:
    """By what is looked for; a crash by what its message is about."""
    known = _BY_SYMPTOM.get(fingerprint.symptom)
    if known is not None:
        return known
    message = " ".join(told.message for told in report.tracebacks) or report.title
    if _GPU.search(message) or _GPU.search(report.title):
        return BugType.GPU
    return BugType.API if _API.search(_told(report)) else BugType.TENSOR


def usual_actions(bug_type: BugType) -> tuple[Action, ...]:
    """In the order in which they are done: what needs something comes after it."""
    return (*_FIRST, *_USUAL[bug_type], *_LAST)


def _told(report: BugReport) -> str:
    raised = " ".join(f"{told.exception} {told.message}" for told in report.tracebacks)
    return (raised or report.text)[:_MOST_OF_MESSAGE]


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
