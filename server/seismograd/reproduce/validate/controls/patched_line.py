"""The same script on a project whose suspect line is another."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from seismograd.reproduce.candidate import Candidate, Patch
from seismograd.reproduce.case import Case
from seismograd.reproduce.laboratory import Laboratory
from seismograd.reproduce.observation import Observation
from seismograd.reproduce.validate.controls.control import ControlKind, Trial

MOST_PATCHES = 80


@dataclass(frozen=True, slots=True)
class PatchedLine:
    laboratory: Laboratory

    def trials(self, case: Case, candidate: Candidate, seen: Observation) -> Iterator[Trial]:
        for patch in candidate.patches[:MOST_PATCHES]:
            text = patched_text(case.root, patch)
            if text is None:
                continue
            laboratory = self.laboratory.with_files({patch.file: text})
            what = f"with another line {patch.first} of {patch.file}: {patch.what}".rstrip(": ")
            yield Trial(ControlKind.PATCHED_LINE, what, candidate.source, laboratory, patch)


def patched_text(root: Path, patch: Patch) -> str | None:
    """The whole file with the patch; None where it does not fit or leads out of the project."""
    path = (root / patch.file).resolve()
    if not path.is_relative_to(root.resolve()):
        return None
    try:
        lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    except (OSError, UnicodeDecodeError):
        return None
    if not 1 <= patch.first <= patch.last <= len(lines):
        return None
    new = patch.text if patch.text.endswith("\n") or not patch.text else f"{patch.text}\n"
    return "".join([*lines[: patch.first - 1], new, *lines[patch.last :]])
