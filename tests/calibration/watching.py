"""Run a program watched, with another seed, and diagnose what it did."""

from __future__ import annotations

import math
import re
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from seismograd.cancellation import Cancellation
from seismograd.faults import Finding
from seismograd.localise.diagnose_run import diagnose_run, read_script
from seismograd.runs.entry import Entry
from seismograd.runs.plan import Plan
from seismograd.runs.trial import Trial, TrialRunner, Watch
from seismograd.settings import Settings
from seismograd.traces import TraceSummary, TraceUnreadable, summarise
from seismograd.traces.symptom import Symptom
from seismograd_sandbox.host.outcome import Ending, Outcome
from seismograd_sandbox.host.selection import choose

SCRIPT = "train.py"
WALL_S = 90.0
"""For programs of a few seconds, on a machine that does much else."""
ENVIRONMENT = {"OMP_NUM_THREADS": "1", "KERAS_BACKEND": "torch"}
"""As many runs as cores go on at once."""
_QUALITY = re.compile(r"^quality: (\S+)$", re.MULTILINE)
Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Observation:
    """What is measured of one run."""

    quality: float | None
    """None where the run crashed, or where this is no number."""
    seconds: float
    symptoms: Sequence[Row]
    static: Sequence[Row]
    ranked: Sequence[Row]


class WatchingRunner(TrialRunner):
    """Keeps what a script prints, and the summary of its trace."""

    outcome: Outcome | None = None
    summary: TraceSummary = TraceSummary()

    def _open(self) -> None:
        self._plan = replace(self._plan, check_network=True)
        super()._open()

    def _run(self, trial: Trial, trace: str, watch: Watch | None) -> Outcome:
        self.outcome = super()._run(trial, trace, watch)
        self.summary = TraceSummary()
        with suppress(OSError, TraceUnreadable):
            self.summary = summarise(self._outbox / trace)
        return self.outcome

    def observe(self, text: str, seed: int) -> Observation:
        """Raises `TimeoutError`: a run that takes long is not one that crashes."""
        begun = time.monotonic()
        result = self.run(Trial({SCRIPT: text}, shift_seeds=seed))
        seconds = time.monotonic() - begun
        if self.outcome and self.outcome.ending is Ending.WALL_LIMIT:
            raise TimeoutError(f"the program takes longer than {WALL_S:.0f} s")
        with tempfile.TemporaryDirectory(prefix="seismograd-calibration-") as folder:
            root = Path(folder).resolve()
            script = root / SCRIPT
            script.write_text(text, "utf-8")
            found = diagnose_run(result.history, self.summary, root, script, Settings())
            static = read_script(root, script, Settings()).findings
        quality = None if result.has_failed else printed_quality(self.outcome)
        return Observation(
            quality,
            round(seconds, 2),
            [_symptom_row(one) for one in found.symptoms],
            [finding_row(one) for one in static],
            [finding_row(cause.finding) for cause in found.causes],
        )


def open_runner(folder: Path, *, is_keras: bool) -> WatchingRunner:
    """`folder` becomes the project: a script whose text every run exchanges."""
    (folder / SCRIPT).write_text("", "utf-8")
    plan = Plan(Entry(folder, ".", SCRIPT), Path(sys.executable), environment=ENVIRONMENT)
    packages = ["numpy", "torch", *(["keras"] if is_keras else [])]
    return WatchingRunner(plan, choose("process", folder), packages, WALL_S, Cancellation())


def printed_quality(outcome: Outcome | None) -> float | None:
    text = outcome.stdout.text if outcome else ""
    found = _QUALITY.findall(text)
    value = float(found[-1]) if found else math.nan
    return value if math.isfinite(value) else None


def finding_row(finding: Finding) -> Row:
    return {
        "name": finding.name,
        "code": finding.code,
        "fault": finding.fault_type.name,
        "alternatives": [one.name for one in finding.alternatives],
        "confidence": finding.confidence,
        "severity": finding.severity.value,
        "line": finding.span.start.line,
    }


def _symptom_row(symptom: Symptom) -> Row:
    line = symptom.place.line if symptom.place else None
    return {
        "name": symptom.name,
        "severity": symptom.severity.value,
        "step": symptom.step,
        "line": line,
        "values": _numbers(symptom.values),
    }


def _numbers(values: Mapping[str, float]) -> Row:
    """JSON has no NaN."""
    return {name: value for name, value in values.items() if math.isfinite(value)}
