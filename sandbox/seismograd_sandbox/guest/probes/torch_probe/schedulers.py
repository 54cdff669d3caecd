"""Schedules of the learning rate: where they are built and first step, and how far they come."""

from __future__ import annotations

import sys
from typing import Any

from ..identity import ByIdentity
from .kit import Kit
from .optimisers import Optimisers
from .schedule_course import ScheduleCourse

MOST = 16
"""Schedules whose course is told."""


class Schedulers:
    def __init__(self, kit: Kit, optimisers: Optimisers) -> None:
        self._kit = kit
        self._optimisers = optimisers
        self._met: ByIdentity[ScheduleCourse] = ByIdentity()
        self._courses: list[ScheduleCourse] = []
        """Kept by themselves: a schedule may be gone when the script ends."""

    def begin(self) -> None:
        module = self._kit.torch.optim.lr_scheduler
        base = getattr(module, "LRScheduler", None) or module._LRScheduler
        self._kit.births.watch(base)
        kinds = [kind for kind in vars(module).values() if isinstance(kind, type)]
        for kind in dict.fromkeys(kinds):
            if "__init__" in vars(kind) and not issubclass(kind, base) and "step" in vars(kind):
                self._kit.births.watch(kind)  # on its own in older versions
            if "step" in vars(kind):
                self._watch(kind)

    def finish(self) -> None:
        for course in self._courses:
            if course.is_known and self._kit.is_ours:
                self._kit.observer.record("schedule_end", **course.fields())

    def _watch(self, kind: type) -> None:
        meet, went_on = self._kit.guard(self._meet), self._kit.guard(self._went_on)
        known = self._met

        def make(plain: Any) -> Any:
            def step(self: Any, *arguments: Any, **options: Any) -> Any:
                if self not in known:
                    meet(self, sys._getframe(1).f_code.co_name)
                result = plain(self, *arguments, **options)
                went_on(self)
                return result

            return step

        self._kit.patches.around(kind, "step", make)

    def _went_on(self, scheduler: Any) -> None:
        course = self._met.get(scheduler)
        if course is not None:
            course.look(scheduler)

    def _meet(self, scheduler: Any, caller: str) -> None:
        if caller == "_initial_step" or scheduler in self._met:
            return  # part of building it
        number = self._kit.observer.new_id("scheduler")
        course = ScheduleCourse(number, scheduler, self._kit.observer.places)
        self._met.set(scheduler, course)
        if len(self._courses) < MOST:
            self._courses.append(course)
        optimiser = getattr(scheduler, "optimizer", None)
        self._kit.observer.record(
            "scheduler",
            scheduler=number,
            type=type(scheduler).__name__,
            built=self._kit.births.place_of(scheduler),
            called=self._kit.observer.places.caller(),
            optimiser=self._optimisers.number(optimiser) if optimiser is not None else None,
        )
