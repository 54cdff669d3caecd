"""The warm interpreters of a tree, how fast they are, and what was seen in them."""

from __future__ import annotations

import threading
from collections import deque
from dataclasses import dataclass, replace

from seismograd.reproduce.observation import Observation
from seismograd.reproduce.trials.tree import Tree
from seismograd.reproduce.trials.warm_trials import WarmTrials
from seismograd.runs.keras_backend import ASSIGNMENT
from seismograd.runs.keras_backend import VARIABLE as BACKEND_VARIABLE
from seismograd.runs.warm_interpreter import NotWarm
from seismograd_sandbox.host.closing import Closing
from seismograd_sandbox.host.outcome import Ending

USUAL_S = 0.1
"""What such a trial takes on a machine that does nothing else."""
MOST_PATIENT = 6.0
REMEMBERED = 3


class Pace:
    def __init__(self) -> None:
        self._seconds: deque[float] = deque(maxlen=REMEMBERED)

    @property
    def is_known(self) -> bool:
        return bool(self._seconds)

    def note(self, seconds: float) -> None:
        self._seconds.append(seconds)

    def stretched(self, limit_s: float) -> float:
        """A limit for a machine at the usual pace, as it has to be on this one: never less."""
        slowness = max(self._seconds, default=USUAL_S) / USUAL_S
        return limit_s * min(max(slowness, 1.0), MOST_PATIENT)


MOST_LOSSES = 3
CALIBRATION_S = 60.0
SLOWER = 1.25
"""Times: what is less may be chance, and is not worth another run."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A trial; the same one need not be run twice."""

    source: str
    seed: int = 0
    changed: tuple[tuple[str, str], ...] = ()
    """Files with their other content."""
    lines: tuple[str, ...] = ()
    """Of the project, to be watched."""


class Warmths(Closing):
    """One for scripts as they are, and one for each backend that scripts choose for Keras.

    Keras asks for its backend when it is loaded, so it can be loaded ahead only once that is known.
    """

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self._by_backend: dict[str, Warmth] = {}

    def for_script(self, source: str = "") -> Warmth:
        chosen = ASSIGNMENT.search(source.encode())
        is_open = BACKEND_VARIABLE not in self.tree.environment
        backend = chosen[1].decode() if chosen and is_open else ""
        if backend not in self._by_backend:
            self._by_backend[backend] = Warmth(_with_backend(self.tree, backend))
        return self._by_backend[backend]

    def close(self) -> None:
        for warmth in self._by_backend.values():
            warmth.close()


def _with_backend(tree: Tree, backend: str) -> Tree:
    if not backend:
        return tree
    return replace(tree, environment={**tree.environment, BACKEND_VARIABLE: backend})


class Warmth(Closing):
    """Started when first asked for, one more for each trial at the same time, and anew once one is
    spoiled."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self._idle: list[WarmTrials] = []
        self._busy: list[WarmTrials] = []
        self._lock = threading.Lock()
        self._losses = 0
        self._pace = Pace()
        self._seen: dict[Asked, Observation] = {}

    def warm_up(self) -> None:
        """Raises `NotWarm`; comes back at once."""
        self._give_back(self._take())

    def try_out(self, asked: Asked, usual_s: float) -> Observation:
        """Raises `NotWarm`. The limit is for a machine that does nothing else."""
        if asked not in self._seen:
            seen = self._tried(asked, usual_s)
            if seen.ending is not Ending.EXITED:
                return seen
            self._seen[asked] = seen
        return self._seen[asked]

    def _tried(self, asked: Asked, usual_s: float) -> Observation:
        trials = self._take()
        try:
            if not self._pace.is_known:
                self._measure_pace(trials)
            limit_s = self._pace.stretched(usual_s)
            seen = _run(trials, asked, limit_s)
            if seen.ending is not Ending.WALL_LIMIT or trials.spoiled:
                return seen
            # The machine may be busier by now than when its pace was measured.
            self._measure_pace(trials)
            longer_s = self._pace.stretched(usual_s)
            return _run(trials, asked, longer_s) if longer_s > SLOWER * limit_s else seen
        except NotWarm:
            self._note_loss(trials)
            raise
        finally:
            self._give_back(trials)

    def _measure_pace(self, trials: WarmTrials) -> None:
        self._pace.note(trials.try_out("", 0, CALIBRATION_S, {}).seconds)

    def _take(self) -> WarmTrials:
        with self._lock:
            if self._losses >= MOST_LOSSES:
                raise NotWarm("it was lost too often")
            trials = self._idle.pop() if self._idle else WarmTrials(self.tree)
            self._busy.append(trials)
            return trials

    def _give_back(self, trials: WarmTrials) -> None:
        with self._lock:
            is_open = trials in self._busy
            if is_open:
                self._busy.remove(trials)
            if is_open and not trials.spoiled:
                self._idle.append(trials)
                return
        trials.close()

    def _note_loss(self, trials: WarmTrials) -> None:
        """A script may end the interpreter it came from; where that goes on, there is none."""
        with self._lock:
            if not self.tree.cancel:
                self._losses += 1
            if trials in self._busy:
                self._busy.remove(trials)

    def close(self) -> None:
        """Also those that are busy: whoever waits for them hears that they are gone."""
        with self._lock:
            found = [*self._idle, *self._busy]
            self._idle, self._busy = [], []
        for trials in found:
            trials.close()


def _run(trials: WarmTrials, asked: Asked, limit_s: float) -> Observation:
    return trials.try_out(asked.source, asked.seed, limit_s, dict(asked.changed), asked.lines)
