"""What the criteria want measured, and when they call it bad, as Python for a script."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from seismograd.reproduce.criteria.checks.check import Check, CheckError
from seismograd.reproduce.criteria.checks.losses import LossDoesNotFall, LossIsNan
from seismograd.reproduce.criteria.checks.measured import Measured, Series, flat, is_number, same
from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.criteria.derive.clauses import clauses_of
from seismograd.reproduce.criteria.derive.contrast import contrasts_in
from seismograd.reproduce.criteria.derive.families.shown import check_of_wrong, complaints
from seismograd.reproduce.criteria.language import parse
from seismograd.reproduce.report.bug_report import BugReport

LOSS = "loss"
LOSS_ENDS = ("loss_first", "loss_last")
_WAYS = {
    "constant": "len(set({0})) == 1",
    "rises": "any(b > a for a, b in zip({0}, {0}[1:]))",
    "rises again": "any(max({0}[: i + 1]) > a < b for i, (a, b) in enumerate(zip({0}, {0}[1:])))",
    "falls": "any(b < a for a, b in zip({0}, {0}[1:]))",
    "never rises": "all(b <= a for a, b in zip({0}, {0}[1:]))",
    "never falls": "all(b >= a for a, b in zip({0}, {0}[1:]))",
    "negative": "min({0}) < 0",
}


def checks_of(fingerprint: Fingerprint) -> Iterator[Check]:
    for criterion in fingerprint.criteria:
        try:
            yield parse(criterion.check)
        except CheckError:
            continue


def wanted(fingerprint: Fingerprint) -> set[str]:
    """Names of measurements that the criteria are about."""
    return {name for check in checks_of(fingerprint) for name in _names(check)}


def bad_when(fingerprint: Fingerprint, report: BugReport | None = None) -> str | None:
    """An expression in variables named as what they measure; None where a check is no such.

    Where the report says what is right, all else is bad: a control must come to the right value,
    not just to another wrong one.
    """
    checks = [_against_the_right_value(check, report) for check in checks_of(fingerprint)]
    parts = [_condition(check) for check in checks]
    known = [part for part in parts if part]
    return " and ".join(known) if known and len(known) == len(parts) else None


def is_about_one_value(fingerprint: Fingerprint) -> bool:
    """Whether the bug is that one value comes: other inputs give another one, bug or not."""
    checks = (check for check in checks_of(fingerprint) if isinstance(check, Measured))
    return any(
        check.operator in ("~", "!~", "==", "!=") and not isinstance(check.bound, bool)
        for check in checks
    )


def _against_the_right_value(check: Check, report: BugReport | None) -> Check:
    """Not the expected value, for a check of the value that was seen."""
    if report is None or not isinstance(check, Measured) or check.operator not in ("~", "=="):
        return check
    for one in complaints(report):
        if one.seen and same(check.bound, one.seen.value) and (told := check_of_wrong(one)):
            return parse(told[1])
    for contrast in contrasts_in(report, clauses_of(report)):
        if same(check.bound, contrast.actual.value):
            other = "!~" if check.operator == "~" else "!="
            within = check.within
            if not contrast.expected.value and is_number(check.bound):
                within *= min(1.0, abs(check.bound))  # near nought is near beside what was seen
            right = _plain(contrast.expected.value)
            return replace(check, operator=other, bound=right, within=within)
    return check


def _plain(value: float | str | tuple[int, ...]) -> int | float | str | tuple[int, ...]:
    """A whole number as people write it."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _names(check: Check) -> tuple[str, ...]:
    if isinstance(check, Measured | Series):
        return (check.measurement,)
    if isinstance(check, LossIsNan):
        return (LOSS,)
    return LOSS_ENDS if isinstance(check, LossDoesNotFall) else ()


def _condition(check: Check) -> str | None:
    if isinstance(check, Measured):
        return _comparison(check)
    if isinstance(check, Series):
        return _WAYS[check.way].format(check.measurement)
    if isinstance(check, LossIsNan):
        return f"not math.isfinite({LOSS})"
    if isinstance(check, LossDoesNotFall):
        first, last = LOSS_ENDS
        return f"{first} - {last} < {check.by} * abs({first})"
    return None


def _listed(bound: object) -> object:
    return [_listed(one) for one in bound] if isinstance(bound, tuple) else bound


def _comparison(check: Measured) -> str:
    name, bound = check.measurement, check.bound
    shown = repr(_listed(bound))
    if check.operator in ("~", "!~"):
        room = check.within * (max(map(abs, flat(bound)), default=0.0) or 1.0)
        if isinstance(bound, tuple):
            near = f"all(abs(a - b) <= {room:.3g} for a, b in zip({name}, {shown}, strict=True))"
            return near if check.operator == "~" else f"not {near}"
        sign = "<=" if check.operator == "~" else ">"
        return f"abs({name} - {shown}) {sign} {room:.6g}"
    if isinstance(bound, bool) and check.operator in ("==", "!="):
        return f"{name} is {'' if check.operator == '==' else 'not '}{shown}"
    return f"{name} {check.operator} {shown}"
