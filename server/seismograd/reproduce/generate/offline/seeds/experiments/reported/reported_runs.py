"""The commands of a report, run as they stand, and their logs read as the reporter did.

Where the report tells of another command with which all was well, that is the control.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import EntryPoint
from seismograd.reproduce.criteria.derive.families.logged import (
    LOSSES,
    is_still,
    negative_column,
)
from seismograd.reproduce.generate.offline.draft import Constant, Draft
from seismograd.reproduce.generate.offline.inputs.bench import Bench
from seismograd.reproduce.generate.offline.seeds.entry_points import ARGUMENTS, running
from seismograd.reproduce.generate.offline.seeds.experiments.scores.printed_numbers import (
    MODULES,
    pattern_of,
    printed_by,
)
from seismograd.reproduce.generate.offline.seeds.experiments.stage.command_words import (
    given_options,
)
from seismograd.reproduce.generate.offline.seeds.experiments.stage.oracle import LOSS
from seismograd.reproduce.generate.offline.seeds.experiments.stage.scene import drafted
from seismograd.reproduce.report.values.logged_runs import LoggedRun, is_broken, logged_runs
from seismograd_sandbox.guest import loss_recorder

_BY_INTENT = frozenset(
    ["lr", "rate", "momentum", "freeze", "frozen", "dry", "eval", "evaluate", "test", "only",
     "warmup", "warm", "decay", "clip", "limit", "scale", "temperature", "temp", "eps", "epsilon",
     "std", "init", "gain", "noise", "debug", "random", "dropout", "alpha", "weight"]
)  # fmt: skip
"""Words of options that may stop a training, or let it run away, because somebody wants them to."""
_ORDINARY = (1e-3, 1e4)


def still_losses(case: Case) -> Iterator[Draft]:
    """A loss that is the same in each line, while it moves with another command."""
    for entry, run, control in _complaints(case, is_still):
        if run.loss is not None and control is not None:
            body = (*printed_by(case, entry), f"{LOSSES} = {_column(run.loss)}")
            yield from _drafts(case, entry, body, LOSSES, run, control)


def broken_losses(case: Case) -> Iterator[Draft]:
    """A loss that is no number from some line on."""
    for entry, run, control in _complaints(case, _breaks):
        body = (f"sys.argv = [{entry.file!r}, *{ARGUMENTS}]", *running(case, entry), _WORST)
        yield from _drafts(case, entry, body, LOSS, run, control, setup=(loss_recorder.LOSSES,))


def negative_values(case: Case) -> Iterator[Draft]:
    """A figure below nought in each line, though it cannot be."""
    for entry, run, control in _complaints(case, lambda one: negative_column(one) is not None):
        if (label := negative_column(run)) is not None:
            body = (*printed_by(case, entry), f"value = max({_column(label)})")
            yield from _drafts(case, entry, body, "value", run, control)


_WORST = f"{LOSS} = next((one for one in losses if not math.isfinite(one)), losses[-1])"


def _column(label: str) -> str:
    return f"[float(one) for one in re.findall({pattern_of(label)!r}, output.getvalue(), re.I)]"


def _breaks(run: LoggedRun) -> bool:
    return run.loss is not None and is_broken(run.columns[run.loss])


_Complaint = tuple[EntryPoint, LoggedRun, LoggedRun | None]


def _complaints(case: Case, is_bad: Callable[[LoggedRun], bool]) -> Iterator[_Complaint]:
    """Runs of the project's scripts that went wrong, each with one of the same that did not."""
    runs = logged_runs(case.report)
    for entry in case.project.entry_points:
        own = [run for run in runs if run.command.runs(entry.file, entry.module)]
        well = [run for run in own if not is_bad(run)]
        for run in filter(is_bad, own):
            control = next((one for one in well if one.columns.keys() & run.columns.keys()), None)
            if not _is_by_intent(run, control):
                yield entry, run, control


def _is_by_intent(run: LoggedRun, control: LoggedRun | None) -> bool:
    given = given_options(run.command.words)
    other = given_options(control.command.words) if control else {}
    differing = {flag for flag in {*given, *other} if given.get(flag) != other.get(flag)}
    words = {word for flag in differing for word in re.split(r"[-_.]+", flag.lower())}
    return bool(words & _BY_INTENT) or any(_is_extreme(given.get(flag, "")) for flag in differing)


def _is_extreme(value: str) -> bool:
    try:
        number = abs(float(value))
    except ValueError:
        return False
    return not _ORDINARY[0] <= number <= _ORDINARY[1]


def _drafts(
    case: Case,
    entry: EntryPoint,
    body: tuple[str, ...],
    name: str,
    run: LoggedRun,
    control: LoggedRun | None,
    setup: tuple[str, ...] = (),
) -> Iterator[Draft]:
    words = list(run.command.words)
    other = repr(list(control.command.words)) if control else None
    constants = (Constant(ARGUMENTS, repr(words), other),)
    idea = f"Run {' '.join(('python', entry.file, *words))} as reported, and read its log."
    text = "\n".join(body)
    bench = Bench(imports=[f"import {one}" for one in MODULES if f"{one}." in text])
    yield from drafted(case, bench, idea, body, name, setup=setup, constants=constants)
