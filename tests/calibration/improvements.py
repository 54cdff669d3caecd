"""What the changes of `localise.improvements` do to healthy programs: how much is usual.

Prints, for each program and change, the training loss and the evaluation error with the change over
those without it, for one seed: the thresholds must lie below what is seen here.
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
from seismograd.localise.diagnose_run import ProjectReader, read_script
from seismograd.localise.evaluation_error import evaluation_error
from seismograd.localise.improvements import WIDER
from seismograd.localise.interventions.apply_fix import changed_files
from seismograd.localise.source_lines import SourceLines
from seismograd.localise.trial_losses import training_loss, was_altered
from seismograd.runs.entry import Entry
from seismograd.runs.plan import Plan
from seismograd.runs.trial import Trial, TrialResult, TrialRunner
from seismograd.settings import Settings
from seismograd.traces.history import RunHistory
from seismograd_sandbox.host.selection import choose
from tests.calibration.discovery import PROGRAMS
from tests.calibration.watching import ENVIRONMENT, SCRIPT, WALL_S

CHANGES = (
    *("redraw-weights", "redraw-biases", "rectify", "steady-draws=1", "steady-draws=0"),
    *("learning-rate=0.1", "learning-rate=3"),
)


def open_runner(source: Path, folder: Path) -> TrialRunner:
    if source.is_dir():
        shutil.copytree(source, folder, dirs_exist_ok=True)
    else:
        shutil.copy(source, folder / SCRIPT)
    packages = ("numpy", "torch", "keras")
    plan = Plan(Entry(folder, ".", SCRIPT), Path(sys.executable), environment=ENVIRONMENT)
    return TrialRunner(plan, choose("process", folder), packages, WALL_S, Cancellation())


def measured(result: TrialResult) -> tuple[float, float]:
    history = result.history
    return training_loss(history, history.step_count), evaluation_error(history)


def wider(history: RunHistory, root: Path, seed: int) -> Iterator[tuple[str, Trial]]:
    read = ProjectReader(root)
    program = read_script(root, root / SCRIPT, Settings()).program
    for fix in SourceLines(root, history, program, read).wider(WIDER):
        changed = changed_files(fix, root, read)
        if changed is not None:
            yield fix.title, Trial(changed, seed)


def compared(source: Path, seed: int, changes: Sequence[str]) -> Iterator[str]:
    with (
        tempfile.TemporaryDirectory(prefix="improvements-") as folder,
        open_runner(source, Path(folder).resolve()) as runner,
    ):
        whole = runner.run(Trial(shift_seeds=seed))
        plain = measured(whole)
        yield f"plain: loss {plain[0]:.3g}, evaluation {plain[1]:.3g}"
        tried = [(word, Trial(shift_seeds=seed, alter=(word,))) for word in changes]
        for change, trial in [*tried, *wider(whole.history, Path(folder).resolve(), seed)]:
            result = runner.run(trial)
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
