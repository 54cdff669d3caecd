"""An interpreter inside of a sandbox that has the frameworks loaded and forks for every trial."""

from __future__ import annotations

import json
import os
import posixpath
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from seismograd.cancellation import Cancellation
from seismograd.runs.output_text import output_text
from seismograd_sandbox.host.outcome import Captured, Ending, Outcome
from seismograd_sandbox.host.sandbox import Session
from seismograd_sandbox.untrusted_files import read_without_links
from seismograd_sandbox.untrusted_writes import make_way, replace_file

FOLDER = "warm"
PAUSE_S = 0.004
START_S = 120.0
"""For the frameworks to load, on a slow disk."""
GRACE_S = 10.0
"""For an answer, after the time that a trial itself has."""
MOST_ANSWER = 100_000
MOST_OUTPUT = 1 << 20
LOOK_S = 0.25
"""Between two looks at a trial that may be stopped."""
ShouldStop = Callable[[str], bool]
"""Given what the trial has printed so far."""


class NotWarm(Exception):
    """There is no such interpreter here, or no longer."""


@dataclass(frozen=True, slots=True)
class Answer:
    outcome: Outcome
    changed: tuple[str, ...] | None
    """Files of the copy of the project that are no longer what they were; None where more is."""

    @property
    def spoiled(self) -> bool:
        return self.changed != ()


class WarmInterpreter:
    """One trial at a time. Ends with its session."""

    def __init__(
        self,
        session: Session,
        folder: Path,
        interpreter: Sequence[str],
        preload: Sequence[str],
        cancel: Cancellation | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        """The folder is `FOLDER` of the session's outbox."""
        self._session = session
        self._folder = folder
        self._cancel = cancel
        self._environment = dict(environment or {})
        self._number = 0
        self._over = threading.Event()
        inside = posixpath.join(session.outbox, FOLDER)
        command = [*interpreter, "--warm", inside, session.project, ",".join(preload)]
        threading.Thread(target=self._run, args=(command,), daemon=True).start()

    def wait_until_ready(self) -> None:
        """Raises `NotWarm`."""
        self._wait_for("ready", START_S)

    def run(
        self,
        words: Sequence[str],
        wall_s: float,
        output_bytes: int,
        should_stop: ShouldStop | None = None,
    ) -> Answer:
        """Raises `NotWarm` where the interpreter is gone: then nothing is known of the trial.

        `should_stop` is asked again and again while the trial runs.
        """
        number, self._number = self._number, self._number + 1
        request = {"words": list(words), "wall_s": wall_s, "output_bytes": output_bytes}
        self._place(f"{number}.request", request)
        stop = partial(self._stop_trial, number, should_stop) if should_stop else None
        answer = self._wait_for(f"{number}.answer", wall_s + GRACE_S, stop)
        return self._answer(number, answer, output_bytes)

    def _stop_trial(self, number: int, should_stop: ShouldStop) -> bool:
        """Whether it was told to stop now."""
        streams = (self._read_stream(number, name) for name in ("stdout", "stderr"))
        if not should_stop(output_text(*streams)):
            return False
        self._place(f"{number}.stop", {})
        return True

    def _read_stream(self, number: int, name: str) -> bytes:
        """As far as the trial has come."""
        with suppress(OSError):
            return read_without_links(self._folder / f"{number}.{name}", MOST_OUTPUT)
        return b""

    def stop(self) -> None:
        if not self._over.is_set():
            with suppress(NotWarm):
                self._place("stop", {})

    def _run(self, command: list[str]) -> None:
        try:
            self._session.run(command, environment=self._environment, cancel=self._cancel)
        finally:
            self._over.set()

    def _place(self, name: str, content: dict[str, object]) -> None:
        """Code that is tried can write to the outbox too, and put links there."""
        outbox, file = self._folder.parent, self._folder / name
        try:
            make_way(file, within=outbox)
            replace_file(file, json.dumps(content).encode(), within=outbox)
        except OSError as error:
            raise NotWarm(f"{name} cannot be written") from error

    def _wait_for(
        self, name: str, seconds: float, stop: Callable[[], bool] | None = None
    ) -> dict[str, object]:
        path = self._folder / name
        deadline = time.monotonic() + seconds
        next_look = time.monotonic() + LOOK_S
        while not path.exists():
            now = time.monotonic()
            if self._over.is_set() or now > deadline:
                raise NotWarm(name)
            if stop is not None and now > next_look:
                stop, next_look = (None if stop() else stop), time.monotonic() + LOOK_S
            time.sleep(PAUSE_S)
        return _parsed(self._read(name, MOST_ANSWER))

    def _answer(self, number: int, told: dict[str, object], most: int) -> Answer:
        ending, exit_code, signal = _ending(told)
        seconds = told.get("seconds")
        outcome = Outcome(
            ending,
            exit_code,
            signal,
            stdout=Captured(self._read(f"{number}.stdout", most)),
            stderr=Captured(self._read(f"{number}.stderr", most)),
            seconds=seconds if isinstance(seconds, float) else 0.0,
        )
        return Answer(outcome, _changed(told))

    def _read(self, name: str, most: int) -> bytes:
        try:
            return read_without_links(self._folder / name, most)
        except OSError as error:
            raise NotWarm(f"{name} is not what it should be") from error


def _parsed(content: bytes) -> dict[str, object]:
    try:
        told = json.loads(content)
    except ValueError:
        raise NotWarm("an answer that is none") from None
    if not isinstance(told, dict):
        raise NotWarm("an answer that is none")
    return told


def _changed(told: dict[str, object]) -> tuple[str, ...] | None:
    names = told.get("changed")
    return tuple(map(str, names)) if isinstance(names, list) else None


def _ending(told: dict[str, object]) -> tuple[Ending, int | None, int | None]:
    """How it ended, and the exit status or the signal."""
    status, why = told.get("status"), told.get("ended")
    if why == "wall":
        return Ending.WALL_LIMIT, None, None
    if why == "output":
        return Ending.OUTPUT_LIMIT, None, None
    if why == "stopped":
        return Ending.CANCELLED, None, None
    if not isinstance(status, int) or why:
        return Ending.SIGNALLED, None, None
    if os.WIFSIGNALED(status):
        return Ending.SIGNALLED, None, os.WTERMSIG(status)
    return Ending.EXITED, os.waitstatus_to_exitcode(status), None
