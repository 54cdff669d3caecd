"""Findings by the file whose check brought them up and the file in which they stand."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from seismograd.faults import Finding
from seismograd.rules.merging import merge_findings


class FindingStore:
    """A check of one file may find faults in the modules that it imports."""

    def __init__(self) -> None:
        self._by_checked: dict[str, dict[str, list[Finding]]] = {}
        self._importers: dict[str, set[str]] = {}
        """By file, the other files whose checks found something in it."""
        self._changed: set[str] = set()
        self._rechecked: set[str] = set()

    def record(self, checked: str, findings: Iterable[Finding]) -> None:
        """Replace what the check of a file had found."""
        by_target: dict[str, list[Finding]] = {}
        for finding in findings:
            by_target.setdefault(finding.span.file, []).append(finding)
        before = self._by_checked.get(checked, {})
        self._changed |= {
            target
            for target in {*before, *by_target}
            if before.get(target) != by_target.get(target)
        }
        self._rechecked.add(checked)
        self._by_checked[checked] = by_target
        self._index(checked, before, by_target)

    def _index(self, checked: str, before: Iterable[str], after: Iterable[str]) -> None:
        gone, come = {*before} - {checked, *after}, {*after} - {checked, *before}
        for target in gone:
            self._importers[target].discard(checked)
            if not self._importers[target]:
                del self._importers[target]
        for target in come:
            self._importers.setdefault(target, set()).add(checked)

    def forget(self, checked: str) -> None:
        before = self._by_checked.pop(checked, {})
        self._changed |= {checked, *before}
        self._index(checked, before, ())

    def found_in(self, target: str) -> list[Finding]:
        """All findings that stand in a file, whichever check brought them up."""
        return merge_findings(
            finding
            for checked in self.sources_of(target)
            for finding in self._by_checked[checked][target]
        )

    def sources_of(self, target: str) -> list[str]:
        """The files whose checks found something in a file."""
        own = [target] if target in self._by_checked.get(target, {}) else []
        return own + sorted(self._importers.get(target, ()))

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
        """The files whose findings changed since something was last taken."""
        changed, self._changed = self._changed, set()
        self._rechecked.clear()
        return changed

    def take_rechecked(self, is_ready: Callable[[str], bool]) -> set[str]:
        """The files that were checked again or changed; those not ready are kept for later."""
        ready = set(filter(is_ready, self._changed | self._rechecked))
        self._changed -= ready
        self._rechecked -= ready
        return ready
