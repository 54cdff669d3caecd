"""`seismograd repair ENTRY --trial N`: run one trial of the latest search again, alone."""

from __future__ import annotations

import argparse
import json
import math
import sys
from dataclasses import dataclass

from seismograd.cancellation import Cancellation
from seismograd.cli.diffs import painted_line, unified_diff
from seismograd.cli.project_settings import settings_of_own_project
from seismograd.cli.run_options import entry_from
from seismograd.cli.run_signals import cancelled_by_signals
from seismograd.cli.terminal import style_for, write
from seismograd.cli.trouble import FOUND, SUCCESS, UsageError, say
from seismograd.cli.watched_run import planned_run
from seismograd.localise.diagnose_run import read_script
from seismograd.repair.named_numbers import NamedNumbers, named_numbers
from seismograd.repair.objective import value_text
from seismograd.repair.trials.patch_runs import value_of
from seismograd.repair.trials.repeatable_trial import RepeatableTrial, find_repeatable_trial
from seismograd.reports.style import printable
from seismograd.runs.entry import Entry
from seismograd.runs.trial import RunningTrial, Trial, TrialResult, TrialRunner
from seismograd.source.source_file import read_from_disk
from seismograd_sandbox.host.sandbox import SandboxUnusable


def run_trial_again(arguments: argparse.Namespace) -> int:
    """The changes and what the script prints; then the value beside that of the search."""
    entry = entry_from(arguments, arguments.passed_on)
    trial = find_repeatable_trial(entry.root, entry.title, arguments.trial)
    if trial is None:
        raise UsageError(f"no search of {entry.title} has a trial {arguments.trial}")
    is_json = arguments.format == "json"
    printed = _Printed(is_shown=not is_json)
    if not is_json:
        write(_differences(trial, entry, arguments))
    result = _ran(trial, entry, arguments, printed)
    printed.show(result.output, is_whole=True)
    value = value_of(_names(entry).result(result), trial.objective)
    if is_json:
        write(json.dumps(_as_json(trial, result, value), indent=2))
    say(_told(trial, result, value))
    return FOUND if result.has_failed else SUCCESS


def _names(entry: Entry) -> NamedNumbers:
    """Of the numbers that the script prints, as the search has read them."""
    settings = settings_of_own_project(entry.root, {})
    source = read_script(entry.root, entry.file, settings) if entry.file else None
    return named_numbers(source.program if source else None)


@dataclass
class _Printed:
    """What the script prints, shown as it comes, line by line."""

    is_shown: bool
    _end: int = 0

    def __call__(self, running: RunningTrial) -> bool:
        self.show(running.output)
        return False

    def show(self, output: str, *, is_whole: bool = False) -> None:
        end = len(output) if is_whole else output.rfind("\n") + 1
        if self.is_shown:
            write(output[self._end : end])
        self._end = max(self._end, end)


def _ran(
    trial: RepeatableTrial, entry: Entry, arguments: argparse.Namespace, printed: _Printed
) -> TrialResult:
    plan, choice = planned_run(entry, arguments)
    cancel = Cancellation()
    try:
        with (
            cancelled_by_signals(cancel),
            TrialRunner(plan, choice, [], plan.limits.wall_s or math.inf, cancel) as runner,
        ):
            return runner.run(Trial(trial.changed), printed)
    except (SandboxUnusable, OSError) as error:
        raise UsageError(f"trial {trial.number} cannot be run: {error}") from error


def _differences(trial: RepeatableTrial, entry: Entry, arguments: argparse.Namespace) -> str:
    style = style_for(arguments.colour, sys.stdout)
    lines: list[str] = []
    for path, text in trial.changed.items():
        file = read_from_disk(str(entry.root / path))
        lines += unified_diff(printable(path), file.text if file else "", text)
    return "".join(painted_line(line, style) for line in lines)


def _told(trial: RepeatableTrial, result: TrialResult, value: float | None) -> str:
    then, now = (value_text(one) for one in (trial.value, value))
    seconds = f"{result.seconds:.1f} s"
    return (
        f"trial {trial.number}, {trial.title}: {trial.objective.name} {now} in {seconds}, "
        f"in the search {then}"
    )


def _as_json(trial: RepeatableTrial, result: TrialResult, value: float | None) -> dict[str, object]:
    return {
        "version": 1,
        "trial": trial.number,
        "title": trial.title,
        "objective": trial.objective.name,
        "value": value,
        "value_in_search": trial.value,
        "failed": result.has_failed,
        "seconds": result.seconds,
        "changed": dict(trial.changed),
        "output": result.output,
    }
