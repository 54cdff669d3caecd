"""Train with a patch: from values of parameters to a finished trial."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from seismograd.repair.objective import Objective
from seismograd.repair.parameter import CannotWrite, Value
from seismograd.repair.patches.change import Conflict, Patch, Read, patch_of
from seismograd.repair.search.strategy import SearchSpace
from seismograd.runs.trial import Trial, TrialResult, Watch

RunTrial = Callable[[Trial, Watch | None], TrialResult]


class NotApplicable(Exception):
    """The values cannot be written together; the message says why."""


@dataclass(frozen=True)
class PatchRuns:
    run_trial: RunTrial
    root: Path
    read: Read
    space: SearchSpace

    def patch(self, values: Mapping[str, Value]) -> Patch:
        """Raises `NotApplicable`."""
        try:
            changes = [self.space.by_name[name].change(one) for name, one in values.items()]
            patch = patch_of(changes)
            patch.files(self.root, self.read)
        except (CannotWrite, Conflict) as error:
            raise NotApplicable(str(error)) from None
        return patch

    def compatible(self, values: Mapping[str, Value]) -> dict[str, Value]:
        """Without those that cannot be written, or not together with earlier ones."""
        kept: dict[str, Value] = {}
        for name, value in values.items():
            with suppress(NotApplicable):
                self.patch({**kept, name: value})
                kept[name] = value
        return kept

    def run(
        self,
        patch: Patch,
        shift: int = 0,
        watch: Watch | None = None,
        alter: tuple[str, ...] = (),
    ) -> TrialResult:
        """With the seeds of the script shifted; raises `NotApplicable` and `SandboxUnusable`."""
        return self.run_trial(Trial(self.files(patch), shift, alter=alter), watch)

    def files(self, patch: Patch) -> dict[str, str]:
        """What the patch makes of files, by their path in the project; raises `NotApplicable`."""
        changed = patch.files(self.root, self.read)
        if changed is None:
            raise NotApplicable("a file of the project is gone")
        return changed


def value_of(result: TrialResult, objective: Objective) -> float | None:
    """None where the run failed: whatever it printed before is no result."""
    return None if result.has_failed else objective.value(result)
