"""A runner that says what it is about to do, for whoever waits."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from seismograd.reproduce.observation import Observation
from seismograd.reproduce.trial_runner import QUICK_S, TrialRunner
from seismograd_sandbox.host.closing import Closing


@dataclass(frozen=True, slots=True)
class AnnouncedTrialRunner(Closing):
    """A `TrialRunner`. `tell` may be called from several threads."""

    inner: TrialRunner
    tell: Callable[[str], None]
    tree: str = "the project"

    def warm_up(self) -> None:
        self.inner.warm_up()

    def try_quickly(
        self,
        source: str,
        *,
        seed: int = 0,
        wall_s: float = QUICK_S,
        lines: Sequence[str] = (),
    ) -> Observation:
        self.tell(f"Running a script on {self.tree}")
        return self.inner.try_quickly(source, seed=seed, wall_s=wall_s, lines=lines)

    def run_fresh(self, source: str, *, seed: int = 0, wall_s: float = 120.0) -> Observation:
        self._tell_fresh()
        return self.inner.run_fresh(source, seed=seed, wall_s=wall_s)

    def judge(self, source: str, *, seed: int = 0, wall_s: float = 120.0) -> Observation:
        self._tell_fresh()
        return self.inner.judge(source, seed=seed, wall_s=wall_s)

    def run_plainly(self, source: str, *, wall_s: float = 120.0) -> Observation:
        self._tell_fresh()
        return self.inner.run_plainly(source, wall_s=wall_s)

    def with_files(self, changed: Mapping[str, str]) -> AnnouncedTrialRunner:
        return AnnouncedTrialRunner(
            self.inner.with_files(changed), self.tell, "a changed copy of the project"
        )

    def resolve(self, names: Mapping[str, tuple[str, ...]]) -> dict[str, str]:
        self.tell("Checking imports, names and keyword arguments")
        return self.inner.resolve(names)

    def release(self) -> None:
        self.inner.release()

    def close(self) -> None:
        self.inner.close()

    def _tell_fresh(self) -> None:
        self.tell(f"Running a script on {self.tree}, in a fresh interpreter")
