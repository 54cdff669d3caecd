"""Findings by the file whose check brought them up and the file in which they stand."""

from __future__ import annotations

from collections.abc import Iterable

from seismograd.faults import Finding
from seismograd.rules.merging import merge_findings


class FindingStore:
    """A check of one file may find faults in the modules that it imports."""

    def __init__(self) -> None:
        self._by_checked: dict[str, dict[str, list[Finding]]] = {}
        self._changed: set[str] = set()

    def record(self, checked: str, findings: Iterable[Finding]) -> None:
        """Replace what the check of a file had found; the file itself always counts as changed."""
        by_target: dict[str, list[Finding]] = {}
        for finding in findings:
            by_target.setdefault(finding.span.file, []).append(finding)
        before = self._by_checked.get(checked, {})
        self._changed |= {
            target
            for target in {*before, *by_target}
            if before.get(target) != by_target.get(target)
        }
        self._changed.add(checked)
        self._by_checked[checked] = by_target

    def forget(self, checked: str) -> None:
        self._changed |= {checked, *self._by_checked.pop(checked, {})}

    def found_in(self, target: str) -> list[Finding]:
        """All findings that stand in a file, whichever check brought them up."""
        return merge_findings(
            finding
            for by_target in self._by_checked.values()
            for finding in by_target.get(target, ())
        )

    @property
    def checked(self) -> list[str]:
        return list(self._by_checked)

    @property
    def targets(self) -> set[str]:
        """Every file in which something was found."""
        return {target for by_target in self._by_checked.values() for target in by_target}

    def mark_all_changed(self) -> None:
        self._changed |= {*self._by_checked, *self.targets}

    def take_changed(self) -> set[str]:
        """The files whose findings changed since the last time this was asked."""
        changed, self._changed = self._changed, set()
        return changed
