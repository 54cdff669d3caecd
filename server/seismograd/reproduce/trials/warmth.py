"""The warm interpreters of a tree, and what was seen in them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from seismograd.reproduce.observation import Observation
from seismograd.reproduce.trials.pace import Pace
from seismograd.reproduce.trials.tree import Tree
from seismograd.reproduce.trials.warm_trials import WarmTrials
from seismograd.runs.keras_backend import ASSIGNMENT
from seismograd.runs.keras_backend import VARIABLE as BACKEND_VARIABLE
from seismograd.runs.warm_interpreter import NotWarm
from seismograd_sandbox.host.closing import Closing
from seismograd_sandbox.host.outcome import Ending

MOST_LOSSES = 3
CALIBRATION_S = 60.0


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
    """Started when first asked for, and anew once it is spoiled."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self._trials: WarmTrials | None = None
        self._losses = 0
        self._pace = Pace()
        self._seen: dict[Asked, Observation] = {}

    def try_out(self, asked: Asked, usual_s: float) -> Observation:
        """Raises `NotWarm`. The limit is for a machine that does nothing else."""
        if asked in self._seen:
            return self._seen[asked]
        if not self._pace.is_known:
            empty = self.trials().try_out("", 0, CALIBRATION_S, {})
            self._pace.note(empty.seconds)
        limit_s = self._pace.stretched(usual_s)
        seen = self.trials().try_out(
            asked.source, asked.seed, limit_s, dict(asked.changed), asked.lines
        )
        if seen.ending is Ending.EXITED:
            self._seen[asked] = seen
        return seen

    def trials(self) -> WarmTrials:
        """Not waited for; raises `NotWarm`."""
        if self._losses >= MOST_LOSSES:
            raise NotWarm("it was lost too often")
        if self._trials is not None and self._trials.spoiled:
            self.close()
        if self._trials is None:
            self._trials = WarmTrials(self.tree)
        return self._trials

    def note_loss(self) -> None:
        """A script may end the interpreter it came from; where that goes on, there is none."""
        self._losses += 1
        self.close()

    def close(self) -> None:
        if self._trials is not None:
            self._trials.close()
            self._trials = None
