"""Best first: what came nearest to the criteria is taken further, new ideas come in between."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import chain, count

from seismograd.reproduce.candidate import Attempt, Candidate, Switch
from seismograd.reproduce.case import Case
from seismograd.reproduce.drafts.draft import Draft
from seismograd.reproduce.drafts.rendering import render
from seismograd.reproduce.error_isolation import log_and_stop_on_error, log_error
from seismograd.reproduce.generate.offline.completions.imports import with_own_backend

Seed = Callable[[Case], Iterator[Draft]]
"""Where drafts begin."""
Completion = Callable[[Case, Draft, Attempt], Iterator[Draft]]
"""Gives better drafts, the most promising first; none where nothing of its kind is missing."""
NAME = "offline"
MOST_PROPOSALS = 150
MOST_REPAIRS = 12
"""Of one draft in a row: what takes more is on the wrong track."""
MOST_IN_A_ROW = 8
"""Repairs that do not come near: then a new idea has its turn."""
NEAR = 0.3
"""Of the criteria: what is this near is taken further before anything else."""
PRICE_OF_REPAIR = 0.04
"""What one more repair counts in distance, so that a long row does not keep out other ideas."""


_Key = tuple[str, tuple[Switch, ...]]


@dataclass(order=True, slots=True)
class _Waiting:
    priority: float
    number: int
    draft: Draft = field(compare=False)


class OfflineSearch:
    """A `Generator`; one for each case."""

    def __init__(self, seeds: Sequence[Seed], completions: Sequence[Completion]) -> None:
        self._seeds = seeds
        self._completions = completions
        self._fresh: Iterator[Draft] | None = None
        self._waiting: list[_Waiting] = []
        self._numbers = count()
        self._in_a_row = 0
        self._proposed: dict[_Key, Draft] = {}

    @property
    def name(self) -> str:
        return NAME

    def propose(self, case: Case, attempts: Sequence[Attempt]) -> Candidate | None:
        if self._fresh is None:
            self._fresh = chain.from_iterable(
                log_and_stop_on_error(partial(seed, case), seed) for seed in self._seeds
            )
        if attempts:
            self._learn(case, attempts[-1])
        while len(self._proposed) < MOST_PROPOSALS:
            draft = self._next()
            if draft is None:
                return None
            try:
                candidate = _candidate(case, draft)
            except Exception as error:
                log_error(draft, error)
                continue
            key = (candidate.source, candidate.switches)
            if key not in self._proposed:
                self._proposed[key] = draft
                return candidate
        return None

    def _learn(self, case: Case, attempt: Attempt) -> None:
        tried = attempt.candidate
        draft = self._proposed.get((tried.source, tried.switches))
        if draft is None or draft.repairs >= MOST_REPAIRS:
            return
        distance = 0.0 if _is_sound_baseline(draft, attempt) else attempt.distance
        for complete in self._completions:
            for better in log_and_stop_on_error(partial(complete, case, draft, attempt), complete):
                repairs = draft.repairs + (0 if better.is_baseline != draft.is_baseline else 1)
                self._wait(better.changed(repairs=repairs), distance)

    def _wait(self, draft: Draft, distance: float) -> None:
        priority = distance + PRICE_OF_REPAIR * draft.repairs
        heapq.heappush(self._waiting, _Waiting(priority, next(self._numbers), draft))

    def _next(self) -> Draft | None:
        assert self._fresh is not None
        is_turn_of_new = not self._waiting or (
            self._in_a_row >= MOST_IN_A_ROW and self._waiting[0].priority > NEAR
        )
        fresh = next(self._fresh, None) if is_turn_of_new else None
        self._in_a_row = 0 if is_turn_of_new else self._in_a_row + 1
        if fresh is None and self._waiting:
            return heapq.heappop(self._waiting).draft
        return fresh


def _is_sound_baseline(draft: Draft, attempt: Attempt) -> bool:
    """What runs through has nothing left to be mended: its triggers go before other mendings."""
    return draft.is_baseline and attempt.observation is not None and attempt.observation.is_clean


def _candidate(case: Case, draft: Draft) -> Candidate:
    told = with_own_backend(case, draft)
    source = render(told, case.fingerprint, case.project.search_path)
    name = f"{NAME}:{draft.seed}" if draft.seed else NAME
    return Candidate(source, name, draft.idea, draft.switches)
