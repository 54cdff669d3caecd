"""What the changes of `localise.counterfactuals` do to healthy programs: how much is usual.

Prints, for each program and change, the training loss and the evaluation error with the change over
those without it, for one seed. The thresholds lie below what any of these programs reaches.
"""

from __future__ import annotations

import argparse
import math
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from seismograd.cancellation import Cancellation
from seismograd.localise.evaluation_error import evaluation_error
from seismograd.localise.trial_losses import training_loss, was_altered
from seismograd.runs.entry import Entry
from seismograd.runs.plan import Plan
from seismograd.runs.trial import Trial, TrialResult, TrialRunner
from seismograd_sandbox.host.selection import choose
from tests.calibration.discovery import PROGRAMS
from tests.calibration.watching import ENVIRONMENT, SCRIPT, WALL_S

CHANGES = (
    *("redraw-weights", "redraw-biases", "learning-rate=3", "learning-rate=0.33"),
    *("learning-rate=0.1", "rectify", "steady-draws=1", "steady-draws=0"),
)


def open_runner(source: Path, folder: Path) -> TrialRunner:
    if source.is_dir():
        shutil.copytree(source, folder, dirs_exist_ok=True)
    else:
        shutil.copy(source, folder / SCRIPT)
    packages = ["numpy", "torch"]
    packages += ["keras"] * any("keras" in path.read_text() for path in folder.glob("*.py"))
    plan = Plan(Entry(folder, ".", SCRIPT), Path(sys.executable), environment=ENVIRONMENT)
    return TrialRunner(plan, choose("process", folder), packages, WALL_S, Cancellation())


def measured(result: TrialResult) -> tuple[float, float]:
    history = result.history
    return training_loss(history, history.step_count), evaluation_error(history)


def compared(source: Path, seed: int, changes: Sequence[str]) -> Iterator[str]:
    with (
        tempfile.TemporaryDirectory(prefix="counterfactuals-") as folder,
        open_runner(source, Path(folder).resolve()) as runner,
    ):
        plain = measured(runner.run(Trial(shift_seeds=seed)))
        yield f"plain: loss {plain[0]:.3g}, evaluation {plain[1]:.3g}"
        for change in changes:
            result = runner.run(Trial(shift_seeds=seed, alter=(change,)))
            if result.has_failed or not was_altered(result.history):
                yield f"{change}: {'failed' if result.has_failed else '-'}"
                continue
            pairs = zip(measured(result), plain, strict=True)
            ratios = [after / before if before else math.inf for after, before in pairs]
            yield f"{change}: loss x{ratios[0]:.2f}, evaluation x{ratios[1]:.2f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("programs", nargs="*", type=Path, help="scripts, or folders with train.py")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--changes", nargs="*", default=CHANGES)
    options = parser.parse_args()
    for source in options.programs or sorted(PROGRAMS.glob("*.py")):
        for line in compared(source, options.seed, options.changes):
            print(f"{source.parent.name}/{source.name} {line}", flush=True)


if __name__ == "__main__":
    main()
