"""The runs that a verdict rests on: a script and its control, each seen in two ways.

A guarded run tells what happened inside, and a plain one what any user would see. All four start
from nothing, in an order that says nothing about which is which.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.sources import read_text
from seismograd.reproduce.laboratory import Laboratory
from seismograd.reproduce.observation import Observation
from seismograd.reproduce.validate.controls.control import Trial
from seismograd.reproduce.validate.parsing import Unfit
from seismograd.reproduce.validate.plain_run import why_not_alike
from seismograd_sandbox.host.outcome import Ending

_BY_ITSELF = (Ending.EXITED, Ending.SIGNALLED)


@dataclass(frozen=True, slots=True)
class FinalRuns:
    seen: Observation
    control: Observation
    plain_seen: Observation
    plain_control: Observation

    def demand_fair_scripts(self) -> None:
        """Raises `Unfit` where a run was refused."""
        for one in (self.seen, self.control):
            if one.refused:
                raise Unfit(f"Refused: {one.refused}. A script only uses the project.")

    def demand_agreement(self) -> None:
        """Raises `Unfit` where the two ways do not show the same."""
        pairs = (
            ("with the bug", self.seen, self.plain_seen),
            ("in the control", self.control, self.plain_control),
        )
        for name, judged, plain in pairs:
            why = why_not_alike(judged, plain) if judged.ending in _BY_ITSELF else None
            if why is not None:
                raise Unfit(f"Run with plain Python, the script shows something else {name}: {why}")


def run_all(
    case: Case, laboratory: Laboratory, source: str, trial: Trial, pool: ThreadPoolExecutor
) -> Callable[[], FinalRuns]:
    """Begun here; what is given back waits for them."""
    laboratory = _written_alike(case, laboratory, trial)
    runs: dict[str, Callable[[], Observation]] = {
        "seen": lambda: laboratory.judge(source),
        "control": lambda: trial.laboratory.judge(trial.source),
        "plain_seen": lambda: laboratory.run_plainly(source),
        "plain_control": lambda: trial.laboratory.run_plainly(trial.source),
    }
    order = random.SystemRandom().sample(sorted(runs), len(runs))
    begun = {name: pool.submit(runs[name]) for name in order}
    return lambda: FinalRuns(**{name: one.result() for name, one in begun.items()})


def _written_alike(case: Case, laboratory: Laboratory, trial: Trial) -> Laboratory:
    """The files that are another in the control are written anew here too: ages tell nothing."""
    texts = {patch.file: read_text(case.root, patch.file) for patch in trial.patches}
    written = {file: text for file, text in texts.items() if text is not None}
    return laboratory.with_files(written) if written else laboratory
