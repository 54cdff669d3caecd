"""Trials of a search on disk: a search that was killed goes on where it ended."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from seismograd.repair.objective import Objective
from seismograd.repair.patches.change import Patch, Read
from seismograd.repair.trials.repeatable_trial import RepeatableTrial
from seismograd.repair.trials.trial_record import TrialOutcome, TrialRecord, trial_from_json
from seismograd_sandbox.untrusted_files import read_without_links
from seismograd_sandbox.untrusted_writes import append_to_file, make_folder

NAME = "trials.jsonl"
MOST_BYTES = 1 << 26


@dataclass(frozen=True)
class TrialLog:
    """One line a trial. A torn last line is what a kill leaves, and is ignored."""

    folder: Path
    root: Path
    """Of the project, which may have prepared links."""
    entry: str = ""

    def add(self, record: TrialRecord) -> None:
        """Raises `OSError`, for example where the disk is full."""
        if record.outcome is TrialOutcome.FAILED or self._has(record):
            return
        make_folder(self.folder, within=self.root)
        # A new line at first: what stands there may end in a torn one.
        line = f"\n{json.dumps(record.as_json())}"
        append_to_file(self.folder / NAME, line.encode(), within=self.root)

    def keep(self, record: TrialRecord, patch: Patch, read: Read, objective: Objective) -> None:
        """What is needed to run it again alone. Raises `OSError`."""
        changed = patch.files(self.root, read)
        if changed is not None:
            make_folder(self.folder, within=self.root)
            trial = RepeatableTrial(
                record.number, self.entry, patch.title, changed, objective, record.value
            )
            trial.write(self.folder, self.root)

    def read(self) -> list[TrialRecord]:
        """Trials that can be taken over: a failure may have had a cause that is gone by now.

        What is no trial is left out. A search that was resumed may have used a number again.
        """
        try:
            content = read_without_links(self.folder / NAME, MOST_BYTES)
        except OSError:
            return []
        records: list[TrialRecord] = []
        for line in content.decode(errors="replace").splitlines():
            with suppress(ValueError, KeyError, TypeError, AttributeError):
                records.append(trial_from_json(json.loads(line)))
        return [one for one in records if one.outcome is not TrialOutcome.FAILED]

    def _has(self, record: TrialRecord) -> bool:
        return any(known.values == record.values for known in self.read())


def search_key(inputs: Mapping[str, object]) -> str:
    """The same for the same source, options and arguments: only then trials can be used again."""
    text = json.dumps(inputs, sort_keys=True, default=str)
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()
