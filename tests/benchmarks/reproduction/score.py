"""What came of each case, the table of it, and the figures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from statistics import median
from typing import Any

COLUMNS = "{:22}{:16}{:26}{:15}{:13}{:9}{:>5}{:>8}  {}"


@dataclass(frozen=True)
class Outcome:
    name: str
    kind: str
    quality: str
    split: str
    expected: tuple[str, ...]
    status: str
    control: str
    verified: bool | None
    """None where there was nothing to verify."""
    why: str
    lines: int | None
    seconds: float

    @property
    def is_false(self) -> bool:
        return self.status == "reproduced" and not self.verified

    @property
    def is_right(self) -> bool:
        return self.status in self.expected and not self.is_false


def heading() -> str:
    names = ("case", "kind", "report", "status", "control", "verified", "lines", "s", "")
    return COLUMNS.format(*names).rstrip()


def row(outcome: Outcome) -> str:
    verified = {None: "-", True: "yes", False: "FALSE"}[outcome.verified]
    return COLUMNS.format(
        outcome.name,
        outcome.kind,
        outcome.quality,
        outcome.status,
        outcome.control or "-",
        verified,
        outcome.lines or "-",
        f"{outcome.seconds:.1f}",
        outcome.why,
    ).rstrip()


def figures(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """Of all, and of each part; the share is over the cases that can be reproduced."""
    parts = {"all": list(outcomes)}
    for name in ("dev", "held-out"):
        parts[name] = [outcome for outcome in outcomes if outcome.split == name]
    return {name: _of(part) for name, part in parts.items() if part}


def _of(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    possible = [outcome for outcome in outcomes if "reproduced" in outcome.expected]
    proven = [outcome for outcome in possible if outcome.verified and outcome.is_right]
    others = [outcome for outcome in outcomes if outcome not in possible]
    lengths = [outcome.lines for outcome in proven if outcome.lines]
    return {
        "possible": len(possible),
        "reproduced": len(proven),
        "share": round(len(proven) / len(possible), 4) if possible else None,
        "others": len(others),
        "others_right": sum(outcome.is_right for outcome in others),
        "false": sum(outcome.is_false for outcome in outcomes),
        "median_seconds": round(median(outcome.seconds for outcome in outcomes), 1),
        "median_seconds_reproduced": _median([outcome.seconds for outcome in proven]),
        "median_lines": _median(lengths),
    }


def _median(numbers: Sequence[float]) -> float | None:
    return round(median(numbers), 1) if numbers else None


def summary(outcomes: Sequence[Outcome]) -> Iterator[str]:
    for name, part in figures(outcomes).items():
        yield (
            f"{name}: {part['reproduced']} of {part['possible']} reproduced and verified, "
            f"{part['others_right']} of {part['others']} others right, {part['false']} false, "
            f"median {part['median_seconds']} s "
            f"(reproduced: {part['median_seconds_reproduced']} s, {part['median_lines']} lines)"
        )


def as_json(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    return {
        "version": 1,
        "figures": figures(outcomes),
        "cases": [
            asdict(outcome) | {"false": outcome.is_false, "right": outcome.is_right}
            for outcome in outcomes
        ],
    }
