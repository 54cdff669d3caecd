"""One case with somebody from outside who writes the scripts: opened once, tried as they like."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from typing import Any

from seismograd.cancellation import Cancellation
from seismograd.llm import Cancelled, LanguageModel
from seismograd.llm.budget import Budget
from seismograd.reproduce.candidate import Attempt
from seismograd.reproduce.commission import (
    Commission,
    Opened,
    asked_model,
    cost_of,
    open_commission,
)
from seismograd.reproduce.context.read_project import read_project
from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.criteria.review import Review
from seismograd.reproduce.generate.with_model.answers import LONGEST_SCRIPT
from seismograd.reproduce.generate.with_model.criteria_answers import criteria_reader
from seismograd.reproduce.generate.with_model.criteria_reviewer import CriteriaReviewer
from seismograd.reproduce.generate.with_model.model_sceptic import ModelSceptic
from seismograd.reproduce.generate.with_model.written_by_hand import written_by_hand
from seismograd.reproduce.listener import Listener
from seismograd.reproduce.one_case import OneCase
from seismograd.reproduce.plan.planning import make_plan
from seismograd.reproduce.reproducing import case_of, fingerprints, one_case, status_of, why_of
from seismograd.reproduce.results.result import Reproduction
from seismograd.reproduce.settling import SURE
from seismograd.reproduce.trials.announced import AnnouncedLaboratory
from seismograd.reproduce.validate.controls.ordinary_use import OrdinaryUse
from seismograd.reproduce.validate.ladder import Proof
from seismograd.reproduce.validate.sceptic import Sceptic


class NotNow(Exception):
    """It cannot be done at this time; the message says what comes first."""


class Stopped(Exception):
    """The call was cancelled: nothing of it counts, and the session goes on."""

    def __init__(self) -> None:
        super().__init__("The call was cancelled.")


class WriterSession:
    """Raises `NoInterpreter`, `SandboxUnusable` and `GitError` when it is opened.

    The model of the commission writes nothing here: it reads what the writer hands in.
    """

    def __init__(self, commission: Commission, listen: Listener, cancel: Cancellation) -> None:
        """`cancel` may be set for the time of a call; the next call is as if that had not been."""
        self._listen = listen
        self._cancel = cancel
        self._began = time.monotonic()
        self._attempts: list[Attempt] = []
        self._proof: Proof | None = None
        self._budget = commission.budget or Budget()
        model = asked_model(commission, self._budget)
        self._review = Review(self._reviewer(model))
        with ExitStack() as stack:
            stack.callback(self._remove_unused_folder, commission)
            listen.stage("Opening a sandbox")
            opened = _announced(open_commission(commission, listen, cancel, stack), listen)
            self._opened = _with_sceptic(opened, self._sceptic(model))
            self._begin()
            self._stack = stack.pop_all()

    def _begin(self) -> None:
        order = self._opened.order
        order.laboratory.warm_up()
        self._listen.stage("Reading the report and the project")
        self._project = read_project(order.root)
        found = fingerprints(order.report, order.root)
        given = order.fingerprint or next((one for one in found if one.confidence >= SURE), None)
        self.suggested = found[0] if found and given is None else None
        """What the report's words may mean, where they do not say it plainly."""
        self._one: OneCase | None = self._case_for(given) if given is not None else None

    @property
    def environment(self) -> str:
        return self._opened.order.environment

    @property
    def fingerprint(self) -> Fingerprint | None:
        """None where the report's words give no criteria: then the writer has to."""
        return None if self._one is None else self._one.case.fingerprint

    def settle(self, given: Mapping[str, Any]) -> Fingerprint:
        """Other criteria, before anything was tried.

        Raises `Malformed` with what is wrong, and `CriteriaRefused` by a second reader.
        """
        if self._attempts:
            raise NotNow("Criteria are settled before the first script; start anew to change them.")
        order = self._opened.order
        report = order.report
        settled = criteria_reader(f"{report.title}\n{report.text}", order.root)(given)
        if settled.fingerprint is None:
            raise NotNow(f"There are no criteria: {settled.why_none}")
        try:
            passed = self._review.passed(report, settled.fingerprint)
        except Cancelled as error:
            raise Stopped from error
        self._one = self._case_for(passed)
        return passed

    def attempt(self, given: Mapping[str, Any]) -> Attempt:
        """Lead a script up the ladder; raises `Malformed` where it is no script by the form."""
        if len(given["script"]) > LONGEST_SCRIPT:
            # Said before it is parsed, which takes minutes for a few megabytes.
            raise NotNow(f"The script is longer than {LONGEST_SCRIPT} characters.")
        one = self._demand_case()
        failed = [attempt.candidate for attempt in self._attempts if attempt.feedback]
        candidate = written_by_hand(given, one.case.root, self._project, failed)
        with self._stoppable():
            climb = one.ladder().climb(candidate)
        self._attempts.append(climb.attempt)
        self._proof = climb.proof or self._proof
        return climb.attempt

    def finish(self, why: str = "") -> Reproduction:
        """Shrink, repeat and hand over; `why` is what the writer says where nothing held.

        Whoever finds that there is nothing to be shown needs no criteria for it.
        """
        one, attempts = self._one, [*self._attempts]
        with self._stoppable():
            proof = self._proven(one, attempts) if one is not None else None
        self._attempts = attempts
        result = self._result(proof, why)
        return self._opened.deliver(result, self._listen, self._cancel)

    def release(self) -> None:
        """End the interpreters that wait for the next script: it starts them anew."""
        order = self._opened.order
        for laboratory in (order.laboratory, order.fixed):
            if laboratory is not None:
                laboratory.release()

    def close(self) -> None:
        self._stack.close()

    @contextmanager
    def _stoppable(self) -> Iterator[None]:
        """Raises `Stopped` at the end where it was cancelled meanwhile."""
        try:
            yield
        finally:
            is_stopped = bool(self._cancel)
            if is_stopped:
                self._forget_stopped_runs()
        if is_stopped:
            raise Stopped

    def _forget_stopped_runs(self) -> None:
        """The interpreters were ended, and of the project's own tests some seem to fail."""
        self.release()
        if self._one is not None:
            self._one = replace(self._one, ordinary_use=OrdinaryUse(self._one.case))

    def _result(self, proof: Proof | None, why: str) -> Reproduction:
        one, fingerprint = self._one, self.fingerprint
        return Reproduction(
            status=status_of(proof, (), self._cancel),
            title=self._opened.order.report.title,
            fingerprint=fingerprint,
            plan=one.case.plan if one is not None else None,
            proof=proof,
            why=why if why and proof is None else why_of(proof, fingerprint, ()),
            attempts=tuple(self._attempts),
            cost=cost_of(self._budget),
            model_said="" if proof is not None else why,
            seconds=time.monotonic() - self._began,
        )

    def _proven(self, one: OneCase, attempts: list[Attempt]) -> Proof | None:
        if self._proof is not None:
            proof = one.handed_over(self._proof, attempts)
            if proof is not None:
                return proof
        return one.claim(attempts)

    @staticmethod
    def _remove_unused_folder(commission: Commission) -> None:
        """Of a session that was given up before it had a result."""
        with suppress(OSError):
            commission.out.rmdir()

    def _sceptic(self, model: LanguageModel | None) -> ModelSceptic | None:
        return None if model is None else ModelSceptic(model, self._cancel, self._tell_question)

    def _reviewer(self, model: LanguageModel | None) -> CriteriaReviewer | None:
        return None if model is None else CriteriaReviewer(model, self._cancel, self._tell_question)

    def _tell_question(self, wanted: str) -> None:
        self._listen.stage(f"Asking the language model for {wanted}")

    def _demand_case(self) -> OneCase:
        if self._one is None:
            raise NotNow("The report's words alone give no sure criteria: settle them first.")
        return self._one

    def _case_for(self, fingerprint: Fingerprint) -> OneCase:
        order = self._opened.order
        plan = make_plan(order.report, self._project, fingerprint)
        case = case_of(order, self._project, fingerprint, plan)
        return one_case(order, case, self._listen, self._cancel)


def _with_sceptic(opened: Opened, sceptic: Sceptic | None) -> Opened:
    return replace(opened, order=replace(opened.order, sceptic=sceptic))


def _announced(opened: Opened, listen: Listener) -> Opened:
    order = opened.order
    fixed = order.fixed
    announced = replace(
        order,
        laboratory=AnnouncedLaboratory(order.laboratory, listen.stage),
        fixed=fixed and AnnouncedLaboratory(fixed, listen.stage, "the fixed version"),
    )
    return replace(opened, order=announced)
