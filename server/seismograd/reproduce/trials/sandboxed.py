"""A laboratory in a sandbox."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path

from seismograd.reproduce.observation import Observation
from seismograd.reproduce.trials.guest_words import interpreter, words
from seismograd.reproduce.trials.reading import observation
from seismograd.reproduce.trials.symbols import complaints, question
from seismograd.reproduce.trials.tree import SCRIPT, Tree
from seismograd.reproduce.trials.warm import NotWarm
from seismograd.reproduce.trials.warm_trials import WarmTrials
from seismograd_sandbox.host.closing import Closing
from seismograd_sandbox.host.outcome import Ending
from seismograd_sandbox.host.sandbox import SandboxUnusable

TRACE = "trace.jsonl"
RESOLVE_S = 60.0
MOST_LOSSES = 3
NOTHING_SEEN = Observation(Ending.CANCELLED, None, "", "")


class SandboxedLaboratory(Closing):
    """A `Laboratory`. Not for several threads at once."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._warmth = _Warmth(tree)

    def try_quickly(self, source: str, *, seed: int = 0, wall_s: float = 30.0) -> Observation:
        return self._unless_cancelled(lambda: self._tried(source, seed, wall_s))

    def prove(self, source: str, *, seed: int = 0, wall_s: float = 120.0) -> Observation:
        return self._unless_cancelled(lambda: self._proven(source, seed, wall_s))

    def _unless_cancelled(self, trial: Callable[[], Observation]) -> Observation:
        """No sandbox starts once somebody wishes to stop: then nothing was seen."""
        try:
            return trial()
        except SandboxUnusable:
            if not self._tree.cancel:
                raise
            return NOTHING_SEEN

    def _tried(self, source: str, seed: int, wall_s: float) -> Observation:
        try:
            return self._warmth.trials().try_out(source, seed, wall_s, self._changed())
        except NotWarm:
            self._warmth.note_loss()
            return self._proven(source, seed, wall_s)

    def _proven(self, source: str, seed: int, wall_s: float) -> Observation:
        with tempfile.TemporaryDirectory(prefix="seismograd-trial-") as folder:
            outbox = Path(folder)
            with self._tree.open(outbox) as session:
                session.write(SCRIPT, source.encode())
                command = [*interpreter(session), *words(session, TRACE, seed)]
                ran = session.run(command, cancel=self._tree.cancel, wall_s=wall_s)
            return observation(ran, outbox / TRACE)

    def with_files(self, changed: Mapping[str, str]) -> SandboxedLaboratory:
        """Shares the warm interpreter: the files are another for the time of a trial."""
        other = SandboxedLaboratory(self._tree.with_files(changed))
        other._warmth = self._warmth
        return other

    def _changed(self) -> dict[str, str]:
        """What is other here than in the tree that the warm interpreter was started on."""
        before = self._warmth.tree.changed
        return {path: text for path, text in self._tree.changed.items() if before.get(path) != text}

    def resolve(self, names: Mapping[str, tuple[str, ...]]) -> dict[str, str]:
        return complaints(self.try_quickly(question(names), wall_s=RESOLVE_S)) if names else {}

    def close(self) -> None:
        self._warmth.close()


class _Warmth(Closing):
    """The warm interpreter of a tree: started when first asked for, and anew once it is spoiled."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self._trials: WarmTrials | None = None
        self._losses = 0

    def trials(self) -> WarmTrials:
        """Raises `NotWarm`."""
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
