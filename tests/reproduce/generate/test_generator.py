from __future__ import annotations

import threading
from collections.abc import Sequence
from pathlib import Path

import pytest

from seismograd.cancellation import Cancellation
from seismograd.llm.errors import Cancelled
from seismograd.reproduce.candidate import Attempt, Candidate
from seismograd.reproduce.case import Case
from seismograd.reproduce.generate.generator import WhileThinking
from tests.reproduce.validate.small_project import case


class Thinker:
    """Answers once it is let go."""

    name = "slow"

    def __init__(self) -> None:
        self.may_answer = threading.Event()
        self.asked: list[int] = []

    def propose(self, case: Case, attempts: Sequence[Attempt]) -> Candidate | None:
        self.asked.append(len(attempts))
        assert self.may_answer.wait(30)
        return Candidate("", self.name, "thought over")


class Quick:
    name = "quick"

    def propose(self, case: Case, attempts: Sequence[Attempt]) -> Candidate | None:
        return Candidate("", self.name, "at once")


def test_ideas_come_until_there_is_an_answer(tmp_path: Path) -> None:
    thinker = Thinker()
    both = WhileThinking(thinker, Quick(), 5, Cancellation())
    found = both.propose(case(tmp_path), [])
    assert found is not None
    assert found.generator == "quick"
    thinker.may_answer.set()
    assert [_generator(both, tmp_path) for _ in range(8)][-1] == "slow"
    assert len(thinker.asked) >= 1


def test_after_the_last_idea_the_answer_is_waited_for(tmp_path: Path) -> None:
    thinker = Thinker()
    both = WhileThinking(thinker, Quick(), 0, Cancellation())
    threading.Timer(0.2, thinker.may_answer.set).start()
    assert _generator(both, tmp_path) == "slow"


def test_nobody_waits_once_it_is_cancelled(tmp_path: Path) -> None:
    cancel = Cancellation()
    both = WhileThinking(Thinker(), Quick(), 0, cancel)
    threading.Timer(0.2, cancel.set).start()
    with pytest.raises(Cancelled):
        both.propose(case(tmp_path), [])


def _generator(both: WhileThinking, root: Path) -> str:
    found = both.propose(case(root), [])
    return found.generator if found is not None else ""
