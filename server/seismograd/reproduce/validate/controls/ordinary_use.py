"""Whether the project still does what its own tests ask of it, once some lines are others.

Whoever writes a script also says how the project should read: lines that make room for a misuse
are told by that what was sound before is so no more.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from seismograd.reproduce.candidate import Patch
from seismograd.reproduce.case import Case
from seismograd.reproduce.trial_runner import TrialRunner
from seismograd.reproduce.validate.controls.control import Trial

MOST_FILES = 6
"""Of tests, those that import what is patched."""
WALL_S = 40.0
_OUTCOME = re.compile(r"^OUTCOME (passed|failed) (\S.{0,300})$", re.MULTILINE)
_RUN_TESTS = """\
import sys

try:
    import pytest
except ImportError:
    raise SystemExit(0)


class Outcomes:
    def pytest_runtest_logreport(self, report):
        if report.failed or (report.when == "call" and report.passed):
            print("\\nOUTCOME", report.outcome, report.nodeid, flush=True)


sys.path[:0] = {paths!r}
options = ["-q", "-p", "no:cacheprovider", "--tb=no", "--rootdir=."]
pytest.main([*options, *{files!r}], plugins=[Outcomes()])
"""


class OrdinaryUse:
    """Kept for a case: how its tests end as it is has to be seen only once."""

    def __init__(self, case: Case) -> None:
        self._case = case
        self._sound: dict[tuple[str, ...], frozenset[str]] = {}
        self._broken: dict[tuple[Patch, ...], str | None] = {}

    def broken_by(self, trial: Trial, before: TrialRunner) -> str | None:
        """The first test that passes without the patches and fails with them."""
        if trial.patches not in self._broken:
            self._broken[trial.patches] = self._find_broken(trial, before)
        return self._broken[trial.patches]

    def _find_broken(self, trial: Trial, before: TrialRunner) -> str | None:
        files = self._tests_of(trial.patches)
        if not files:
            return None
        if files not in self._sound:
            self._sound[files] = self._outcomes(before, files)["passed"]
        failed = self._outcomes(trial.runner, files)["failed"] if self._sound[files] else ()
        return next(iter(sorted(self._sound[files].intersection(failed))), None)

    def _tests_of(self, patches: Sequence[Patch]) -> tuple[str, ...]:
        """Nearest first: tests that import what is patched, else those that import the rest."""
        project = self._case.project
        patched = {patch.file for patch in patches}
        reached = patched | {
            file for file, imported in project.imports.items() if imported & patched
        }
        near = [one for one in project.tests if project.imports.get(one, frozenset()) & reached]
        near.sort(key=lambda one: not project.imports[one] & patched)
        return tuple(near[:MOST_FILES])

    def _outcomes(self, runner: TrialRunner, files: tuple[str, ...]) -> dict[str, frozenset[str]]:
        script = _RUN_TESTS.format(paths=list(self._case.project.search_path), files=list(files))
        seen = runner.run_fresh(script, wall_s=WALL_S)
        found = _OUTCOME.findall(seen.stdout)
        return {
            outcome: frozenset(name for told, name in found if told == outcome)
            for outcome in ("passed", "failed")
        }
