"""A laboratory that says what it is about to do, for whoever waits."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from seismograd.reproduce.laboratory import QUICK_S, Laboratory
from seismograd.reproduce.observation import Observation
from seismograd_sandbox.host.closing import Closing


@dataclass(frozen=True, slots=True)
class AnnouncedLaboratory(Closing):
    """A `Laboratory`. `tell` may be called from several threads."""

    inner: Laboratory
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

    def prove(self, source: str, *, seed: int = 0, wall_s: float = 120.0) -> Observation:
        self._tell_fresh()
        return self.inner.prove(source, seed=seed, wall_s=wall_s)

    def judge(self, source: str, *, seed: int = 0, wall_s: float = 120.0) -> Observation:
        self._tell_fresh()
        return self.inner.judge(source, seed=seed, wall_s=wall_s)

    def run_plainly(self, source: str, *, wall_s: float = 120.0) -> Observation:
        self._tell_fresh()
        return self.inner.run_plainly(source, wall_s=wall_s)

    def with_files(self, changed: Mapping[str, str]) -> AnnouncedLaboratory:
        return AnnouncedLaboratory(
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
