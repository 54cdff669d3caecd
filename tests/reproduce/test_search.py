"""The inputs of a search: what is judged again, and when it ends early."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest

from seismograd.cancellation import Cancellation
from seismograd.reproduce import search, search_case
from seismograd.reproduce.candidate import Attempt, Candidate, Stage
from seismograd.reproduce.case import Case, Listener
from seismograd.reproduce.criteria.criterion import Criterion, Fingerprint
from seismograd.reproduce.ladder import Climb
from seismograd.reproduce.propose import SearchBudget
from seismograd.reproduce.search import CHECK_ATTEMPTS, SearchInputs, reproduce
from seismograd.reproduce.trial_runner import TrialRunner
from tests.reproduce.validate import small_project

OWN = Fingerprint((Criterion("m1", "own", "", "loss_is_nan()"),), "nan")


class Quiet:
    def __getattr__(self, name: str) -> Any:
        return lambda *_: None


class Writer:
    """A generator and an criteria_provider: one script, then an answer without a script."""

    name = "model"

    def __init__(self, objection: str = "", needs: str = "") -> None:
        self._answer = objection, needs
        self._scripts = [Candidate("x = 1\n", "model", "an idea", is_free_hand=True)]
        self.objection = ""
        self.needs = ""

    def propose(self, case: Case, attempts: Sequence[Attempt]) -> Candidate | None:
        if self._scripts:
            return self._scripts.pop()
        self.objection, self.needs = self._answer
        return None

    def criteria(self, *_: object) -> Fingerprint | None:
        self.objection = ""
        return OWN


class Offline:
    name = "offline"

    def propose(self, case: Case, attempts: Sequence[Attempt]) -> Candidate | None:
        return Candidate(f"y = {len(attempts)}\n", "offline", "an idea")


@pytest.fixture
def judged(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """The criteria and the generator of each script that was judged; none of them holds."""
    found: list[tuple[str, str]] = []

    class Refusing:
        def __init__(self, case: Case, *_: object) -> None:
            self._symptom = case.fingerprint.symptom

        def climb(self, candidate: Candidate) -> Climb:
            found.append((self._symptom, candidate.generator))
            return Climb(Attempt(candidate, Stage.DRY_RUN, "no"))

    monkeypatch.setattr(search_case, "Ladder", Refusing)
    monkeypatch.setattr(search, "offline_search", lambda plan: Offline())
    monkeypatch.setattr(search, "WHILE_THINKING", 0)
    return found


def run(root: Path, writer: Writer) -> None:
    report = replace(
        small_project.case(root).report,
        title="RuntimeError: sizes do not match",
        text="```\nTraceback (most recent call last):\n"
        '  File "arithmetic.py", line 6, in halve\n    raise\n'
        "RuntimeError: sizes do not match\n```",
    )
    inputs = SearchInputs(
        report,
        root,
        cast(TrialRunner, Quiet()),
        SearchBudget(40),
        writer=writer,
    )
    reproduce(inputs, cast(Listener, Quiet()), Cancellation())


def test_the_last_script_is_judged_by_criteria_that_were_settled_anew(
    tmp_path: Path, judged: list[tuple[str, str]]
) -> None:
    run(tmp_path, Writer(objection="They are about something else."))
    anew = [one for one in judged if one[0] == "nan"]
    assert anew[0] == ("nan", "model")


def test_a_reasoned_end_is_checked_shortly_and_taken(
    tmp_path: Path, judged: list[tuple[str, str]]
) -> None:
    run(tmp_path, Writer(needs="gpu: a CUDA kernel"))
    assert [generator for _, generator in judged].count("offline") == CHECK_ATTEMPTS
    assert len({symptom for symptom, _ in judged}) == 1
