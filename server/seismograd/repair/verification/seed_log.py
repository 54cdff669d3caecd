"""Values of single seeds on disk: a verification that was interrupted resumes where it ended."""

from __future__ import annotations

import json
import math
import threading
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from pathlib import Path

from seismograd.own_documents import own_document
from seismograd.repair.objective import Objective
from seismograd.signed_files import write_signed
from seismograd_sandbox.untrusted_writes import make_folder

NAME = "seeds.json"


@dataclass(frozen=True, slots=True)
class SeedValue:
    value: float | None
    """Of what patches are judged by."""
    learned: bool
    """Whether the training knows more than a trivial predictor."""


@dataclass
class SeedLog:
    """Beside the trials of a search. Signed: nobody else may decide what counts as verified."""

    folder: Path
    root: Path
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def find(self, changed: Mapping[str, str], seed: int, judge: Objective) -> SeedValue | None:
        return _seed_value(self._read().get(_key(changed, seed, judge)))

    def add(
        self, changed: Mapping[str, str], seed: int, judge: Objective, measured: SeedValue
    ) -> None:
        """`changed`: what the patch makes of files. Raises `OSError`."""
        with self._lock:
            known = {**self._read(), _key(changed, seed, judge): asdict(measured)}
            make_folder(self.folder, within=self.root)
            write_signed(self.folder / NAME, json.dumps(known, indent=1).encode(), self.root)

    def _read(self) -> Mapping[str, object]:
        return own_document(self.folder / NAME, self.root) or {}


def _key(changed: Mapping[str, str], seed: int, judge: Objective) -> str:
    """The same for the same edits, however the patch that makes them is called."""
    text = json.dumps([sorted(changed.items()), asdict(judge)])
    return f"{sha256(text.encode('utf-8', 'surrogatepass')).hexdigest()} {seed}"


def _seed_value(found: object) -> SeedValue | None:
    if not isinstance(found, dict):
        return None
    value, learned = found.get("value"), found.get("learned")
    if value is None:
        return SeedValue(None, learned is True)
    is_number = isinstance(value, int | float) and math.isfinite(value)
    return SeedValue(float(value), learned is True) if is_number else None
