"""What is handed over where no script holds without departures."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest

from seismograd.cancellation import Cancellation
from seismograd.reproduce import search_case
from seismograd.reproduce.candidate import Attempt, Candidate, Departure, Stage
from seismograd.reproduce.case import Case, Listener
from seismograd.reproduce.ladder import Climb
from seismograd.reproduce.propose import SearchBudget
from seismograd.reproduce.search_case import CaseSearch
from seismograd.reproduce.trial_runner import TrialRunner
from seismograd.reproduce.validate.controls.ordinary_use import OrdinaryUse
from seismograd.reproduce.validate.fidelity.examination import Examination
from seismograd.reproduce.validate.script_reviewer import departure_of
from tests.reproduce import some_results
from tests.reproduce.validate import small_project

WHY = "Line 3 gives an odd number, and the report speaks of even ones."
WEAK = Departure("the size 8", 4)


class Quiet:
    def __getattr__(self, name: str) -> Any:
        return lambda *_: None


def attempt(source: str, *departures: Departure) -> Attempt:
    candidate = Candidate(source, "agent", "Run it.", is_free_hand=True)
    return Attempt(candidate, Stage.CONTROL, "It departs.", departures=departures)


@pytest.fixture
def found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> CaseSearch:
    """Only the script `weak = 1` holds once more, and it has a departure."""

    class OfWeak:
        def __init__(self, *_: object) -> None: ...

        def climb(self, candidate: Candidate) -> Climb:
            proof = some_results.proof(candidate=candidate, departures=(WEAK,))
            holds = "weak" in candidate.source
            return Climb(Attempt(candidate, Stage.REPEATS), proof if holds else None)

    monkeypatch.setattr(search_case, "Ladder", OfWeak)
    case: Case = small_project.case(tmp_path)
    runner = cast(TrialRunner, Quiet())
    return CaseSearch(
        case=case,
        runner=runner,
        controls=(),
        turns=(),
        search_budget=SearchBudget(),
        listen=cast(Listener, Quiet()),
        cancel=Cancellation(),
        ordinary_use=OrdinaryUse(case),
        examination=Examination(case, runner, lambda: False),
    )


def test_an_objection_to_a_better_script_is_named_where_a_weaker_one_is_shown(
    found: CaseSearch,
) -> None:
    proof = found.claim([attempt("weak = 1\n", WEAK), attempt("good = 1\n", departure_of(WHY))])
    assert proof is not None
    own, other = proof.departures
    assert own == WEAK
    assert WHY in other.what
    assert other.what.startswith("of another script that held")
    assert other.is_decisive


def test_an_objection_to_the_script_itself_is_named_once(found: CaseSearch) -> None:
    objection = replace(WEAK, is_objection=True)
    proof = found.claim([attempt("weak = 1\n", objection)])
    assert proof is not None
    assert proof.departures == (WEAK,)
