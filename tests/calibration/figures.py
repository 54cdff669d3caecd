"""What a table of weights is worth: on runs of programs that it was not fitted to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from seismograd.faults import Finding
from tests.calibration.collect import HEALTHY
from tests.calibration.operators.operator import Effect
from tests.calibration.replay import Row

BINS = (0.0, 0.35, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 1.01)


@dataclass
class Figures:
    """Sums over runs; every mutant counts once, however many seeds it was run with."""

    mutants: float = 0.0
    first: float = 0.0
    listed: float = 0.0
    silent: float = 0.0
    healthy_runs: int = 0
    alarms: int = 0
    alarmed_runs: int = 0
    right_warnings: float = 0.0
    warnings: float = 0.0
    said: Counter[int] = field(default_factory=Counter)
    true: Counter[int] = field(default_factory=Counter)

    def take(self, row: Row, found: Sequence[Finding], weight: float) -> None:
        grave = [one for one in found if one.severity.is_alarm]
        if row["operator"] == HEALTHY:
            self.healthy_runs += 1
            self.alarms += len(grave)
            self.alarmed_runs += bool(grave)
        else:
            rights = [is_right(one, row) for one in found]
            self.mutants += weight
            self.first += weight * any(rights[:1])
            self.listed += weight * any(rights)
            self.silent += weight * (not grave)
        self.warnings += weight * len(grave)
        self.right_warnings += weight * sum(is_right(one, row) for one in grave)
        self._take_confidences(row, found)

    def _take_confidences(self, row: Row, found: Iterable[Finding]) -> None:
        for one in found:
            place = max(n for n, edge in enumerate(BINS) if one.confidence >= edge)
            self.said[place] += 1
            self.true[place] += is_right(one, row)

    def lines(self) -> list[str]:
        return [
            f"mutants                    {self.mutants:.0f}",
            f"right family first-ranked  {_share(self.first, self.mutants)}",
            f"right family in the list   {_share(self.listed, self.mutants)}",
            f"no warning at all          {_share(self.silent, self.mutants)}",
            f"precision of warnings      {_share(self.right_warnings, self.warnings)}",
            f"alarms a healthy run       {self.alarms / max(self.healthy_runs, 1):.3f} "
            f"({self.alarmed_runs} of {self.healthy_runs} runs)",
        ]

    def short(self) -> str:
        return (
            f"first {_share(self.first, self.mutants)} list {_share(self.listed, self.mutants)} "
            f"precision {_share(self.right_warnings, self.warnings)} "
            f"alarms {self.alarms / max(self.healthy_runs, 1):.3f}"
        )

    def reliability(self) -> list[str]:
        """How often a cause of some confidence is right."""
        return [
            f"{low:4.2f} to {min(high, 1.0):4.2f}: {self.said[n]:5d} named, "
            f"{_share(self.true[n], self.said[n])} right"
            for n, (low, high) in enumerate(pairwise(BINS))
            if self.said[n]
        ]


def is_right(finding: Finding, row: Row) -> bool:
    """Whether it names the fault, or a change that would repair it as well."""
    if row["fault"] is None:
        return False
    fault: str = row["fault"]
    wanted: set[str] = {fault, *row["alternatives"]}
    offered = {one.name for one in finding.alternatives}
    return finding.fault_type.name in wanted or fault in offered


def usable(rows: Iterable[Row]) -> list[Row]:
    """Of mutants that are damaged, and of healthy programs."""
    return [row for row in rows if row["kept"] and not row["error"]]


def is_measured(row: Row) -> bool:
    """Faults without an effect on what is printed are fitted but not counted."""
    return bool(row["effect"] != Effect.HIDDEN.value)


def run_weights(rows: Sequence[Row]) -> list[float]:
    """A mutant's runs share its weight; healthy runs count one each."""
    counts = Counter((row["program"], row["operator"]) for row in rows)
    return [
        1.0 if row["operator"] == HEALTHY else 1.0 / counts[row["program"], row["operator"]]
        for row in rows
    ]


def _share(part: float, whole: float) -> str:
    return f"{part / whole:.2f}" if whole else "   -"
