"""The runs that a verdict rests on: a script and its control, each seen in two ways.

Guarded runs tell what happened inside, and plain ones what any user would see. All of them start
from nothing, in an order that says nothing about which is which.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.sources import read_text
from seismograd.reproduce.observation import Observation
from seismograd.reproduce.trial_runner import TrialRunner
from seismograd.reproduce.validate.controls.control import Trial
from seismograd.reproduce.validate.parsing import Unfit
from seismograd.traces.events import Raised
from seismograd_sandbox.host.outcome import Ending

_DECORATION = re.compile(r"^[\s|+\-]*")
"""What stands before the lines of an exception group."""
_VERDICTS = ("SystemExit",)


def why_not_alike(judged: Observation, plain: Observation) -> str | None:
    """None where both ended alike, and with the same exception from the same place."""
    if plain.ending is not judged.ending or plain.signal != judged.signal:
        return f"{_ended(plain)}, and not {_ended(judged)}."
    if plain.exit_code != judged.exit_code:
        return f"{_ended(plain)}, and not {_ended(judged)}."
    if plain.is_clean is not judged.is_clean:
        return "only one of them says NOT REPRODUCED."
    raised = judged.exception
    if raised is None or raised.type in _VERDICTS:
        return None
    lines = [_DECORATION.sub("", line) for line in plain.stderr.splitlines()]
    if not _names(lines, raised.type):
        return f"{raised.type} does not end it there."
    place = _place(raised, judged.script)
    if place is not None and not _passes(lines, *place):
        return f"the exception does not come from {place[0]}, line {place[1]}, there."
    return None


def _ended(seen: Observation) -> str:
    if seen.signal is not None:
        return f"it ended by signal {seen.signal}"
    if seen.exit_code is not None:
        return f"it ended with status {seen.exit_code}"
    return f"it ended by {seen.ending.value}"


def _names(lines: list[str], kind: str) -> bool:
    """A line that begins with the exception, as Python prints it."""
    short = kind.rpartition(".")[2]
    names = re.compile(rf"(?:[\w.]+\.)?{re.escape(short)}(?::|$| \()")
    return any(names.match(line) for line in lines)


def _place(raised: Raised, script: str) -> tuple[str, int] | None:
    """The innermost frame of the project, without the script."""
    ours = [one for one in raised.frames if one.in_project and one.file != script and one.line]
    return (ours[-1].file, ours[-1].line or 1) if ours else None


def _passes(lines: list[str], file: str, line: int) -> bool:
    frame = re.compile(rf'File "(?:[^"]*[/\\])?{re.escape(file)}", line {line}\b')
    return any(frame.match(text) for text in lines)


LIMIT_S = 300.0
"""Generous: what ran through in the search does so here, however busy the machine is."""
HANGING_S = 120.0
"""For a script that ran into the limit of the search, as it shall."""
_BY_ITSELF = (Ending.EXITED, Ending.SIGNALLED)


@dataclass(frozen=True, slots=True)
class Pair:
    """The script and its control."""

    seen: Observation
    control: Observation


class FinalRuns:
    def __init__(
        self, case: Case, runner: TrialRunner, source: str, trial: Trial, quick: Observation
    ) -> None:
        """`quick` is what the search saw of the script."""
        self._runner = _written_alike(case, runner, trial)
        self._source = source
        self._trial = trial
        self._wall_s = HANGING_S if quick.ending is Ending.WALL_LIMIT else LIMIT_S

    def begin(self, pool: ThreadPoolExecutor) -> Callable[[], Pair]:
        """The guarded runs; what is given back waits for them, and raises `Unfit`."""
        here, there, limit = self._runner, self._trial.runner, self._wall_s
        wait = _begun(
            pool,
            lambda: here.judge(self._source, wall_s=limit),
            lambda: there.judge(self._trial.source, wall_s=limit),
        )

        def finished() -> Pair:
            pair = wait()
            for one in (pair.seen, pair.control):
                if one.refused:
                    raise Unfit(f"Refused: {one.refused}. A script only uses the project.")
            return pair

        return finished

    def demand_same_plainly(self, judged: Pair) -> None:
        """Raises `Unfit` where plain Python does not show what the guarded runs tell."""
        if judged.seen.ending not in _BY_ITSELF:
            return
        here, there, limit = self._runner, self._trial.runner, self._wall_s
        with ThreadPoolExecutor(2) as pool:
            plain = _begun(
                pool,
                lambda: here.run_plainly(self._source, wall_s=limit),
                lambda: there.run_plainly(self._trial.source, wall_s=limit),
            )()
        for name, one, other in (
            ("with the bug", judged.seen, plain.seen),
            ("in the control", judged.control, plain.control),
        ):
            why = why_not_alike(one, other)
            if why is not None:
                raise Unfit(f"Run with plain Python, the script shows something else {name}: {why}")


def _begun(
    pool: ThreadPoolExecutor,
    script: Callable[[], Observation],
    control: Callable[[], Observation],
) -> Callable[[], Pair]:
    runs = {"seen": script, "control": control}
    order = random.SystemRandom().sample(sorted(runs), len(runs))
    begun = {name: pool.submit(runs[name]) for name in order}
    return lambda: Pair(**{name: one.result() for name, one in begun.items()})


def _written_alike(case: Case, runner: TrialRunner, trial: Trial) -> TrialRunner:
    """The files that are another in the control are written anew here too: ages tell nothing."""
    texts = {patch.file: read_text(case.root, patch.file) for patch in trial.patches}
    written = {file: text for file, text in texts.items() if text is not None}
    return runner.with_files(written) if written else runner
