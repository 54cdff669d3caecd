"""`python -m tests.security.fuzz --minutes 60`: look for input that any reader fails on.

Every target has a process of its own, which may die of what it reads. What fails is made small,
written to a file, and tried first the next time.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
import time

from tests.security.fuzz.rounds import EXAMPLES, FOUND, look_once
from tests.security.fuzz.targets import TARGETS


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, prog="python -m tests.security.fuzz")
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("targets", nargs="*", metavar="target", help=", ".join(TARGETS))
    options = parser.parse_args()
    unknown = set(options.targets) - set(TARGETS)
    if unknown:
        parser.error(f"no such target: {', '.join(sorted(unknown))}")
    failed = _look(options.targets or list(TARGETS), options.minutes * 60, options.jobs)
    print(f"{len(failed)} finding(s)" + (f", see {FOUND}" if failed else ""))
    return 1 if failed else 0


def _look(names: list[str], seconds: float, jobs: int) -> set[str]:
    """Rounds of all targets in turn until the time is over."""
    end = time.monotonic() + seconds
    failed: set[str] = set()
    tried = dict.fromkeys(names, 0)
    context = multiprocessing.get_context("spawn")
    waiting = list(names)
    running: dict[str, multiprocessing.process.BaseProcess] = {}
    while running or (waiting and time.monotonic() < end):
        while waiting and len(running) < jobs and time.monotonic() < end:
            name = waiting.pop(0)
            process = context.Process(target=look_once, args=(name,))
            process.start()
            running[name] = process
        for name, process in list(running.items()):
            process.join(0.2)
            if not process.is_alive():
                del running[name]
                tried[name] += EXAMPLES
                if process.exitcode == 0:
                    waiting.append(name)
                else:
                    failed.add(name)
                    print(f"{name}: failed (status {process.exitcode})", flush=True)
    for name, count in tried.items():
        print(f"{name}: about {count} inputs")
    return failed


if __name__ == "__main__":
    sys.exit(main())
