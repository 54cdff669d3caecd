"""Puts a sandbox through the checks, one after another, none for longer than it may take."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from seismograd_sandbox.host.sandbox import Sandbox, SandboxUnusable
from seismograd_sandbox.host.self_check.check import MODEST, Check
from seismograd_sandbox.host.self_check.forgotten import remove_forgotten
from seismograd_sandbox.host.self_check.ground import Ground, RestartEngine
from seismograd_sandbox.host.self_check.verdict import CannotBeTried, NotAsExpected, Verdict


@dataclass(frozen=True)
class Result:
    check: Check
    verdict: Verdict
    seen: str = ""
    """What was seen instead, or why nothing could be seen."""
    seconds: float = 0.0


Progress = Callable[[Result], None]


class SelfCheck:
    """The checks of one sandbox; each is tried at most once, those that it rests on before it."""

    def __init__(
        self,
        sandbox: Sandbox,
        checks: Sequence[Check],
        python: Path,
        *,
        restart_engine: RestartEngine | None = None,
    ) -> None:
        self.checks = checks
        self._by_name = {check.name: check for check in checks}
        self._sandbox = sandbox
        self._python = python
        self._restart_engine = restart_engine
        self._results: dict[str, Result] = {}

    def prepare(self) -> None:
        """Start a sandbox once, however long that takes; raises `SandboxUnusable`."""
        remove_forgotten()
        with Ground(self._sandbox, self._python, MODEST) as ground:
            ground.open()

    def run(self, progress: Progress) -> list[Result]:
        results = []
        for check in self.checks:
            results.append(self.result(check))
            progress(results[-1])
        return results

    def result(self, check: Check) -> Result:
        if check.name not in self._results:
            self._results[check.name] = self._without_trying(check) or self._tried(check)
        return self._results[check.name]

    def _without_trying(self, check: Check) -> Result | None:
        if check.needs is not None and check.needs not in self._sandbox.promises:
            return Result(check, Verdict.NOT_PROMISED, check.needs)
        for proof in check.after:
            if self.result(self._by_name[proof]).verdict is not Verdict.PASSED:
                return Result(check, Verdict.NOT_TRIED, f"it is safe only where '{proof}' passed")
        return None

    def _tried(self, check: Check) -> Result:
        started = time.monotonic()
        attempt = _Attempt(check, self._ground(check))
        verdict, seen = attempt.within(check.most_s)
        return Result(check, verdict, seen, time.monotonic() - started)

    def _ground(self, check: Check) -> Ground:
        return Ground(
            self._sandbox,
            self._python,
            check.limits,
            restart_engine=self._restart_engine,
            unix_only=check.unix_only,
        )


class _Attempt:
    """A check in a thread of its own, so that one that hangs is told and left behind."""

    _MOST_TO_END_S = 15.0

    def __init__(self, check: Check, ground: Ground) -> None:
        self._check = check
        self._ground = ground
        self._end: tuple[Verdict, str] | None = None
        self._thread = threading.Thread(target=self._run, name=check.name, daemon=True)

    def within(self, most_s: float) -> tuple[Verdict, str]:
        self._thread.start()
        self._thread.join(most_s)
        end = self._end if not self._thread.is_alive() else None
        if end is None:
            threading.Thread(target=self._ground.close, daemon=True).start()
            self._thread.join(self._MOST_TO_END_S)
            return Verdict.FAILED, f"it was not over after {most_s:g} s"
        return end

    def _run(self) -> None:
        try:
            with self._ground:
                self._check.body(self._ground)
            self._end = Verdict.PASSED, ""
        except CannotBeTried as reason:
            self._end = Verdict.NOT_TRIED, str(reason)
        except NotAsExpected as seen:
            self._end = Verdict.FAILED, str(seen)
        except SandboxUnusable as unusable:
            self._end = Verdict.FAILED, f"the sandbox did not start: {unusable}"
        except Exception as error:
            # Whatever else a sandbox raises breaks the protocol: it is what the check has found.
            self._end = Verdict.FAILED, f"{type(error).__name__}: {error}"
