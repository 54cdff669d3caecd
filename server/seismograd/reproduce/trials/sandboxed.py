"""A runner in a sandbox."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from seismograd.reproduce.observation import Observation
from seismograd.reproduce.trial_runner import QUICK_S
from seismograd.reproduce.trials.judged import judged, plain
from seismograd.reproduce.trials.reading import observation
from seismograd.reproduce.trials.symbols import complaints, question
from seismograd.reproduce.trials.tree import SCRIPT, Tree, words
from seismograd.reproduce.trials.warmth import Asked, Warmths
from seismograd.runs.guest_command import guest_interpreter
from seismograd.runs.warm_interpreter import NotWarm
from seismograd_sandbox.host.closing import Closing
from seismograd_sandbox.host.outcome import Ending
from seismograd_sandbox.host.sandbox import SandboxUnusable

TRACE = "trace.jsonl"
RESOLVE_S = 60.0
NOTHING_SEEN = Observation(Ending.CANCELLED, None, "", "")


class SandboxedTrialRunner(Closing):
    """A `TrialRunner`. Several threads may run scripts in it at once."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._warmths = Warmths(tree)
        self._known: dict[tuple[str, tuple[str, ...]], str] = {}
        """Names with their keywords, and what is wrong with them."""

    def warm_up(self) -> None:
        with suppress(NotWarm, SandboxUnusable):
            self._warmths.for_script().warm_up()

    def try_quickly(
        self,
        source: str,
        *,
        seed: int = 0,
        wall_s: float = QUICK_S,
        lines: Sequence[str] = (),
    ) -> Observation:
        return self._unless_cancelled(lambda: self._tried(source, seed, wall_s, tuple(lines)))

    def run_fresh(self, source: str, *, seed: int = 0, wall_s: float = 120.0) -> Observation:
        return self._unless_cancelled(lambda: self._proven(source, seed, wall_s))

    def judge(self, source: str, *, seed: int = 0, wall_s: float = 120.0) -> Observation:
        return self._unless_cancelled(lambda: judged(self._tree, source, seed, wall_s))

    def run_plainly(self, source: str, *, wall_s: float = 120.0) -> Observation:
        return self._unless_cancelled(lambda: plain(self._tree, source, wall_s))

    def _unless_cancelled(self, trial: Callable[[], Observation]) -> Observation:
        """No sandbox starts once somebody wishes to stop: then nothing was seen."""
        try:
            return trial()
        except SandboxUnusable:
            if not self._tree.cancel:
                raise
            return NOTHING_SEEN

    def _tried(self, source: str, seed: int, wall_s: float, lines: tuple[str, ...]) -> Observation:
        asked = Asked(source, seed, self._changed(), lines)
        try:
            return self._warmths.for_script(source).try_out(asked, wall_s)
        except NotWarm:
            if self._tree.cancel:
                return NOTHING_SEEN
            return self._proven(source, seed, wall_s, lines)

    def _proven(
        self, source: str, seed: int, wall_s: float, lines: tuple[str, ...] = ()
    ) -> Observation:
        with tempfile.TemporaryDirectory(prefix="seismograd-trial-") as folder:
            outbox = Path(folder)
            with self._tree.open(outbox) as session:
                session.write(SCRIPT, source.encode())
                command = [*guest_interpreter(session), *words(session, TRACE, seed, lines)]
                ran = session.run(command, cancel=self._tree.cancel, wall_s=wall_s)
            return observation(ran, outbox / TRACE)

    def with_files(self, changed: Mapping[str, str]) -> SandboxedTrialRunner:
        """Shares the warm interpreter: the files are another for the time of a trial."""
        other = SandboxedTrialRunner(self._tree.with_files(changed))
        other._warmths = self._warmths
        return other

    def _changed(self) -> tuple[tuple[str, str], ...]:
        """What is other here than in the tree that the warm interpreter was started on."""
        before = self._warmths.tree.changed
        return tuple(item for item in self._tree.changed.items() if before.get(item[0]) != item[1])

    def resolve(self, names: Mapping[str, tuple[str, ...]]) -> dict[str, str]:
        """What was asked once is known."""
        unknown = {name: words for name, words in names.items() if (name, words) not in self._known}
        if unknown:
            seen = self.try_quickly(question(unknown), wall_s=RESOLVE_S)
            wrong = complaints(seen)
            if seen.exit_code != 0:
                return wrong
            self._known.update((asked, wrong.get(asked[0], "")) for asked in unknown.items())
        told = {name: self._known[name, words] for name, words in names.items()}
        return {name: complaint for name, complaint in told.items() if complaint}

    def release(self) -> None:
        self._warmths.close()

    def close(self) -> None:
        self._warmths.close()
