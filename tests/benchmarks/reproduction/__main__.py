"""`python -m tests.benchmarks.reproduction`: reproduce every report, verify every script."""

from __future__ import annotations

import argparse
import json
import shutil
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

from tests.benchmarks.reproduction.answer import ask
from tests.benchmarks.reproduction.case import CASES, MISMATCHES, Case, on_fixed, read_cases
from tests.benchmarks.reproduction.score import Outcome, as_json, heading, row, summary
from tests.benchmarks.reproduction.verification import verify

RESULTS = Path(__file__).parents[3] / "build" / "bench" / "reproduction"
LIMIT = 180.0


def main(arguments: Sequence[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    folders = [options.folder] if options.folder else [CASES, MISMATCHES]
    cases = list(read_cases(options.cases, options.split, folders))
    cases = [on_fixed(case) for case in cases] if options.fixed else cases
    if not cases:
        print(f"no case is called {options.cases}", file=sys.stderr)
        return 2
    out = options.out.absolute()
    outcomes: list[Outcome] = []
    print(heading(), flush=True)
    with ThreadPoolExecutor(options.jobs) as pool:
        run = partial(measure, limit=options.limit, python=options.python)
        for outcome in pool.map(lambda case: run(case, out / case.name), cases):
            print(row(outcome), flush=True)
            outcomes.append(outcome)
            (out / "figures.json").write_text(json.dumps(as_json(outcomes), indent=2) + "\n")
    print(*summary(outcomes), sep="\n")
    return 1 if any(outcome.is_false for outcome in outcomes) else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="tests.benchmarks.reproduction", description=__doc__)
    parser.add_argument("--cases", default="*", metavar="GLOB", help="only cases of these names")
    parser.add_argument("--split", choices=["dev", "held-out"], help="only this part")
    parser.add_argument("--folder", type=Path, help="cases of your own: project, fixed, issue.md")
    parser.add_argument("--fixed", action="store_true", help="on the projects without the bug")
    parser.add_argument("--python", default=sys.executable, help="what the projects run with")
    parser.add_argument("--jobs", type=int, default=1, help="how many at a time")
    parser.add_argument("--limit", type=float, default=LIMIT, help="seconds for the search of one")
    parser.add_argument("--out", type=Path, default=RESULTS, help="where scripts and JSON go")
    return parser


def measure(case: Case, folder: Path, limit: float, python: str) -> Outcome:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    answer = ask(case, folder, limit, python)
    (folder / "answer.json").write_text(json.dumps(answer.details, indent=2) + "\n")
    claimed = answer.status == "reproduced"
    script = answer.script if answer.script and answer.script.is_file() else None
    verdict = verify(case, script, python) if claimed and script else None
    return Outcome(
        name=case.name,
        kind=case.kind,
        quality=case.quality,
        split=case.split,
        expected=case.expected,
        status=answer.status,
        control=answer.control,
        verified=verdict.verified if verdict else (False if claimed else None),
        why=verdict.why if verdict else ("there is no script" if claimed else ""),
        lines=_length(script) if script else None,
        seconds=round(answer.seconds, 1),
    )


def _length(script: Path) -> int:
    return sum(bool(line.strip()) for line in script.read_text("utf-8").splitlines())


if __name__ == "__main__":
    sys.exit(main())
