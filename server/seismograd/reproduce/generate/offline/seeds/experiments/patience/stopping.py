"""Stops that come while the metric still gets better, and stops that never come."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from seismograd.reproduce.case import Case
from seismograd.reproduce.generate.offline.draft import Constant, Draft
from seismograd.reproduce.generate.offline.inputs.bench import Bench
from seismograd.reproduce.generate.offline.seeds.experiments.patience.histories import look_backs
from seismograd.reproduce.generate.offline.seeds.experiments.patience.told_series import (
    Direction,
    better_in_time,
    never_better,
    never_different,
    up_and_down,
)
from seismograd.reproduce.generate.offline.seeds.experiments.patience.told_trainers import trainers
from seismograd.reproduce.generate.offline.seeds.experiments.patience.watchers import (
    PATIENCE,
    Watcher,
    watchers,
)
from seismograd.reproduce.generate.offline.seeds.experiments.stage.oracle import wanted
from seismograd.reproduce.generate.offline.seeds.experiments.stage.scene import drafted

EARLY = "acted_too_early"
NEVER = "never_acted"
VALUES = "VALUES"
_FLAT = re.compile(r"plateau|constant|flat|equal|same|unchanged|identical|tie[sd]?\b", re.I)


@dataclass(frozen=True, slots=True)
class _Subject:
    """What is told values: statements that leave a list `acted`, with a place for each epoch."""

    bench: Bench
    name: str
    direction: Direction
    patience: int
    body: tuple[str, ...]
    begins_late: bool = False


def experiments(case: Case) -> Iterator[Draft]:
    asked = wanted(case.fingerprint)
    for subject in _subjects(case):
        if EARLY in asked:
            yield from _early(case, subject)
        if NEVER in asked and not subject.begins_late:
            yield from _never(case, subject)


def _subjects(case: Case) -> Iterator[_Subject]:
    for watcher in watchers(case):
        if watcher.acted is not None:
            yield _Subject(watcher.bench, watcher.symbol.name, watcher.direction, watcher.patience,
                           _told(watcher), watcher.begins_late)  # fmt: skip
    for one in look_backs(case):
        body = (
            *one.bench.statements,
            f"histories = [{VALUES}[:epoch] for epoch in range(1, len({VALUES}) + 1)]",
            f"acted = [bool({one.call}) for history in histories]",
        )
        yield _Subject(one.bench, one.symbol.name, one.direction, one.patience, body)
    for told in trainers(case):
        yield _Subject(told.bench, told.symbol.name, told.direction, told.patience, told.body)


def _told(watcher: Watcher) -> tuple[str, ...]:
    answer = "answer = " if watcher.acted == "answer" else ""
    return (
        *watcher.build,
        "acted = []",
        f"for epoch, value in enumerate({VALUES}):",
        f"    {answer}{watcher.tell}",
        f"    acted.append(bool({watcher.acted}))",
    )


def _early(case: Case, subject: _Subject) -> Iterator[Draft]:
    noisy, *smooth = better_in_time(case, subject.direction, subject.patience)
    idea = f"Tell {subject.name} values that get better in time."
    for control in (*smooth, None):
        values = Constant(VALUES, noisy, control)
        yield from _drafts(case, subject, idea, EARLY, "any(acted)", values)
    for row in smooth:
        yield from _drafts(case, subject, idea, EARLY, "any(acted)", Constant(VALUES, row))


def _never(case: Case, subject: _Subject) -> Iterator[Draft]:
    worse = never_better(subject.direction, subject.patience)
    noisy = up_and_down(subject.direction, subject.patience)
    rows = [Constant(VALUES, worse), Constant(VALUES, noisy, worse), Constant(VALUES, noisy)]
    if _FLAT.search(case.report.text):
        flat = never_different(subject.direction, subject.patience)
        rows += [Constant(VALUES, flat, worse), Constant(VALUES, flat)]
    for row in rows:
        idea = f"Tell {subject.name} values that never get better."
        yield from _drafts(case, subject, idea, NEVER, "not any(acted)", row)


def _drafts(
    case: Case, subject: _Subject, idea: str, name: str, bad: str, values: Constant
) -> Iterator[Draft]:
    body = (*subject.body, f"{name} = {bad}")
    is_used = re.search(rf"\b{PATIENCE}\b", "\n".join(body)) is not None
    named = (Constant(PATIENCE, str(subject.patience)),) if is_used else ()
    yield from drafted(case, subject.bench, idea, body, name, constants=(*named, values))
