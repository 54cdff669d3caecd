"""One case with somebody from outside who writes the scripts: opened once, tried as they like."""

from __future__ import annotations

import time
from collections.abc import Mapping
from contextlib import ExitStack
from typing import Any

from seismograd.cancellation import Cancellation
from seismograd.reproduce.candidate import Attempt
from seismograd.reproduce.commission import Commission, open_commission
from seismograd.reproduce.context.read_project import read_project
from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.generate.with_model.criteria_answers import criteria_reader
from seismograd.reproduce.generate.with_model.written_by_hand import written_by_hand
from seismograd.reproduce.listener import Listener
from seismograd.reproduce.one_case import OneCase
from seismograd.reproduce.plan.planning import make_plan
from seismograd.reproduce.reproducing import case_of, fingerprints, one_case, status_of, why_of
from seismograd.reproduce.results.result import Reproduction
from seismograd.reproduce.settling import SURE
from seismograd.reproduce.validate.ladder import Proof


class NotNow(Exception):
    """It cannot be done at this time; the message says what comes first."""


class WriterSession:
    """Raises `NoInterpreter`, `SandboxUnusable` and `GitError` when it is opened."""

    def __init__(self, commission: Commission, listen: Listener, cancel: Cancellation) -> None:
        self._listen = listen
        self._cancel = cancel
        self._began = time.monotonic()
        self._attempts: list[Attempt] = []
        self._proof: Proof | None = None
        with ExitStack() as stack:
            self._opened = open_commission(commission, listen, cancel, stack)
            self._begin()
            self._stack = stack.pop_all()

    def _begin(self) -> None:
        order = self._opened.order
        order.laboratory.warm_up()
        self._project = read_project(order.root)
        found = fingerprints(order.report, self._project)
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
        """Other criteria, before anything was tried; raises `Malformed` with what is wrong."""
        if self._attempts:
            raise NotNow("Criteria are settled before the first script; start anew to change them.")
        report = self._opened.order.report
        settled = criteria_reader(f"{report.title}\n{report.text}")(given)
        if settled.fingerprint is None:
            raise NotNow(f"There are no criteria: {settled.why_none}")
        self._one = self._case_for(settled.fingerprint)
        return settled.fingerprint

    def attempt(self, given: Mapping[str, Any]) -> Attempt:
        """Lead a script up the ladder; raises `Malformed` where it is no script by the form."""
        one = self._demand_case()
        tried = [attempt.candidate for attempt in self._attempts]
        candidate = written_by_hand(given, one.case.root, self._project, tried)
        climb = one.ladder().climb(candidate)
        self._attempts.append(climb.attempt)
        self._proof = climb.proof or self._proof
        return climb.attempt

    def finish(self, why: str = "") -> Reproduction:
        """Shrink, repeat and hand over; `why` is what the writer says where nothing held.

        Whoever finds that there is nothing to be shown needs no criteria for it.
        """
        one = self._one
        proof = self._proven(one) if one is not None else None
        order, fingerprint = self._opened.order, self.fingerprint
        result = Reproduction(
            status=status_of(proof, (), self._cancel),
            title=order.report.title,
            fingerprint=fingerprint,
            plan=one.case.plan if one is not None else None,
            proof=proof,
            why=why if why and proof is None else why_of(proof, fingerprint, ()),
            attempts=tuple(self._attempts),
            model_said="" if proof is not None else why,
            seconds=time.monotonic() - self._began,
        )
        return self._opened.deliver(result, self._listen, self._cancel)

    def close(self) -> None:
        self._stack.close()

    def _proven(self, one: OneCase) -> Proof | None:
        if self._proof is not None:
            proof = one.handed_over(self._proof, self._attempts)
            if proof is not None:
                return proof
        return one.claim(self._attempts)

    def _demand_case(self) -> OneCase:
        if self._one is None:
            raise NotNow("The report's words alone give no sure criteria: settle them first.")
        return self._one

    def _case_for(self, fingerprint: Fingerprint) -> OneCase:
        order = self._opened.order
        plan = make_plan(order.report, self._project, fingerprint)
        case = case_of(order, self._project, fingerprint, plan)
        return one_case(order, case, self._listen, self._cancel)
