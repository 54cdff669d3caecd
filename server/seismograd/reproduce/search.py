"""From a report to a script that was executed, or to the reason why there is none."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Protocol

from seismograd.cancellation import Cancellation
from seismograd.reproduce.candidate import Attempt, Stage
from seismograd.reproduce.case import Case, Listener
from seismograd.reproduce.context.project_view import ProjectView
from seismograd.reproduce.context.read_project import read_project
from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.criteria.needs import Need, NeedKind, needs
from seismograd.reproduce.criteria_selection import (
    MOST_FINGERPRINTS,
    SURE,
    CriteriaProvider,
    fingerprints,
    select_criteria,
)
from seismograd.reproduce.generate.generator import Generator, WhileThinking, last_written
from seismograd.reproduce.generate.offline.assembly import offline_search
from seismograd.reproduce.plan.planning import make_plan
from seismograd.reproduce.proof import Proof
from seismograd.reproduce.propose import SearchBudget, Turn
from seismograd.reproduce.report.bug_report import BugReport
from seismograd.reproduce.results.result import Reproduction, Status
from seismograd.reproduce.search_case import CaseSearch
from seismograd.reproduce.trial_runner import TrialRunner
from seismograd.reproduce.validate.controls.control import ControlSource, FixedCommit
from seismograd.reproduce.validate.controls.ordinary_use import OrdinaryUse
from seismograd.reproduce.validate.controls.patched_line import PatchedLine
from seismograd.reproduce.validate.controls.switched import Switched
from seismograd.reproduce.validate.fidelity.examination import Examination
from seismograd.reproduce.validate.script_reviewer import ScriptReviewer

WHILE_THINKING = 24
"""What is tried while a model writes its first script: cheap ideas are sometimes enough."""
AFTERWARDS = 0.25
"""Of the time, for what is tried without a model once it gave up."""
CHECK_ATTEMPTS = 12
CHECK_SHARE = 0.05
"""Of the time, for a check of a reasoned "cannot be shown here": what is tried first without a
model would show most bugs that are easy to show."""
NOTHING_CHECKABLE = (
    "The report names nothing that a run could be checked for. Say what goes wrong: an error, "
    "a value, a shape, or what should have happened; or write criteria and pass them."
)
NEEDS_MORE = "What the report describes cannot be shown here: something is missing."
DEPARTS = "A script holds, but it depends on something that was not reported."
NOT_SHOWN = "Nothing that was tried shows what the report describes."
WITHOUT_A_MODEL = (
    f"{NOT_SHOWN} Only a few general ways were tried. A language model (--model) or your coding "
    "agent (seismograd mcp --allow-run) can write the script; the plan and the nearest attempt "
    "are a start for it, and for you."
)
OFFLINE_S = 30.0
"""Without a model: what the few general ways have not shown by then, they do not show."""


class Writer(Generator, CriteriaProvider, Protocol):
    """Somebody who reads reports and writes scripts: a language model."""


@dataclass(frozen=True, slots=True)
class SearchInputs:
    report: BugReport
    root: Path
    runner: TrialRunner
    """Opened on the root."""
    search_budget: SearchBudget
    fixed: TrialRunner | None = None
    """Opened on a version without the bug, where one is known."""
    fingerprint: Fingerprint | None = None
    """Criteria that the user wrote; else they are read from the report."""
    writer: Writer | None = None
    script_reviewer: ScriptReviewer | None = None
    """Who is asked whether a script that holds shows what was reported."""
    has_gpu: bool = False
    environment: str = ""
    """Where scripts run, in words."""
    stop_asking: Callable[[], object] = lambda: None
    """Called once nobody needs an answer any more."""

    @property
    def writer_objects(self) -> bool:
        """To the criteria that it was given."""
        return self.writer is not None and bool(self.writer.objection)

    @property
    def writer_lacks(self) -> bool:
        """Whether the writer says that the bug cannot be shown here."""
        return self.writer is not None and bool(self.writer.needs)


def reproduce(inputs: SearchInputs, listen: Listener, cancel: Cancellation) -> Reproduction:
    started = time.monotonic()
    listen.stage("Reading the report and the project")
    inputs.runner.warm_up()
    if inputs.writer is None:
        inputs = replace(inputs, search_budget=inputs.search_budget.within(OFFLINE_S))
    found = _fingerprints(inputs)
    if found and inputs.writer is None:
        # Whoever asked sees them while the project is still being read.
        listen.criteria(found[0])
    search = _Search(inputs, read_project(inputs.root), listen, cancel)
    proof = search.run(found)
    missing = () if proof is not None or cancel else search.missing()
    case = search.case
    return Reproduction(
        status=status_of(proof, missing, cancel),
        title=inputs.report.title,
        fingerprint=case.fingerprint if case is not None else None,
        plan=case.plan if case is not None else None,
        proof=proof,
        needs=tuple(need.kind.value for need in missing),
        missing=tuple(need.missing for need in missing),
        why=why_of(proof, case is not None, missing, is_alone=inputs.writer is None),
        attempts=tuple(search.attempts),
        seconds=time.monotonic() - started,
    )


@dataclass(slots=True)
class _Search:
    """By one set of criteria after the other, until a script holds."""

    inputs: SearchInputs
    project: ProjectView
    listen: Listener
    cancel: Cancellation
    attempts: list[Attempt] = field(default_factory=list)
    case: Case | None = None
    """The one that the result is about."""
    _departing: tuple[CaseSearch, list[Attempt]] | None = None
    """The first where a script held but for its departures."""

    def run(self, found: Sequence[Fingerprint]) -> Proof | None:
        proof = None
        for number, fingerprint in enumerate(self._criteria(found)):
            if number > 0 or self.inputs.writer is not None:
                self.listen.criteria(fingerprint)
            proof = self._try(fingerprint)
            if proof is not None or self._is_over():
                break
        self.inputs.stop_asking()
        if proof is None and self._departing is not None and not self.cancel:
            one, attempts = self._departing
            self.case = one.case
            return one.claim(attempts)
        return proof

    def missing(self) -> tuple[Need, ...]:
        """What the runs and the report say is not here; the attempt that came nearest counts."""
        nearest = max(self.attempts, key=lambda one: (one.stage, -one.distance), default=None)
        seen = nearest.observation if nearest is not None else None
        modules = {symbol.module for symbol in self.project.symbols}
        has_gpu = self.inputs.has_gpu
        found = needs(self.inputs.report, seen, has_gpu=has_gpu, project_modules=modules)
        return found if has_gpu else tuple(map(_with_way_out, found))

    def _criteria(self, found: Sequence[Fingerprint]) -> Iterator[Fingerprint]:
        """The user's are law; those of the report may be doubted."""
        inputs = self.inputs
        if inputs.fingerprint or inputs.writer is None:
            return iter(found)
        return select_criteria(
            found, inputs.writer, lambda one: case_of(inputs, self.project, one, with_plan=False)
        )

    def _try(self, fingerprint: Fingerprint) -> Proof | None:
        self.case = case_of(self.inputs, self.project, fingerprint)
        if self.case.plan is not None:
            self.listen.plan(self.case.plan)
        one = search_of(self.inputs, self.case, self.listen, self.cancel)
        tried = one.run(last_written(self.attempts))
        self.attempts += tried.attempts
        departs = any(each.stage is Stage.CONTROL for each in tried.attempts)
        if self._departing is None and departs:
            self._departing = one, tried.attempts
        return tried.proof

    def _is_over(self) -> bool:
        inputs = self.inputs
        return bool(self.cancel) or inputs.search_budget.is_spent or inputs.writer_lacks


def _fingerprints(inputs: SearchInputs) -> list[Fingerprint]:
    if inputs.fingerprint:
        return [inputs.fingerprint]
    found = fingerprints(inputs.report, inputs.root)
    if inputs.writer is None:
        return found
    return [one for one in found if one.confidence >= SURE] or found[:MOST_FINGERPRINTS]


def case_of(
    inputs: SearchInputs, project: ProjectView, fingerprint: Fingerprint, with_plan: bool = True
) -> Case:
    plan = make_plan(inputs.report, project, fingerprint) if with_plan else None
    return Case(
        inputs.report,
        inputs.root,
        fingerprint,
        project,
        plan=plan,
        environment=inputs.environment,
    )


def _with_way_out(need: Need) -> Need:
    """A GPU may be here, and hidden from the runs."""
    if need.kind is not NeedKind.GPU:
        return need
    return replace(need, missing=f"{need.missing} (runs get a GPU only with --gpu)")


def search_of(
    inputs: SearchInputs, case: Case, listen: Listener, cancel: Cancellation
) -> CaseSearch:
    return CaseSearch(
        case=case,
        runner=inputs.runner,
        controls=_controls(inputs),
        turns=_turns(inputs, case, cancel),
        search_budget=inputs.search_budget,
        listen=listen,
        cancel=cancel,
        ordinary_use=OrdinaryUse(case),
        examination=Examination(case, inputs.runner, lambda: bool(cancel)),
        script_reviewer=inputs.script_reviewer,
    )


def _controls(inputs: SearchInputs) -> tuple[ControlSource, ...]:
    """The strongest first; where a fixed version is known, no other will do."""
    if inputs.fixed is not None:
        return (FixedCommit(inputs.fixed),)
    return (Switched(inputs.runner), PatchedLine(inputs.runner))


def _turns(inputs: SearchInputs, case: Case, cancel: Cancellation) -> tuple[Turn, ...]:
    offline = offline_search(case.plan)
    most = inputs.search_budget.attempts
    if inputs.writer is None:
        return (Turn(offline, most),)

    def is_pointless() -> bool:
        # Criteria that do not fit the report are not worth the rest of the search.
        return inputs.writer_objects or inputs.writer_lacks

    asked = WhileThinking(inputs.writer, offline, WHILE_THINKING, cancel)
    last = Turn(offline, most, is_pointless, share=AFTERWARDS)
    check = Turn(offline, CHECK_ATTEMPTS, lambda: not inputs.writer_lacks, share=CHECK_SHARE)
    return (Turn(asked, most), last, check)


def status_of(proof: Proof | None, missing: Sequence[Need], cancel: Cancellation) -> Status:
    if proof is not None:
        return Status.REPRODUCED if proof.is_faithful else Status.CANDIDATE
    if cancel:
        return Status.CANCELLED
    return Status.NEEDS if missing else Status.NOT_REPRODUCED


def why_of(
    proof: Proof | None, has_criteria: bool, missing: Sequence[Need], *, is_alone: bool = False
) -> str:
    if missing:
        return NEEDS_MORE
    if not has_criteria:
        return NOTHING_CHECKABLE
    if proof is None:
        return WITHOUT_A_MODEL if is_alone else NOT_SHOWN
    return "" if proof.is_faithful else DEPARTS
