"""The search space of a training: what operators can write, in the order of the diagnosis."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import median

from seismograd.faults import Edit, FaultType, Finding, Span
from seismograd.localise.trouble import (
    FEWEST_STEPS,
    ROOM,
    Trouble,
    is_too_short_to_tell,
    trouble_of,
)
from seismograd.repair.context import RepairContext
from seismograd.repair.objective import Objective
from seismograd.repair.operators import OPERATORS
from seismograd.repair.parameter import CannotWrite, Parameter, Value
from seismograd.repair.search.strategy import SearchSpace, Suggestion
from seismograd.repair.search.turns import by_turns, likely_first
from seismograd.repair.still_improving import is_still_improving, times_until_telling
from seismograd.repair.verification.learning import is_as_of_constants
from seismograd.repair.verification.relevance import Health, learned_by, least_gain
from seismograd.traces.windows import beginning, ending, finite

Try = tuple[Parameter, Value]


def search_space(
    context: RepairContext,
    objective: Objective,
    baseline_error: float,
    course: Sequence[float] = (),
) -> SearchSpace:
    """`course`: of the objective, in the training without changes."""
    kinds = [
        [one for one in operator.parameters(context)
         if _is_usable(one, objective, context, baseline_error)]
        for operator in OPERATORS
    ]  # fmt: skip
    tries = _unique(_ordered(kinds, context))
    first = tuple(Suggestion({parameter.name: value}) for parameter, value in tries)
    usable = tuple(one for kind in kinds for one in kind)
    errors = [objective.error(value) for value in course]
    least = _least_gain(context, objective, baseline_error, learned_by(errors))
    is_improving = is_still_improving(context.diagnosis, errors)
    short = times_until_telling(context.history)
    return SearchSpace(usable, first, baseline_error, least, is_improving, short)


def _least_gain(
    context: RepairContext, objective: Objective, error: float, learned: float
) -> float:
    value = objective.value_of_error(error)
    known = [] if value is None else [value]
    return least_gain(objective, known, health_of(context, objective, value), learned)


def health_of(context: RepairContext, objective: Objective, value: float | None) -> Health:
    """`value`: of the training as it is."""
    if not is_healthy(context, objective, value):
        return Health.FAULTY
    losses = finite(point.value for point in context.history.data_losses)
    # A quick training has lost most of it before the median of its beginning.
    first = max(beginning(losses), default=0.0)
    is_left = not losses or first <= 0 or median(ending(losses)) > ROOM * first
    return Health.HEALTHY if is_left else Health.FINISHED


def is_healthy(context: RepairContext, objective: Objective, value: float | None) -> bool:
    """Whether the diagnosis has neither a failing training nor a likely cause, and `value`, that
    of the training as it is, is more than constant answers have."""
    history = context.history
    is_failing = trouble_of(history, context.diagnosis.symptoms) is not Trouble.NONE
    is_short = is_too_short_to_tell(history) or _is_cut_short(context)
    has_failed = is_failing or history.raised is not None or is_short
    warned = any(cause.finding.severity.is_alarm for cause in context.diagnosis.causes)
    return not (has_failed or warned or is_as_of_constants(objective, value))


def _is_cut_short(context: RepairContext) -> bool:
    """Whether so short a training has learned something, and longer is what it needs first."""
    causes = context.diagnosis.causes
    names_epochs = bool(causes) and causes[0].finding.fault_type is FaultType.HNE
    return names_epochs and context.history.step_count < FEWEST_STEPS


def _is_usable(
    parameter: Parameter, objective: Objective, context: RepairContext, error: float
) -> bool:
    """A longer or larger training is nearly always a little better: no repair of a healthy one.

    `error`: of the training as it is.
    """
    value = objective.value_of_error(error)
    is_other = parameter.changes_loss or parameter.unbounds_loss
    if is_other and objective.is_loss and value is not None:
        context.refuse(parameter.name, f"it changes what '{objective.name}' measures")
        return False
    return not (parameter.costs and is_healthy(context, objective, value))


def _ordered(kinds: Sequence[Sequence[Parameter]], context: RepairContext) -> Iterator[Try]:
    """What the causes of the diagnosis call for and what is unusual; all the rest has turns, too,
    since the diagnosis may be wrong.

    What is unusual comes behind the first cause only: it is there, whatever the others say.
    """
    parameters = [one for kind in kinds for one in kind]
    lists = [list(_for_cause(parameters, cause.finding)) for cause in context.diagnosis.causes]
    unusual = list(by_turns([_tries(one) for one in parameters if one.is_unusual]))
    rest = list(by_turns([list(by_turns(map(_tries, kind))) for kind in kinds]))
    yield from likely_first([*lists[:1], unusual, *lists[1:], rest])


def _for_cause(parameters: Sequence[Parameter], finding: Finding) -> Iterator[Try]:
    """The fixes of the finding itself, then other changes for faults of the same type: of each
    turn those on its lines first."""
    own = [one for one in parameters if one.name == finding.name]
    types = {finding.fault_type, *finding.alternatives}
    others = [one for one in parameters if one not in own and one.fault_types & types]
    others.sort(key=lambda one: not _is_written_at(one, finding.span))
    yield from by_turns([_tries(one) for one in own])
    yield from by_turns([_tries(one) for one in others])


def _is_written_at(parameter: Parameter, span: Span) -> bool:
    """Whether a first try changes one of the lines."""
    try:
        edits = parameter.write(parameter.candidates[0]) if parameter.candidates else ()
    except CannotWrite:
        return False
    first, last = span.start.line, span.end.line
    there = (one.span for one in edits if one.span.file == span.file)
    return any(one.start.line <= last and first <= one.end.line for one in there)


def _tries(parameter: Parameter) -> list[Try]:
    return [(parameter, value) for value in parameter.candidates]


def _unique(tries: Iterator[Try]) -> Iterator[Try]:
    """Each source text once: a fix and a parameter may come to the same edits.

    The parameter is kept then, in the place of the first: `lr 1e-06 -> 0.001` says more than the
    title of a fix.
    """
    found: dict[frozenset[Edit], Try] = {}
    for parameter, value in tries:
        try:
            edits = frozenset(parameter.write(value))
        except CannotWrite:
            continue
        if edits and (edits not in found or (parameter.old and not found[edits][0].old)):
            found[edits] = (parameter, value)
    yield from found.values()
