"""What a repair is judged by: one number of a finished training, found or named by the user."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from statistics import fmean

from seismograd.runs.trial import TrialResult
from seismograd.traces.history import RunHistory
from seismograd.traces.metric_names import (
    HIGHER_IS_BETTER,
    LOSSES,
    LOWER_IS_BETTER,
    OF_ALL_CLASSES,
    OF_OTHERS,
    ONE_SIDED,
    SHARES,
    VAGUE,
    split_of,
    without_split,
    words_of,
)
from seismograd.traces.metric_series import HELD_OUT
from seismograd.traces.printed_metrics import printed_metrics

LAST = 5
"""Of the training loss: a fifth of the steps is averaged, since single batches scatter."""


class Direction(StrEnum):
    MAX = "max"
    MIN = "min"


class Origin(StrEnum):
    EVALUATION = "evaluation"
    """The trace: a pass over data in evaluation mode."""
    EPOCH = "epoch"
    """The trace: what the framework reports after every epoch."""
    PRINTED = "printed"
    LOSS = "loss"
    """The trace: the loss of the training steps."""


class _Rank(IntEnum):
    """The lower, the better it suits as an objective."""

    HELD_OUT_METRIC = 0
    UNKNOWN_METRIC = 1
    HELD_OUT_LOSS = 2
    ONE_SIDED = 3
    TRAINING_METRIC = 4
    TRAINING_LOSS = 5


class NoObjective(Exception):
    """Nothing tells how good a run is; the message says what to do."""


@dataclass(frozen=True, slots=True)
class Objective:
    name: str
    direction: Direction
    origin: Origin
    is_named: bool = False
    """By the user."""
    is_metric: bool = False
    """Whether the source gives it to its framework as a metric, whatever it is called."""

    @property
    def is_loss(self) -> bool:
        """Whether its values depend on which loss function the source has."""
        is_called_so = bool(words_of(self.name) & LOSSES)
        return self.origin is Origin.LOSS or (is_called_so and not self.is_metric)

    @property
    def is_training_loss(self) -> bool:
        """Chosen for want of anything better."""
        return not self.is_named and _rank(self) is _Rank.TRAINING_LOSS

    @property
    def is_share(self) -> bool:
        return bool(words_of(self.name) & SHARES)

    def value(self, result: TrialResult) -> float | None:
        """None where the run does not tell it, or it is not finite."""
        values = self.series(result)
        return values[-1] if values and math.isfinite(values[-1]) else None

    def series(self, result: TrialResult) -> Sequence[float]:
        """In the order of the run; of the training loss, its mean at the end."""
        return _series(result.history, result.output, self.origin).get(self.name, ())

    def error(self, value: float | None) -> float:
        """Lower is better; infinite where there is none."""
        if value is None:
            return math.inf
        return -value if self.direction is Direction.MAX else value

    def value_of_error(self, error: float) -> float | None:
        """The value that has this error."""
        if not math.isfinite(error):
            return None
        return -error if self.direction is Direction.MAX else error

    def gain(self, old: float | None, new: float | None) -> float:
        """Positive where the new value is the better one."""
        return _difference(self.error(old), self.error(new))


def value_text(value: float | None) -> str:
    """Four digits: more are noise."""
    return "no value" if value is None else f"{value:.4g}"


TRAINING_LOSS = Objective("training loss", Direction.MIN, Origin.LOSS)


def find_objective(result: TrialResult, wanted: str | None = None) -> Objective:
    """The best that a run offers, or the one that the user wants: `NAME` or `NAME:max|min`.

    Raises `NoObjective`.
    """
    if wanted is not None:
        return _named(result, wanted)
    ranked = sorted(_results_first(result), key=lambda one: (one[0], *_doubts(one[1].name)))
    if not ranked:
        raise NoObjective(
            "the run reports no metric and no loss: print one number per epoch, such as "
            "'val_accuracy: 0.87', or name one with --objective NAME:max"
        )
    return ranked[0][1]


def last_judge(result: TrialResult, objective: Objective) -> Objective:
    """The same number of the test data, where the search looks at that of the validation data.

    Whatever a search chooses by is a little too good. What the user names is what counts.
    """
    if objective.is_named or split_of(objective.name) != "validation":
        return objective
    wanted = without_split(objective.name)
    tests = [one for _, one in _offered(result) if split_of(one.name) == "test"]
    same = [one for one in tests if without_split(one.name) == wanted]
    return same[0] if same else objective


def require_objective(wanted: str) -> tuple[str, str]:
    """The name and the direction, which may be empty. Needs no run; raises `NoObjective`."""
    name, colon, direction = wanted.partition(":")
    if not name.strip():
        raise NoObjective(f"objective '{wanted}': write NAME:max or NAME:min, such as val_loss:min")
    if colon and direction not in tuple(Direction):
        raise NoObjective(f"objective '{wanted}': write {name}:max or {name}:min")
    return name, direction


def _named(result: TrialResult, wanted: str) -> Objective:
    name, direction = require_objective(wanted)
    for origin in Origin:
        for known in _series(result.history, result.output, origin):
            if _key(known) == _key(name):
                found = Direction(direction) if direction else _direction(known)
                if found is None:
                    raise NoObjective(f"objective '{name}': write {name}:max or {name}:min")
                is_metric = _is_metric(known, origin, result.history)
                return Objective(known, found, origin, is_named=True, is_metric=is_metric)
    known_names = ", ".join(dict.fromkeys(one.name for _, one in _offered(result)))
    raise NoObjective(f"the run reports no '{name}'; it reports: {known_names or 'nothing'}")


def _offered(result: TrialResult) -> Iterator[tuple[_Rank, Objective]]:
    for origin in Origin:
        for name, values in _series(result.history, result.output, origin).items():
            direction = _direction(name)
            if direction is None:
                continue
            is_metric = _is_metric(name, origin, result.history)
            found = Objective(name, direction, origin, is_metric=is_metric)
            yield _rank(found) if math.isfinite(values[-1]) else _Rank.TRAINING_LOSS, found


def _results_first(result: TrialResult) -> list[tuple[_Rank, Objective]]:
    """As the run tells them; but of numbers that are printed once, what a script compares with
    comes before its result."""
    printed = _series(result.history, result.output, Origin.PRINTED)
    once = {name for name, values in printed.items() if len(values) == 1}
    offered = [*_offered(result)]
    last = [one for one in offered if one[1].origin is Origin.PRINTED and one[1].name in once]
    return [*(one for one in offered if one not in last), *reversed(last)]


def _doubts(name: str) -> tuple[bool, bool, bool, bool]:
    """Of several that rank the same: test data are for the last judgement."""
    words = words_of(name)
    is_vague = not words & HIGHER_IS_BETTER - VAGUE and bool(words & VAGUE)
    is_of_other = bool(words & OF_OTHERS)
    return is_vague, is_of_other, split_of(name) == "test", not words & OF_ALL_CLASSES


def _is_one_sided(name: str) -> bool:
    """`recall`, but not `recall@5`, which the order of many answers decides."""
    words = words_of(name)
    return bool(words & ONE_SIDED) and not any(word.isdigit() for word in words)


def _is_metric(name: str, origin: Origin, history: RunHistory) -> bool:
    """Whether it is one of those that `compile` of Keras is given by their names."""
    if origin not in (Origin.EPOCH, Origin.EVALUATION):
        return False
    compiled = (one.value for one in history.settings if one.name == "keras.compile")
    given = (one.get("metrics") for one in compiled if isinstance(one, Mapping))
    listed = ([one] if isinstance(one, str) else one for one in given)
    names = [name for some in listed if isinstance(some, Sequence) for name in some]
    return name.removeprefix("val_") in names


def _rank(found: Objective) -> _Rank:
    split = split_of(found.name)
    if _is_one_sided(found.name):
        return _Rank.ONE_SIDED
    if found.origin is Origin.EVALUATION or split in HELD_OUT:
        return _Rank.HELD_OUT_LOSS if found.is_loss else _Rank.HELD_OUT_METRIC
    if found.is_loss:
        return _Rank.TRAINING_LOSS
    is_of_training = found.origin is Origin.EPOCH or split == "train"
    return _Rank.TRAINING_METRIC if is_of_training else _Rank.UNKNOWN_METRIC


def _direction(name: str) -> Direction | None:
    words = words_of(name)
    if words & LOWER_IS_BETTER:
        return Direction.MIN
    return Direction.MAX if words & HIGHER_IS_BETTER else None


def _series(history: RunHistory, output: str, origin: Origin) -> Mapping[str, Sequence[float]]:
    """All numbers of one origin, by name, in the order of the run."""
    if origin is Origin.PRINTED:
        printed = printed_metrics(output, fewest=1)
        return {name: one.values for name, one in printed.items() if not one.is_counter}
    if origin is Origin.LOSS:
        return _training_loss(history)
    if origin is Origin.EPOCH:
        return _collected(epoch.metrics for epoch in history.epochs)
    told = history.evaluations
    losses = [one.loss for one in told if one.loss is not None]
    return {
        **_collected(one.metrics for one in told),
        **({"evaluation loss": losses} if losses else {}),
    }


def _training_loss(history: RunHistory) -> dict[str, Sequence[float]]:
    losses = [point.value for point in history.data_losses]
    late = losses[-max(1, len(losses) // LAST) :]
    return {TRAINING_LOSS.name: (fmean(late),)} if late else {}


def _collected(measured: Iterable[Mapping[str, float]]) -> dict[str, Sequence[float]]:
    series: dict[str, list[float]] = {}
    for metrics in measured:
        for name, value in metrics.items():
            series.setdefault(name, []).append(value)
    return {**series}


def _key(name: str) -> str:
    return "_".join(sorted(words_of(name)))


def _difference(old: float, new: float) -> float:
    """Of two errors; both infinite are equal."""
    return 0.0 if old == new else old - new
