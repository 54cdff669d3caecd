"""Trials in a warm interpreter, for as long as nobody spoils the copy of the project."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from seismograd.reproduce.context.project_files import project_text
from seismograd.reproduce.observation import Observation
from seismograd.reproduce.trials.reading import observation
from seismograd.reproduce.trials.tree import SCRIPT, Tree, words
from seismograd.runs.guest_command import guest_interpreter
from seismograd.runs.keras_backend import VARIABLE
from seismograd.runs.preloading import to_preload
from seismograd.runs.warm_interpreter import FOLDER, WarmInterpreter
from seismograd_sandbox.host.closing import Closing


class WarmTrials(Closing):
    """A session of its own, open until it is closed."""

    def __init__(self, tree: Tree) -> None:
        """Raises `SandboxUnusable`. The interpreter gets warm by itself: nobody waits for it."""
        self._tree = tree
        self._outbox = tempfile.TemporaryDirectory(prefix="seismograd-trials-")
        outbox = Path(self._outbox.name)
        (outbox / FOLDER).mkdir()
        self._session = tree.open(outbox)
        self._count = 0
        self.spoiled = False
        """Whether a trial changed what the next one would start from."""
        preload = to_preload(tree.root, with_keras=VARIABLE in tree.environment)
        self._interpreter = WarmInterpreter(
            self._session, outbox / FOLDER, guest_interpreter(self._session), preload, tree.cancel
        )

    def try_out(
        self,
        source: str,
        seed: int,
        wall_s: float,
        changed: Mapping[str, str],
        lines: Sequence[str] = (),
    ) -> Observation:
        """With some files changed for this trial alone; raises `NotWarm`."""
        self._interpreter.wait_until_ready()
        self._write(changed)
        try:
            return self._try_out(source, seed, wall_s, lines)
        finally:
            self._write({path: self._original(path) for path in changed})

    def _write(self, files: Mapping[str, str]) -> None:
        for path, text in files.items():
            self._session.write(path, text.encode())

    def _original(self, path: str) -> str:
        here = self._tree.changed.get(path)
        return project_text(self._tree.root, path) if here is None else here

    def _try_out(self, source: str, seed: int, wall_s: float, lines: Sequence[str]) -> Observation:
        self._session.write(SCRIPT, source.encode())
        self._count += 1
        trace = f"{self._count}.jsonl"
        asked = words(self._session, trace, seed, lines)
        answer = self._interpreter.run(asked, wall_s, self._tree.limits.output_bytes)
        self.spoiled = self.spoiled or answer.spoiled
        return observation(answer.outcome, Path(self._outbox.name) / trace)

    def close(self) -> None:
        self._interpreter.stop()
        self._session.close()
        self._outbox.cleanup()
