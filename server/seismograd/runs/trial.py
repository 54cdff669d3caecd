"""Short runs for experiments: of a changed copy, with other seeds, ended after some steps.

The frameworks are loaded once, and every trial is a fork of the interpreter that has them. Where
that is not to be had, each trial starts from nothing, which takes seconds longer.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from seismograd.cancellation import Cancellation
from seismograd.runs.execute import workplace_for
from seismograd.runs.guest_command import guest_interpreter, guest_words
from seismograd.runs.keras_backend import VARIABLE, settled_backend
from seismograd.runs.output_text import output_text
from seismograd.runs.plan import Plan
from seismograd.runs.preloading import package_of, to_preload
from seismograd.runs.python_variables import interpreter_variables
from seismograd.runs.restore_files import restore_files
from seismograd.runs.told import MOST_BYTES
from seismograd.runs.trial_failure import has_failed, is_cut, why_failed
from seismograd.runs.warm_interpreter import FOLDER, NotWarm, WarmInterpreter
from seismograd.traces.history import RunHistory, read_history
from seismograd.traces.printed_metrics import printed_metrics
from seismograd.traces.trace_file import TraceUnreadable
from seismograd_sandbox.host.closing import Closing
from seismograd_sandbox.host.outcome import Ending, Outcome
from seismograd_sandbox.host.sandbox import Session
from seismograd_sandbox.host.selection import Choice


@dataclass(frozen=True, slots=True)
class Trial:
    """What is another in this run."""

    changed: Mapping[str, str] = field(default_factory=dict)
    """Files with another content than on disk, by their path in the project."""
    shift_seeds: int = 0
    most_steps: int | None = None
    alter: tuple[str, ...] = ()
    """Names of alterations of the guest, with "=" and a value where they take one."""


@dataclass(frozen=True, slots=True)
class TrialResult:
    history: RunHistory
    has_failed: bool
    """Whether the script crashed, took too long, or ended itself before it had trained."""
    output: str = ""
    """What it printed and logged."""
    seconds: float = 0.0
    is_stopped: bool = False
    """Whether `should_stop` ended it."""
    is_cut: bool = False
    """Whether it printed more than its limit allows."""
    reason: str = ""
    """Why it failed, where no exception tells it."""


@dataclass(frozen=True, slots=True)
class RunningTrial:
    """What can be seen of a trial while it runs."""

    trace: Path
    output: str


Watch = Callable[[RunningTrial], bool]
"""Asked some times a second whether a trial should be stopped."""


class TrialRunner(Closing):
    """One trial at a time, in a session that stays open. Raises `SandboxUnusable`."""

    _session: Session
    _warm: WarmInterpreter
    _changed: tuple[str, ...] | None

    def __init__(
        self,
        plan: Plan,
        choice: Choice,
        packages: Sequence[str],
        wall_s: float,
        cancel: Cancellation,
    ) -> None:
        """`packages`: those that the run is known to import."""
        self._plan = replace(plan, live=False, check_network=False)
        self._choice = choice
        self._backend = settled_backend(plan.entry.root, {**os.environ, **plan.environment})
        self._packages = packages
        self._wall_s = wall_s
        self._cancel = cancel
        self._count = 0
        self._open()

    def run(self, trial: Trial, watch: Watch | None = None) -> TrialResult:
        self._count += 1
        trace = f"{self._count}.jsonl"
        originals = {path: self._session.read(path) for path in trial.changed}
        self._write({path: text.encode() for path, text in trial.changed.items()})
        outcome = self._run(trial, trace, watch)
        if self._cancel:
            return TrialResult(RunHistory(), has_failed=True)
        history = _read(self._outbox / trace)
        output = output_text(outcome.stdout.content, outcome.stderr.content)
        history.printed = printed_metrics(output)
        self._restore(originals)
        return self._result(outcome, history, output)

    def _result(self, outcome: Outcome, history: RunHistory, output: str) -> TrialResult:
        failed = has_failed(outcome, history)
        limits = replace(self._plan.limits, wall_s=self._wall_s)
        return TrialResult(
            history,
            failed,
            output,
            outcome.seconds,
            is_stopped=outcome.ending is Ending.CANCELLED,
            is_cut=is_cut(outcome),
            reason=why_failed(outcome, history, limits) if failed else "",
        )

    def _run(self, trial: Trial, trace: str, watch: Watch | None) -> Outcome:
        seed = trial.shift_seeds if self._plan.seed is None else self._plan.seed
        plan = replace(
            self._plan,
            seed=seed,
            shift_seeds=trial.shift_seeds,
            most_steps=trial.most_steps,
            alter=trial.alter,
        )
        words = guest_words(plan, self._session, "trial", trace)
        should_stop = partial(_should_stop, watch, self._outbox / trace) if watch else None
        try:
            self._warm.wait_until_ready()
            most_output = self._plan.limits.output_bytes
            answer = self._warm.run(words, self._wall_s, most_output, should_stop)
        except NotWarm:
            return self._run_cold(words)
        self._changed = answer.changed
        return answer.outcome

    def _run_cold(self, words: list[str]) -> Outcome:
        command = [*guest_interpreter(self._session), *words]
        return self._session.run(
            command, environment=self._variables(), cancel=self._cancel, wall_s=self._wall_s
        )

    def _variables(self) -> dict[str, str]:
        own = {VARIABLE: self._backend} if self._backend else {}
        return {**own, **interpreter_variables(self._plan, self._session.project)}

    def _to_preload(self) -> list[str]:
        slow = to_preload(self._plan.entry.root, with_keras=self._backend is not None)
        return [name for name in slow if package_of(name) in self._packages]

    def _restore(self, originals: Mapping[str, bytes]) -> None:
        """A copy in which the script has changed more than a few files is given up."""
        names, self._changed = self._changed, ()
        if names is None or not restore_files(self._session, self._plan.entry.root, names):
            self._begin_anew()
        else:
            self._write(originals)

    def _write(self, files: Mapping[str, bytes]) -> None:
        for path, content in files.items():
            self._session.write(path, content)

    def _begin_anew(self) -> None:
        self.close()
        self._open()

    def _open(self) -> None:
        self._changed = ()
        self._folder = tempfile.TemporaryDirectory(prefix="seismograd-trials-")
        self._outbox = Path(self._folder.name)
        (self._outbox / FOLDER).mkdir()
        _, self._session = self._choice.open(workplace_for(self._plan, self._outbox), self._cancel)
        self._warm = WarmInterpreter(
            self._session,
            self._outbox / FOLDER,
            guest_interpreter(self._session),
            self._to_preload(),
            self._cancel,
            self._variables(),
        )

    def close(self) -> None:
        self._warm.stop()
        self._session.close()
        self._folder.cleanup()


def _should_stop(watch: Watch, trace: Path, output: str) -> bool:
    return watch(RunningTrial(trace, output))


def _read(trace: Path) -> RunHistory:
    """Nothing where the script put something else in its place."""
    with suppress(OSError, TraceUnreadable):
        return read_history(trace, MOST_BYTES)
    return RunHistory()
