"""Whether what a script shows depends on something that nobody but its writer has asked for."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from enum import Enum
from functools import partial

from seismograd.reproduce.candidate import Departure
from seismograd.reproduce.case import Case
from seismograd.reproduce.criteria.judging import fired, judge_all
from seismograd.reproduce.observation import Observation
from seismograd.reproduce.trial_runner import TrialRunner
from seismograd.reproduce.validate.fidelity.chosen_sizes import unusual_sizes
from seismograd.reproduce.validate.fidelity.departures import code_of, moved_to
from seismograd.reproduce.validate.fidelity.doubt import Decides, Doubt, Variant
from seismograd.reproduce.validate.fidelity.extremes import extremes, precisions
from seismograd.reproduce.validate.fidelity.fresh_objects import fresh_objects
from seismograd.reproduce.validate.fidelity.grounds import Grounds
from seismograd.reproduce.validate.fidelity.healthy_cases import contrasts, null_cases
from seismograd.reproduce.validate.fidelity.mask_convention import mask_conventions
from seismograd.reproduce.validate.fidelity.own_classes import own_classes, own_layers
from seismograd.reproduce.validate.fidelity.reported_path import (
    reported_calls,
    reported_paths,
    reported_runs,
)
from seismograd.reproduce.validate.fidelity.rounding import roundings
from seismograd.reproduce.validate.fidelity.settings import chosen_settings
from seismograd.reproduce.validate.fidelity.short_runs import short_runs
from seismograd.reproduce.validate.fidelity.side_effects import side_effects
from seismograd.reproduce.validate.fidelity.situation import situations
from seismograd.reproduce.validate.fidelity.subject import Subject, read_script
from seismograd.reproduce.validate.fidelity.unfit_inputs import empty_inputs, unequal_sizes
from seismograd.reproduce.validate.fidelity.unusual_calls import call_orders, inner_calls
from seismograd.reproduce.validate.fidelity.written_files import written_files
from seismograd_sandbox.host.outcome import Ending

AT_ONCE = 2
"""Doubts: more would disturb each other's time, and each keeps an interpreter warm."""
MOST_RUNS = 90
SECONDS = 300.0
"""Only on a machine that is very busy is it more than some seconds."""
WALL_S = 10.0
PATIENT_S = 45.0
"""For one more try."""
NOT_EXAMINED = "which could not be examined in the time"
Finder = Callable[[Subject], Iterator[Doubt]]
FINDERS: tuple[Finder, ...] = (
    reported_calls,
    inner_calls,
    own_classes,
    fresh_objects,
    contrasts,
    null_cases,
    reported_paths,
    reported_runs,
    precisions,
    chosen_settings,
    empty_inputs,
    unequal_sizes,
    written_files,
    extremes,
    roundings,
    situations,
    side_effects,
    own_layers,
    mask_conventions,
    call_orders,
    short_runs,
    unusual_sizes,
)
"""What is told without a run first, then what most often decides."""


class _Shown(Enum):
    KEEPS = "the symptom is still there"
    STOPS = "the script says that it is gone"
    SAYS_NOTHING = "it ended in another way"


_ENDS = {
    Decides.WHERE_ONE_STOPS: (_Shown.STOPS,),
    Decides.AS_THE_FIRST_SAYS: (_Shown.STOPS, _Shown.KEEPS),
}
"""What needs no further variant; else it is enough that one keeps the symptom."""


class Examination:
    """Kept for all scripts of one case: what gives a reason is read once."""

    def __init__(self, case: Case, runner: TrialRunner, is_over: Callable[[], bool]) -> None:
        self._case = case
        self._runner = runner
        self._is_over = is_over
        self._grounds = Grounds(case)
        self._runs = 0
        self._lock = threading.Lock()
        self._deadline = 0.0
        self._known: dict[str, tuple[str, tuple[Departure, ...]]] = {}

    def departures(self, source: str, seen: Observation) -> tuple[Departure, ...]:
        """The decisive ones first; what no run says anything about is no departure.

        A script that only got other comments is not examined again.
        """
        known = self._known.get(code_of(source))
        if known is not None:
            return tuple(moved_to(one, known[0], source) for one in known[1])
        found = self._examined(source, seen)
        if not self._is_out_of_time:
            self._known[code_of(source)] = source, found
        return found

    def _examined(self, source: str, seen: Observation) -> tuple[Departure, ...]:
        self._runs, self._deadline = MOST_RUNS, time.monotonic() + SECONDS
        subject = Subject(self._case, read_script(source, self._case.project), self._grounds, seen)
        doubts = [doubt for finder in FINDERS for doubt in finder(subject)]
        with ThreadPoolExecutor(AT_ONCE) as pool:
            found = [*pool.map(partial(self._departure, subject), doubts)]
        return tuple(sorted(filter(None, found), key=lambda one: not one.is_decisive))

    def _departure(self, subject: Subject, doubt: Doubt) -> Departure | None:
        if doubt.decides is Decides.BY_ITSELF:
            return Departure(doubt.what, doubt.line)
        if self._is_out_of_time and doubt.variants:
            return Departure(f"{doubt.what}, {NOT_EXAMINED}", doubt.line)
        shown = list(self._shown(subject, doubt))
        stops = [instead for instead, what in shown if what is _Shown.STOPS]
        keeps = any(what is _Shown.KEEPS for _, what in shown)
        if doubt.decides is Decides.WHERE_ONE_KEEPS:
            return Departure(doubt.what, doubt.line) if keeps else None
        if stops and not (keeps and doubt.decides is Decides.WHERE_NONE_KEEPS):
            return Departure(doubt.what, doubt.line, stops[0])
        return Departure(doubt.what, doubt.line, is_decisive=False) if keeps else None

    def _shown(self, subject: Subject, doubt: Doubt) -> Iterator[tuple[str, _Shown]]:
        """As far as is needed to decide."""
        ends = _ENDS.get(doubt.decides, (_Shown.KEEPS,))
        for variant in doubt.variants:
            if not self._may_run():
                return
            shown = self._look_at(variant, subject.seen)
            yield variant.instead, shown
            if shown in ends:
                return

    def _may_run(self) -> bool:
        """Once more: it is counted."""
        with self._lock:
            may = not self._is_out_of_time
            self._runs -= may
        return may

    @property
    def _is_out_of_time(self) -> bool:
        return self._runs <= 0 or time.monotonic() > self._deadline or self._is_over()

    def _look_at(self, variant: Variant, before: Observation) -> _Shown:
        seen = self._runner.try_quickly(variant.source, wall_s=WALL_S)
        if seen.ending is Ending.WALL_LIMIT and before.ending is not Ending.WALL_LIMIT:
            # A machine may just be busy, and what is not seen would count for the script.
            seen = self._runner.try_quickly(variant.source, wall_s=PATIENT_S)
        fingerprint = self._case.fingerprint
        if fired(fingerprint, seen) and judge_all(fingerprint, seen).passed:
            return _Shown.KEEPS if _raised_in(seen) == _raised_in(before) else _Shown.SAYS_NOTHING
        is_gone = seen.is_clean and _gets_into(seen, variant.through)
        return _Shown.STOPS if is_gone else _Shown.SAYS_NOTHING


def _gets_into(seen: Observation, place: tuple[str, str] | None) -> bool:
    entered = {(one.file, one.function.rpartition(".")[2]) for one in seen.reached}
    return place is None or place in entered


def _raised_in(seen: Observation) -> tuple[str, str, str | None] | None:
    """What was raised, and in which function: another failure is not the symptom."""
    raised = seen.exception
    if raised is None or not raised.frames:
        return None
    return raised.type, raised.frames[-1].file, raised.frames[-1].function


def decisive(departures: Sequence[Departure]) -> tuple[Departure, ...]:
    return tuple(one for one in departures if one.is_decisive)
