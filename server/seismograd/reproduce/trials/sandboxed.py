"""A laboratory in a sandbox."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from pathlib import Path

from seismograd.reproduce.observation import Observation
from seismograd.reproduce.trials.guest_words import interpreter, words
from seismograd.reproduce.trials.reading import observation
from seismograd.reproduce.trials.symbols import complaints, question
from seismograd.reproduce.trials.tree import SCRIPT, Tree
from seismograd.reproduce.trials.warm import NotWarm
from seismograd.reproduce.trials.warm_trials import WarmTrials
from seismograd_sandbox.host.closing import Closing

TRACE = "trace.jsonl"
RESOLVE_S = 60.0


class SandboxedLaboratory(Closing):
    """A `Laboratory`. Not for several threads at once."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._warm: WarmTrials | None = None
        self._never_warm = False
        self._children: list[SandboxedLaboratory] = []

    def try_quickly(self, source: str, *, seed: int = 0, wall_s: float = 20.0) -> Observation:
        if not self._never_warm:
            try:
                return self._warm_trials().try_out(source, seed, wall_s)
            except NotWarm:
                self._never_warm = True
        return self.prove(source, seed=seed, wall_s=wall_s)

    def prove(self, source: str, *, seed: int = 0, wall_s: float = 120.0) -> Observation:
        with tempfile.TemporaryDirectory(prefix="seismograd-trial-") as folder:
            outbox = Path(folder)
            with self._tree.open(outbox) as session:
                session.write(SCRIPT, source.encode())
                command = [*interpreter(session), *words(session, TRACE, seed)]
                ran = session.run(command, cancel=self._tree.cancel, wall_s=wall_s)
            return observation(
                ran.ending,
                ran.exit_code,
                ran.stdout.text,
                ran.stderr.text,
                outbox / TRACE,
                ran.seconds,
            )

    def with_files(self, changed: Mapping[str, str]) -> SandboxedLaboratory:
        child = SandboxedLaboratory(self._tree.with_files(changed))
        self._children.append(child)
        return child

    def resolve(self, names: Mapping[str, tuple[str, ...]]) -> dict[str, str]:
        return complaints(self.try_quickly(question(names), wall_s=RESOLVE_S)) if names else {}

    def close(self) -> None:
        for child in self._children:
            child.close()
        self._cool_down()

    def _warm_trials(self) -> WarmTrials:
        if self._warm is not None and self._warm.spoiled:
            self._cool_down()
        if self._warm is None:
            self._warm = WarmTrials(self._tree)
        return self._warm

    def _cool_down(self) -> None:
        if self._warm is not None:
            self._warm.close()
            self._warm = None
