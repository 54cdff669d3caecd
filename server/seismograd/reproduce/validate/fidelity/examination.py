"""Whether what a script shows depends on something that nobody but its writer has asked for."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from enum import Enum

from seismograd.reproduce.candidate import Departure
from seismograd.reproduce.case import Case
from seismograd.reproduce.criteria.judging import fired, judge_all
from seismograd.reproduce.laboratory import Laboratory
from seismograd.reproduce.observation import Observation
from seismograd.reproduce.validate.fidelity.call_order import call_orders
from seismograd.reproduce.validate.fidelity.doubt import Decides, Doubt
from seismograd.reproduce.validate.fidelity.extremes import extremes
from seismograd.reproduce.validate.fidelity.given_values import given_values
from seismograd.reproduce.validate.fidelity.grounds import Grounds
from seismograd.reproduce.validate.fidelity.inner_calls import inner_calls
from seismograd.reproduce.validate.fidelity.precision import precisions
from seismograd.reproduce.validate.fidelity.reported_calls import reported_calls
from seismograd.reproduce.validate.fidelity.rounding import roundings
from seismograd.reproduce.validate.fidelity.script import read_script
from seismograd.reproduce.validate.fidelity.short_runs import short_runs
from seismograd.reproduce.validate.fidelity.subject import Subject
from seismograd.reproduce.validate.fidelity.training_mode import training_modes
from seismograd.reproduce.validate.fidelity.unusual_sizes import unusual_sizes

MOST_RUNS = 60
SECONDS = 240.0
"""Only on a machine that is very busy is it more than some seconds."""
WALL_S = 10.0
NOT_EXAMINED = "which could not be examined in the time"
Finder = Callable[[Subject], Iterator[Doubt]]
FINDERS: tuple[Finder, ...] = (
    reported_calls,
    inner_calls,
    precisions,
    given_values,
    extremes,
    roundings,
    training_modes,
    call_orders,
    short_runs,
    unusual_sizes,
)
"""What is told without a run first, then what most often decides."""


class _Shown(Enum):
    KEEPS = "the symptom is still there"
    STOPS = "the script says that it is gone"
    SAYS_NOTHING = "it ended in another way"


class Examination:
    """Kept for all scripts of one case: what gives a reason is read once."""

    def __init__(self, case: Case, laboratory: Laboratory, is_over: Callable[[], bool]) -> None:
        self._case = case
        self._laboratory = laboratory
        self._is_over = is_over
        self._grounds = Grounds(case)
        self._runs = 0
        self._deadline = 0.0

    def departures(self, source: str, seen: Observation) -> tuple[Departure, ...]:
        """The decisive ones first; what no run says anything about is no departure."""
        self._runs, self._deadline = MOST_RUNS, time.monotonic() + SECONDS
        subject = Subject(self._case, read_script(source, self._case.project), self._grounds, seen)
        found = [self._departure(subject, doubt) for finder in FINDERS for doubt in finder(subject)]
        return tuple(sorted(filter(None, found), key=lambda one: not one.is_decisive))

    def _departure(self, subject: Subject, doubt: Doubt) -> Departure | None:
        if doubt.decides is Decides.BY_ITSELF:
            return Departure(doubt.what, doubt.line)
        if self._is_out_of_time and doubt.variants:
            return Departure(f"{doubt.what}, {NOT_EXAMINED}", doubt.line)
        shown = list(self._shown(subject, doubt))
        stops = [instead for instead, what in shown if what is _Shown.STOPS]
        keeps = any(what is _Shown.KEEPS for _, what in shown)
        if stops and not (keeps and doubt.decides is Decides.WHERE_NONE_KEEPS):
            return Departure(doubt.what, doubt.line, stops[0])
        return Departure(doubt.what, doubt.line, is_decisive=False) if keeps else None

    def _shown(self, subject: Subject, doubt: Doubt) -> Iterator[tuple[str, _Shown]]:
        """As far as is needed to decide."""
        ends = _Shown.STOPS if doubt.decides is Decides.WHERE_ONE_STOPS else _Shown.KEEPS
        for variant in doubt.variants:
            if self._is_out_of_time:
                return
            self._runs -= 1
            shown = self._look_at(variant.source, subject.seen)
            yield variant.instead, shown
            if shown is ends:
                return

    @property
    def _is_out_of_time(self) -> bool:
        return self._runs <= 0 or time.monotonic() > self._deadline or self._is_over()

    def _look_at(self, source: str, before: Observation) -> _Shown:
        seen = self._laboratory.try_quickly(source, wall_s=WALL_S)
        fingerprint = self._case.fingerprint
        if fired(fingerprint, seen) and judge_all(fingerprint, seen).passed:
            return _Shown.KEEPS if _raised_in(seen) == _raised_in(before) else _Shown.SAYS_NOTHING
        return _Shown.STOPS if seen.is_clean else _Shown.SAYS_NOTHING


def _raised_in(seen: Observation) -> tuple[str, str, str | None] | None:
    """What was raised, and in which function: another failure is not the symptom."""
    raised = seen.exception
    if raised is None or not raised.frames:
        return None
    return raised.type, raised.frames[-1].file, raised.frames[-1].function


def decisive(departures: Sequence[Departure]) -> tuple[Departure, ...]:
    return tuple(one for one in departures if one.is_decisive)
