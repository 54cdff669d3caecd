"""The same script on a project whose suspect line is another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from seismograd.reproduce.candidate import Candidate, Patch
from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_files import project_text
from seismograd.reproduce.observation import Observation
from seismograd.reproduce.trial_runner import TrialRunner
from seismograd.reproduce.validate.controls.control import ControlKind, Trial

MOST_PATCHES = 80


@dataclass(frozen=True, slots=True)
class PatchedLine:
    runner: TrialRunner

    def trials(self, case: Case, candidate: Candidate, seen: Observation) -> Iterator[Trial]:
        """Whoever writes freely means all lines together; else each is a guess of its own."""
        patches = candidate.patches[:MOST_PATCHES]
        if candidate.is_free_hand and patches:
            yield from self._trial(case, candidate, patches)
            return
        for patch in patches:
            yield from self._trial(case, candidate, (patch,))

    def _trial(
        self, case: Case, candidate: Candidate, patches: tuple[Patch, ...]
    ) -> Iterator[Trial]:
        files = patched_files(case.root, patches)
        if files is None:
            return
        runner = self.runner.with_files(files)
        yield Trial(ControlKind.PATCHED_LINE, _what(patches), candidate.source, runner, patches)


def _what(patches: Sequence[Patch]) -> str:
    first, *others = patches
    more = "".join(f" and {one.first} of {one.file}" for one in others)
    return f"with another line {first.first} of {first.file}{more}: {first.what}".rstrip(": ")


def patched_files(root: Path, patches: Sequence[Patch]) -> dict[str, str] | None:
    """Whole files with all of their patches; None where these do not fit together."""
    files: dict[str, str] = {}
    for file in dict.fromkeys(patch.file for patch in patches):
        of_file = sorted((one for one in patches if one.file == file), key=lambda one: -one.first)
        lines = _lines(root, file)
        for above, below in zip(of_file[1:], of_file, strict=False):
            if above.last >= below.first:
                return None
        for patch in of_file:
            lines = None if lines is None else _replaced(lines, patch)
        if lines is None:
            return None
        files[file] = "".join(lines)
    return files


def _lines(root: Path, file: str) -> list[str] | None:
    try:
        return project_text(root, file).splitlines(keepends=True)
    except (OSError, UnicodeDecodeError):
        return None


def _replaced(lines: list[str], patch: Patch) -> list[str] | None:
    if not 1 <= patch.first <= patch.last <= len(lines):
        return None
    new = patch.text if patch.text.endswith("\n") or not patch.text else f"{patch.text}\n"
    return [*lines[: patch.first - 1], new, *lines[patch.last :]]
