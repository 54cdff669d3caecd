"""Whose turn it is, and for how long."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import cast

import pytest

from seismograd.cancellation import Cancellation
from seismograd.reproduce import propose
from seismograd.reproduce.candidate import Attempt, Candidate, Stage
from seismograd.reproduce.case import Case
from seismograd.reproduce.ladder import Climb, Ladder
from seismograd.reproduce.propose import SearchBudget, Turn, propose_in_turns
from tests.reproduce.validate.small_project import case


class Clock:
    """Goes on by a second with each attempt."""

    def __init__(self) -> None:
        self.now = 0.0

    def monotonic(self) -> float:
        return self.now


class Endless:
    def __init__(self, name: str) -> None:
        self.name = name

    def propose(self, case: Case, attempts: Sequence[Attempt]) -> Candidate | None:
        return Candidate("", self.name, "")


class Refusing:
    """A ladder that nobody climbs."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock

    def climb(self, candidate: Candidate) -> Climb:
        self._clock.now += 1
        return Climb(Attempt(candidate, Stage.PARSES))


def test_a_turn_ends_with_its_share_of_the_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock()
    monkeypatch.setattr(propose, "time", clock)
    budget = SearchBudget(attempts=1_000, seconds=100)
    turns = (Turn(Endless("first"), 1_000, share=0.25), Turn(Endless("second"), 1_000))
    ladder = cast(Ladder, Refusing(clock))
    proof, tried = propose_in_turns(
        case(tmp_path), turns, ladder, budget, lambda attempt: None, Cancellation()
    )
    names = [attempt.candidate.generator for attempt in tried]
    assert proof is None
    assert 24 <= names.count("first") <= 27
    assert 72 <= names.count("second") <= 76
    assert budget.is_spent
