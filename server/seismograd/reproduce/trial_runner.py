"""Where scripts are tried: one tree of the project, in a sandbox, as often as needed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Protocol, Self

from seismograd.reproduce.observation import Observation

QUICK_S = 20.0


class TrialRunner(Protocol):
    """Opened on one tree. What a script writes never reaches another trial, nor the tree itself."""

    def warm_up(self) -> None:
        """There will be quick trials soon. Comes back at once."""

    def try_quickly(
        self,
        source: str,
        *,
        seed: int = 0,
        wall_s: float = QUICK_S,
        lines: Sequence[str] = (),
    ) -> Observation:
        """In a forked child of an interpreter that has the frameworks loaded: for the search.

        `lines` of the project, such as `model.py:40-42`, are watched for being executed.

        What was seen once is not run again. The limit is for a machine that does nothing else; on
        a slower one it is longer. Where there are no such interpreters it takes a fresh one, as
        `run_fresh` does.
        """

    def run_fresh(self, source: str, *, seed: int = 0, wall_s: float = 120.0) -> Observation:
        """In a fresh sandbox and a fresh interpreter: what is counted."""

    def judge(self, source: str, *, seed: int = 0, wall_s: float = 120.0) -> Observation:
        """As `run_fresh`, with a guarded script and a trace that the script cannot write to."""

    def run_plainly(self, source: str, *, wall_s: float = 120.0) -> Observation:
        """With the interpreter alone, as a user would run it: what was printed, and the status."""

    def with_files(self, changed: Mapping[str, str]) -> TrialRunner:
        """The same tree with some files replaced, as a runner of its own."""

    def resolve(self, names: Mapping[str, tuple[str, ...]]) -> dict[str, str]:
        """What is wrong with dotted names and the keyword arguments they are called with.

        Asked of the interpreter inside; the project's modules are not imported. Names that are
        fine are left out of the answer.
        """

    def release(self) -> None:
        """End the interpreters that wait for quick trials; the next such trial starts them anew."""

    def close(self) -> None: ...
    def __enter__(self) -> Self: ...
    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None: ...
