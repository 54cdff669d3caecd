"""From a report to a script that was executed, or to the reason why there is none."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from seismograd.cancellation import Cancellation
from seismograd.reproduce.candidate import Attempt, Rung
from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import ProjectView
from seismograd.reproduce.context.read_project import read_project
from seismograd.reproduce.context.sources import python_files
from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.criteria.derive.derivation import derive
from seismograd.reproduce.criteria.needs import Need, NeedKind, needs
from seismograd.reproduce.generate.generator import Generator, WhileThinking, last_written
from seismograd.reproduce.generate.offline.assembly import offline_search
from seismograd.reproduce.laboratory import Laboratory
from seismograd.reproduce.listener import Listener
from seismograd.reproduce.loop import Patience, Turn
from seismograd.reproduce.one_case import OneCase
from seismograd.reproduce.plan.plan import Plan
from seismograd.reproduce.plan.planning import make_plan
from seismograd.reproduce.report.bug_report import BugReport
from seismograd.reproduce.results.result import Reproduction, Status
from seismograd.reproduce.settling import SURE, Adviser, settled
from seismograd.reproduce.validate.controls.control import ControlSource
from seismograd.reproduce.validate.controls.fixed_commit import FixedCommit
from seismograd.reproduce.validate.controls.ordinary_use import OrdinaryUse
from seismograd.reproduce.validate.controls.patched_line import PatchedLine
from seismograd.reproduce.validate.controls.switched import Switched
from seismograd.reproduce.validate.fidelity.examination import Examination
from seismograd.reproduce.validate.ladder import Proof
from seismograd.reproduce.validate.sceptic import Sceptic

WHILE_THINKING = 24
"""What is tried while a model writes its first script: cheap ideas are sometimes enough."""
AFTERWARDS = 0.25
"""Of the time, for what is tried without a model once it gave up."""
CHECK_ATTEMPTS = 12
CHECK_SHARE = 0.05
"""Of the time, for a check of a reasoned "cannot be shown here": what is tried first without a
model would show most bugs that are easy to show."""
WORTH_TRYING = 0.5
"""Fingerprints that are less likely than this share of the best are left alone."""
MOST_FINGERPRINTS = 3
NEVER_RIGHT = ("evaluation", "batch", "mask", "reload", "gradient")
"""What is a bug wherever it is seen: tried also where other words are plainer."""
MOST_NEVER_RIGHT = 3
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


@dataclass(frozen=True, slots=True)
class Order:
    report: BugReport
    root: Path
    laboratory: Laboratory
    """Opened on the root."""
    patience: Patience
    fixed: Laboratory | None = None
    """Opened on a version without the bug, where one is known."""
    fingerprint: Fingerprint | None = None
    """Criteria that the user wrote; else they are read from the report."""
    model: Generator | None = None
    adviser: Adviser | None = None
    """Who says what to look for where the report's words do not."""
    sceptic: Sceptic | None = None
    """Who is asked whether a script that holds shows what was reported."""
    has_gpu: bool = False
    environment: str = ""
    """Where scripts run, in words."""
    stop_asking: Callable[[], object] = lambda: None
    """Called once nobody needs an answer any more."""


def reproduce(order: Order, listen: Listener, cancel: Cancellation) -> Reproduction:
    started = time.monotonic()
    listen.stage("Reading the report and the project")
    order.laboratory.warm_up()
    found = _fingerprints(order)
    shown = found[0] if found and order.adviser is None else None
    if shown is not None:
        listen.criteria(shown)
    project = read_project(order.root)
    if order.model is None:
        order = replace(order, patience=order.patience.within(OFFLINE_S))
    attempts: list[Attempt] = []
    proof, fingerprint, plan, claims = None, None, None, None
    for fingerprint in _settled(order, project, found):
        if fingerprint is not shown:
            listen.criteria(fingerprint)
        plan = make_plan(order.report, project, fingerprint)
        listen.plan(plan)
        case = case_of(order, project, fingerprint, plan)
        one = one_case(order, case, listen, cancel)
        tried = one.run(last_written(attempts))
        proof = tried.proof
        attempts += tried.attempts
        if claims is None and any(each.rung is Rung.CONTROL for each in tried.attempts):
            claims = fingerprint, plan, partial(one.claim, tried.attempts)
        if proof is not None or cancel or order.patience.is_spent or _lacks(order):
            break
    order.stop_asking()
    if proof is None and claims is not None and not cancel:
        fingerprint, plan, claim = claims
        proof = claim()
    missing = () if proof is not None or cancel else _missing(order, project, attempts)
    return Reproduction(
        status=status_of(proof, missing, cancel),
        title=order.report.title,
        fingerprint=fingerprint,
        plan=plan,
        proof=proof,
        needs=tuple(need.kind.value for need in missing),
        missing=tuple(need.missing for need in missing),
        why=why_of(proof, fingerprint, missing, is_alone=order.model is None),
        attempts=tuple(attempts),
        seconds=time.monotonic() - started,
    )


def _fingerprints(order: Order) -> list[Fingerprint]:
    """The user's criteria are law; those of the report may be doubted."""
    if order.fingerprint:
        return [order.fingerprint]
    found = fingerprints(order.report, order.root)
    if order.adviser is None:
        return found
    return [one for one in found if one.confidence >= SURE] or found[:MOST_FINGERPRINTS]


def _settled(
    order: Order, project: ProjectView, found: Sequence[Fingerprint]
) -> Iterator[Fingerprint]:
    if order.fingerprint:
        return iter(found)
    return settled(
        list(found),
        order.adviser,
        lambda fingerprint: case_of(order, project, fingerprint),
    )


def case_of(
    order: Order, project: ProjectView, fingerprint: Fingerprint, plan: Plan | None = None
) -> Case:
    return Case(
        order.report,
        order.root,
        fingerprint,
        project,
        plan=plan,
        environment=order.environment,
    )


def _missing(order: Order, project: ProjectView, attempts: Sequence[Attempt]) -> tuple[Need, ...]:
    """What the runs and the report say is not here; the attempt that came nearest counts."""
    nearest = max(attempts, key=lambda one: (one.rung, -one.distance), default=None)
    seen = nearest.observation if nearest is not None else None
    modules = {symbol.module for symbol in project.symbols}
    found = needs(order.report, seen, has_gpu=order.has_gpu, project_modules=modules)
    return found if order.has_gpu else tuple(map(_with_way_out, found))


def _with_way_out(need: Need) -> Need:
    """A GPU may be here, and hidden from the runs."""
    if need.kind is not NeedKind.GPU:
        return need
    return replace(need, missing=f"{need.missing} (runs get a GPU only with --gpu)")


def fingerprints(report: BugReport, root: Path) -> list[Fingerprint]:
    """What a run can be checked for, by the report, the likeliest first."""
    found = derive(report, python_files(root))
    least = WORTH_TRYING * max((one.confidence for one in found), default=0.0)
    likely = [one for one in found if one.confidence >= least][:MOST_FINGERPRINTS]
    never = [one for one in found if one.symptom in NEVER_RIGHT and one not in likely]
    return [*likely, *never[:MOST_NEVER_RIGHT]]


def one_case(order: Order, case: Case, listen: Listener, cancel: Cancellation) -> OneCase:
    return OneCase(
        case=case,
        laboratory=order.laboratory,
        controls=_controls(order),
        turns=_turns(order, case, cancel),
        patience=order.patience,
        listen=listen,
        cancel=cancel,
        ordinary_use=OrdinaryUse(case),
        examination=Examination(case, order.laboratory, lambda: bool(cancel)),
        sceptic=order.sceptic,
    )


def _controls(order: Order) -> tuple[ControlSource, ...]:
    """The strongest first; where a fixed version is known, no other will do."""
    if order.fixed is not None:
        return (FixedCommit(order.fixed),)
    return (Switched(order.laboratory), PatchedLine(order.laboratory))


def _turns(order: Order, case: Case, cancel: Cancellation) -> tuple[Turn, ...]:
    offline = offline_search(case.plan)
    if order.model is None:
        return (Turn(offline, order.patience.attempts),)
    most = order.patience.attempts
    asked = WhileThinking(order.model, offline, WHILE_THINKING, cancel)
    # Criteria that do not fit the report are not worth the rest of the search.
    last = Turn(offline, most, lambda: _objects(order) or _lacks(order), share=AFTERWARDS)
    check = Turn(offline, CHECK_ATTEMPTS, lambda: not _lacks(order), share=CHECK_SHARE)
    return (Turn(asked, most), last, check)


def _objects(order: Order) -> bool:
    return order.adviser is not None and bool(order.adviser.objection)


def _lacks(order: Order) -> bool:
    """Whether the adviser says that the bug cannot be shown here."""
    return order.adviser is not None and bool(order.adviser.needs)


def status_of(proof: Proof | None, missing: Sequence[Need], cancel: Cancellation) -> Status:
    if proof is not None:
        return Status.REPRODUCED if proof.is_faithful else Status.CANDIDATE
    if cancel:
        return Status.CANCELLED
    return Status.NEEDS if missing else Status.NOT_REPRODUCED


def why_of(
    proof: Proof | None,
    fingerprint: Fingerprint | None,
    missing: Sequence[Need],
    *,
    is_alone: bool = False,
) -> str:
    if missing:
        return NEEDS_MORE
    if fingerprint is None:
        return NOTHING_CHECKABLE
    if proof is None:
        return WITHOUT_A_MODEL if is_alone else NOT_SHOWN
    return "" if proof.is_faithful else DEPARTS
