"""How soon a live run shows that it is broken: the part of its training that has passed by then.

Every faulty program of the cases is run watched. Where the whole run shows that the training fails,
its trace is read again, up to ever later steps, until a warning comes.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.benchmarks.case_diagnoses import CASES, Case, find_cases
from tests.benchmarks.diagnosing import LIMIT_S, VARIABLES, environment

from seismograd.localise.trouble import is_grave
from seismograd.traces.events import Event, Losses, Step
from seismograd.traces.history import RunHistory
from seismograd.traces.reader import TraceReader
from seismograd.traces.symptoms import find_symptoms

SOON = 0.2
STEPS = (Step, Losses)
"""Quick trainings are sampled at their beginning only: their losses tell when they end."""
PARTS = (0.02, 0.05, 0.1, 0.15, SOON, 0.3, 0.5, 0.75, 1.0)


def first_sign(case: Case) -> float | None:
    """The part after which there is a warning; None where the training does not fail."""
    with tempfile.TemporaryDirectory(prefix="signs-") as folder:
        events = _watched(case, Path(folder) / "run")
    if not is_grave(find_symptoms(_history(events))):
        return None
    return next((part for part in PARTS if _is_flagged(events, part)), 1.0)


def _watched(case: Case, out: Path) -> list[Event]:
    variables = (word for name, value in VARIABLES.items() for word in ("--env", f"{name}={value}"))
    command = [
        *(sys.executable, "-m", "seismograd.cli.main", "run", "--sandbox", "process"),
        *("--out", str(out), *variables, "train.py"),
    ]
    subprocess.run(
        command, cwd=case.folder, env=environment(), capture_output=True, timeout=LIMIT_S
    )
    with TraceReader(out / "trace.jsonl") as reader:
        return list(reader.read())


def _history(events: Sequence[Event]) -> RunHistory:
    history = RunHistory()
    for event in events:
        history.take(event)
    return history


def _is_flagged(events: Sequence[Event], part: float) -> bool:
    times = [event.t for event in events if isinstance(event, STEPS)]
    if not times:
        return True
    until = times[0] + part * (times[-1] - times[0])
    seen = _history([event for event in events if event.t <= until])
    return any(symptom.severity.is_alarm for symptom in find_symptoms(seen))


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="CASE", help="some of them")
    parser.add_argument("--cases", type=Path, default=CASES, help="a folder with other cases")
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args(arguments)
    faulty = [one for one in find_cases(options.cases, options.names) if one.kind == "faulty"]
    with ThreadPoolExecutor(options.jobs) as pool:
        signs = dict(zip((one.name for one in faulty), pool.map(first_sign, faulty), strict=True))
    broken = {name: part for name, part in signs.items() if part is not None}
    print("\n".join(f"{name:30.29} {part:.0%}" for name, part in sorted(broken.items())))
    soon = sum(part <= SOON for part in broken.values())
    print(f"broken: {len(broken)} of {len(faulty)}; warned of in the first {SOON:.0%}: {soon}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
