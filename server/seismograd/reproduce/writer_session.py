"""One case with somebody from outside who writes the scripts: opened once, tried as they like."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from seismograd.cancellation import Cancellation
from seismograd.llm import Cancelled, Malformed
from seismograd.llm.budget import Budget
from seismograd.reproduce.candidate import Attempt, Candidate
from seismograd.reproduce.case import Listener
from seismograd.reproduce.context.project_view import ProjectView
from seismograd.reproduce.context.read_project import read_project
from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.criteria.review import Review
from seismograd.reproduce.criteria_selection import SURE, fingerprints
from seismograd.reproduce.generate.with_model.answers import LONGEST_SCRIPT, reader
from seismograd.reproduce.generate.with_model.criteria_question import criteria_reader
from seismograd.reproduce.generate.with_model.script_fixes import with_paths
from seismograd.reproduce.generate.with_model.second_reader import SecondReader
from seismograd.reproduce.proof import Proof
from seismograd.reproduce.request import (
    ReproduceRequest,
    asked_model,
    cost_of,
    open_request,
)
from seismograd.reproduce.results.result import Reproduction
from seismograd.reproduce.search import SearchInputs, case_of, search_of, status_of, why_of
from seismograd.reproduce.search_case import CaseSearch
from seismograd.reproduce.trials.announced import AnnouncedTrialRunner
from seismograd.reproduce.validate.controls.ordinary_use import OrdinaryUse

AGENT = "agent"
IDEA = "A script by an agent"
_NOTHING_ELSE: Mapping[str, Any] = {
    "analysis": "",
    "plan": [],
    "requests": [],
    "edits": [],
    "objection": "",
    "needs": "",
}


class NotNow(Exception):
    """It cannot be done at this time; the message says what comes first."""


class Stopped(Exception):
    """The call was cancelled: nothing of it counts, and the session goes on."""

    def __init__(self) -> None:
        super().__init__("The call was cancelled.")


class WriterSession:
    """Raises `NoInterpreter`, `SandboxUnusable` and `GitError` when it is opened.

    The model of the request writes nothing here: it reads what the writer hands in.
    """

    def __init__(self, request: ReproduceRequest, listen: Listener, cancel: Cancellation) -> None:
        """`cancel` may be set for the time of a call; the next call is as if that had not been."""
        self._listen = listen
        self._cancel = cancel
        self._began = time.monotonic()
        self._attempts: list[Attempt] = []
        self._proof: Proof | None = None
        self._budget = request.budget or Budget()
        model = asked_model(request, self._budget)
        tell = self._tell_question
        self._reader = None if model is None else SecondReader(model, cancel, tell)
        self._review = Review(self._reader)
        with ExitStack() as stack:
            stack.callback(self._remove_unused_folder, request)
            listen.stage("Opening a sandbox")
            opened = open_request(request, listen, cancel, stack)
            self._opened = replace(opened, inputs=self._announced(opened.inputs))
            self._begin()
            self._stack = stack.pop_all()

    def _begin(self) -> None:
        inputs = self._opened.inputs
        inputs.runner.warm_up()
        self._listen.stage("Reading the report and the project")
        self._project = read_project(inputs.root)
        found = fingerprints(inputs.report, inputs.root)
        given = inputs.fingerprint or next((one for one in found if one.confidence >= SURE), None)
        self.suggested = found[0] if found and given is None else None
        """What the report's words may mean, where they do not say it plainly."""
        self._one: CaseSearch | None = self._case_for(given) if given is not None else None

    @property
    def environment(self) -> str:
        return self._opened.inputs.environment

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
        inputs = self._opened.inputs
        report = inputs.report
        settled = criteria_reader(f"{report.title}\n{report.text}", inputs.root)(given)
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
        candidate = agent_candidate(given, one.case.root, self._project, failed)
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
        inputs = self._opened.inputs
        for runner in (inputs.runner, inputs.fixed):
            if runner is not None:
                runner.release()

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
        result = Reproduction(
            status=status_of(proof, (), self._cancel),
            title=self._opened.inputs.report.title,
            fingerprint=fingerprint,
            plan=one.case.plan if one is not None else None,
            proof=proof,
            why=why if why and proof is None else why_of(proof, one is not None, ()),
            attempts=tuple(self._attempts),
            cost=cost_of(self._budget),
            model_said="" if proof is not None else why,
            seconds=time.monotonic() - self._began,
        )
        if self._reader is None:
            return result
        return replace(result, second_reader=self._reader.reading(result))

    def _proven(self, one: CaseSearch, attempts: list[Attempt]) -> Proof | None:
        if self._proof is not None:
            proof = one.final_proof(self._proof, attempts)
            if proof is not None:
                return proof
        return one.claim(attempts)

    @staticmethod
    def _remove_unused_folder(request: ReproduceRequest) -> None:
        """Of a session that was given up before it had a result."""
        with suppress(OSError):
            request.out.rmdir()

    def _tell_question(self, wanted: str) -> None:
        self._listen.stage(f"Asking the language model for {wanted}")

    def _demand_case(self) -> CaseSearch:
        if self._one is None:
            raise NotNow("The report's words alone give no sure criteria: settle them first.")
        return self._one

    def _case_for(self, fingerprint: Fingerprint) -> CaseSearch:
        inputs = self._opened.inputs
        case = case_of(inputs, self._project, fingerprint)
        return search_of(inputs, case, self._listen, self._cancel)

    def _announced(self, inputs: SearchInputs) -> SearchInputs:
        """Each run is told of: whoever waits for a call must see that something goes on."""
        tell, fixed = self._listen.stage, inputs.fixed
        return replace(
            inputs,
            runner=AnnouncedTrialRunner(inputs.runner, tell),
            fixed=fixed and AnnouncedTrialRunner(fixed, tell, "the fixed version"),
            script_reviewer=self._reader,
        )


def agent_candidate(
    given: Mapping[str, Any], root: Path, project: ProjectView, tried: Sequence[Candidate]
) -> Candidate:
    """Held against the same form as an answer of a model; raises `Malformed`."""
    if not given["script"].strip():
        raise Malformed("The script is empty.")
    answer = {
        **_NOTHING_ELSE,
        "script": given["script"],
        "switches": given.get("switches", ()),
        "patches": [_whole_patch(patch) for patch in given.get("patches", ())],
        "idea": given.get("idea") or IDEA,
    }
    proposal = reader(None, root, tried)(answer)
    script = with_paths(proposal.script, project)
    return Candidate(script, AGENT, proposal.idea, proposal.switches, proposal.patches, True)


def _whole_patch(patch: Mapping[str, Any]) -> dict[str, Any]:
    numbers = {name: int(patch[name]) for name in ("first", "last")}
    return {"what": "", **patch, **numbers}
