"""An exception ends the run."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from seismograd.reproduce.criteria.checks.check import (
    Check,
    demand,
    demand_pattern,
    failed,
    passed,
    shortened,
)
from seismograd.reproduce.criteria.checks.endings import how_it_ended
from seismograd.reproduce.criteria.checks.seen_failure import (
    SeenFailure,
    failures,
    inner_failures,
)
from seismograd.reproduce.criteria.criterion import Verdict
from seismograd.reproduce.criteria.matching.names import are_related, is_a
from seismograd.reproduce.criteria.matching.reported_message import numbers_of
from seismograd.reproduce.criteria.matching.wordings import likeness, says
from seismograd.reproduce.observation import Observation

_NOTHING_RAISED = 1.0
_OWN_FAILURE = 0.9
_OTHER_MESSAGE = 0.1
_OTHER_TYPE_SAME_MESSAGE = 0.15
_AS_A_CAUSE = 0.2
_RELATED_TYPE = 0.5
_OTHER_TYPE = 0.7
_OF_THE_MACHINE = frozenset(
    {"FileNotFoundError", "ModuleNotFoundError", "ImportError", "PermissionError", "SystemExit",
     "IsADirectoryError", "NotADirectoryError", "ConnectionError", "URLError", "TimeoutError",
     "MemoryError", "OutOfMemoryError"}
)  # fmt: skip
"""What is missing here: no bug of a report that does not say so."""
_WORDS = 0.2
"""What the words of the message add at most."""


@dataclass(frozen=True, slots=True)
class Raises(Check):
    name: ClassVar[str] = "raises"
    form: ClassVar[str] = 'raises("RuntimeError", "shapes .* cannot be multiplied")'
    means: ClassVar[str] = (
        "the exception, or one that descends from it, ends the run, by itself or as what another "
        "one came from (`raise ... from`, a worker process); optional: numbers=[32, 10], the "
        "numbers of the reported message, which need not come again: feedback names the missing"
    )

    exception: str
    message: str = ""
    numbers: tuple[float, ...] = ()
    """Of the reported message. They need not come again; feedback tells whether they do."""

    def __post_init__(self) -> None:
        demand(bool(self.exception.strip()), "raises() wants the name of an exception")
        demand_pattern(self.message)

    def judge(self, observation: Observation) -> Verdict:
        seen = failures(observation)
        if not seen:
            return failed(f"nothing was raised: {how_it_ended(observation)}", _NOTHING_RAISED)
        verdicts = [self._judge_one(failure, observation.script) for failure in seen]
        verdicts += [self._judge_inner(one, observation) for one in inner_failures(observation)]
        return min(verdicts, key=lambda verdict: verdict.distance)

    def is_met_by(self, kind: str, bases: Iterable[str], message: str) -> bool:
        """Whether it is about an exception of this type with this message."""
        return is_a(kind, self.exception, bases) and says(message, self.message)

    def _judge_one(self, seen: SeenFailure, script: str) -> Verdict:
        told = shortened(str(seen))
        if seen.is_of_the_script(script):
            return failed(f"the script itself raised {told}", _OWN_FAILURE)
        if self._is_nameless and seen.type.rpartition(".")[2] in _OF_THE_MACHINE:
            return failed(f"{told} may be a matter of this machine", _OTHER_TYPE)
        if is_a(seen.type, self.exception, seen.bases):
            return self._right_type(seen, told)
        if self.message and says(seen.message, self.message):
            why = f"the message is right, but it came as {seen.type}, not {self.exception}"
            return failed(why, _OTHER_TYPE_SAME_MESSAGE)
        related = are_related(seen.type, self.exception, seen.bases)
        distance = (_RELATED_TYPE if related else _OTHER_TYPE) + self._strangeness(seen)
        return failed(f"{told} was raised instead of {self.exception}", distance)

    @property
    def _is_nameless(self) -> bool:
        """Whether any exception would do."""
        return self.exception in ("Exception", "BaseException") and not self.message

    def _right_type(self, seen: SeenFailure, told: str) -> Verdict:
        if says(seen.message, self.message):
            return passed(f"raised {told}{self._about_numbers(seen)}")
        why = f"{seen.type} was raised, but it says {shortened(seen.message)!r}"
        return failed(f"{why}, not {self.message!r}", _OTHER_MESSAGE + self._strangeness(seen))

    def _judge_inner(self, seen: SeenFailure, observation: Observation) -> Verdict:
        told = shortened(str(seen))
        if self._is_nameless or not self.is_met_by(seen.type, seen.bases, seen.message):
            return failed(f"{told} was raised, and another exception came of it", 1.0)
        if seen.is_of_the_script(observation.script):
            return failed(f"the script itself raised {told}", _OWN_FAILURE)
        outer = failures(observation)[0]
        if outer.is_of_the_script(observation.script):
            # What the script makes of an exception is its own: it must let it go on.
            why = f"{told} was raised, but the script made {outer.type} of it"
            return failed(f"{why}: end the handler with a bare `raise`", _AS_A_CAUSE)
        numbers = self._about_numbers(seen)
        return passed(f"raised {told}, from which {outer.type} came{numbers}")

    def _strangeness(self, seen: SeenFailure) -> float:
        return _WORDS * (1.0 - likeness(seen.message, self.message))

    def _about_numbers(self, seen: SeenFailure) -> str:
        missing = [f"{n:g}" for n in self.numbers if n not in numbers_of(seen.message)]
        return f"; the report has the number {', '.join(missing)} as well" if missing else ""
