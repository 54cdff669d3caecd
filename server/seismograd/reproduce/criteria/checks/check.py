"""What every check is: a frozen dataclass whose fields are the arguments of its line."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar

from seismograd.reproduce.criteria.criterion import Verdict
from seismograd.reproduce.criteria.matching.automaton import automaton
from seismograd.reproduce.criteria.matching.pattern_syntax import PatternError
from seismograd.reproduce.criteria.matching.wordings import plain, tolerant
from seismograd.reproduce.observation import Observation
from seismograd.whole_sentences import whole_words


class CheckError(ValueError):
    """A line that is no check; the message is for whoever wrote it."""


class Check(ABC):
    """Fields without a default come first in a line, by position; the others by name."""

    name: ClassVar[str]
    form: ClassVar[str]
    """An example of a line, for messages and for generators."""
    means: ClassVar[str]
    """What it demands of a run, in one sentence."""
    ends_the_run: ClassVar[bool] = False
    """Whether a run that meets it cannot end as scripts do by their contract."""

    @abstractmethod
    def judge(self, observation: Observation) -> Verdict: ...


def passed(why: str) -> Verdict:
    return Verdict(True, why, 0.0)


def failed(why: str, distance: float) -> Verdict:
    """Nothing that failed is as near as what passed."""
    return Verdict(False, why, min(1.0, max(0.01, distance)))


def demand_pattern(pattern: str) -> None:
    try:
        automaton(tolerant(pattern))
    except PatternError as error:
        raise CheckError(f"{error}: {pattern!r}") from None


def demand(condition: bool, message: str) -> None:
    if not condition:
        raise CheckError(message)


def shortened(text: str, limit: int = 300) -> str:
    """One line of a message that is no longer than people read."""
    line = plain(text[: 4 * limit])
    return whole_words(line, limit)
