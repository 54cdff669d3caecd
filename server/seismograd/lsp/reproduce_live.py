"""Reproductions that this server has begun and that still go on."""

from __future__ import annotations

import contextlib
import threading
import time
from dataclasses import dataclass, field, replace
from pathlib import Path

from seismograd.cancellation import Cancellation
from seismograd.own_documents import one_line
from seismograd.reproduce.candidate import Attempt
from seismograd.reproduce.criteria.criteria_file import write_criteria
from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.plan.plan import Plan
from seismograd.reproduce.propose import SearchBudget
from seismograd.reproduce.request import ReproduceRequest, run_request
from seismograd.reproduce.results.result import Reproduction, outcome
from seismograd.reproduce.results.saved_results import (
    CRITERIA,
    REPORT,
    KeptAttempt,
    KeptCriterion,
    KeptReproduction,
)
from seismograd_sandbox.untrusted_writes import replace_file

RUNNING, QUEUED = "running", "queued"


@dataclass
class LiveReproduction:
    """One reproduction: carried out in a thread of its own, looked at from others."""

    request: ReproduceRequest
    about_model: str = ""
    """Which language model is asked, in a sentence."""
    cancel: Cancellation = field(default_factory=Cancellation)
    status: str = QUEUED
    began: float = 0.0
    """By the clock on the wall, as files are dated."""

    def __post_init__(self) -> None:
        self._lock = threading.Lock()
        self._unsaid: list[str] = []
        self._stage = ""
        self._criteria: tuple[KeptCriterion, ...] = ()
        self._attempts: list[KeptAttempt] = []

    @property
    def folder(self) -> Path:
        return self.request.out

    @property
    def id(self) -> str:
        return self.folder.name

    @property
    def title(self) -> str:
        return one_line(self.request.report.title) or "an issue"

    def carry_out(self) -> Reproduction:
        """Until the end; may take minutes, which are counted from here."""
        self.status, self.began = RUNNING, time.time()
        self._started = time.monotonic()
        self._say(one_line(self.about_model))
        request = replace(self.request, search_budget=SearchBudget())
        return run_request(request, self, self.cancel)

    def stage(self, words: str) -> None:
        self._stage = one_line(words)
        self._say(self._stage)

    def criteria(self, fingerprint: Fingerprint) -> None:
        self._criteria = tuple(
            KeptCriterion(
                id=one_line(one.id),
                fact=one_line(one.told),
                scope=one_line(one.scope),
                check=one_line(one.check),
            )
            for one in fingerprint.criteria
        )
        self._say("Looking for:")
        for one in self._criteria:
            self._say(f"  {one.id}  {one.fact}")
        with contextlib.suppress(OSError):
            text = write_criteria(fingerprint)
            replace_file(self.folder / CRITERIA, text.encode(), within=self.request.root)

    def plan(self, plan: Plan) -> None:
        self._say("Plan:")
        for number, step in enumerate(plan.steps, start=1):
            self._say(f"  {number:>2}  {one_line(step)}")

    def attempt(self, attempt: Attempt) -> None:
        idea, came_to = one_line(attempt.candidate.idea), outcome(attempt.stage)
        self._attempts.append(KeptAttempt(idea, came_to, attempt.seconds))
        self._say(f"  {len(self._attempts):>3}  {idea} It {came_to}.")

    def take_log(self) -> str:
        """What has been said since this was last asked."""
        with self._lock:
            unsaid, self._unsaid = self._unsaid, []
        return "".join(unsaid)

    @property
    def progress(self) -> str:
        """Where it stands, in a few words."""
        tried = len(self._attempts)
        return f"{self._stage}, attempt {tried + 1}" if tried else self._stage

    def shown(self) -> KeptReproduction:
        """As it stands now."""
        report = self.folder / REPORT
        return KeptReproduction(
            folder=self.folder,
            title=self.title,
            status=self.status,
            sentence=self.progress,
            criteria=self._criteria,
            attempts=tuple(self._attempts),
            report=report if report.is_file() else None,
            sandbox=self.request.sandbox_name,
        )

    def _say(self, text: str) -> None:
        line = f"{time.monotonic() - self._started:6.1f} s  {text}\n"
        with self._lock:
            self._unsaid.append(line)
