"""What a report shows as wrong and as right, and checks for it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.criteria.derive.reading import Reading
from seismograd.reproduce.criteria.derive.two_results import compared_calls, may_differ
from seismograd.reproduce.criteria.measurements import ROUNDING
from seismograd.reproduce.report.bug_report import BugReport
from seismograd.reproduce.report.values.shown import Shown, shown_in_prose, shown_values
from seismograd.reproduce.report.values.shown_literals import Kind, Printed

MOST_TOGETHER = 4
_LENGTH = re.compile(r"len\(.+\)|.+\.__len__\(\)|.+\.num_batches|.+\.shape\[0\]")
_NAMES = {Kind.SHAPE: "shape", Kind.DTYPE: "dtype"}
_NEAR = (Kind.NUMBER, Kind.NUMBERS)
_DRAWS = re.compile(r"rand|shuffle|\bsample\(|multinomial|normal\(|dropout", re.I)
_SHORT = 60


def complaints(report: BugReport) -> tuple[Shown, ...]:
    """What is marked as wrong, the plainest first; where nothing is, all values of one snippet
    together: with the bug gone, at least one of them is another.
    """
    shown = shown_values(report.snippets) or shown_in_prose(report)
    found = [one for one in shown if not one.is_fine]
    values = [one for one in found if not one.is_assertion]
    marked = sorted((one for one in values if one.is_marked), key=_plainness)
    if marked:
        return (marked[0],)
    if values:
        last = [one for one in values if one.code == values[-1].code and _is_kept(one)]
        return tuple(last[-MOST_TOGETHER:])
    assertions = [one for one in found if one.is_assertion]
    failed = [one for one in assertions if one.is_doubted or _failed(report, one)]
    return tuple((failed or assertions)[-1:])


def measurement_of(one: Shown, number: int = 0) -> str:
    """The name that it is measured by."""
    printed = one.seen or one.expected
    assert printed is not None
    name = _NAMES.get(printed.kind, "value")
    if printed.kind is Kind.NUMBER and _LENGTH.fullmatch(one.expression):
        name = "length"
    return name if number == 0 else f"{name}_{number + 1}"


def check_of_seen(one: Shown, number: int = 0) -> tuple[str, str] | None:
    """The fact and the check that what was seen comes again."""
    if one.seen is None:
        return None
    name = measurement_of(one, number)
    told = _short(one.expression)
    if one.is_assertion:
        return f"{told} does not hold", f'measured("{name}", "==", False)'
    shown = _literal(one.seen)
    if one.seen.kind in _NEAR:
        within = _share(one.seen, one.seen.room)
        return f"{told} is {shown}", f'measured("{name}", "~", {shown}, within={within:.3g})'
    return f"{told} is {shown}", f'measured("{name}", "==", {shown})'


def check_of_wrong(one: Shown) -> tuple[str, str] | None:
    """The fact and the check that what is right does not come."""
    if one.expected is None or (one.seen and one.seen.kind is not one.expected.kind):
        return None
    name, shown = measurement_of(one), _literal(one.expected)
    told = f"{_short(one.expression)} is not {shown}"
    if one.expected.kind in _NEAR:
        within = _share(one.expected, room_of_right(one))
        return told, f'measured("{name}", "!~", {shown}, within={within:.3g})'
    return told, f'measured("{name}", "!=", {shown})'


def room_of_right(one: Shown) -> float:
    """Half way to what was seen: nobody says to the last digit what would be right.

    Where chance decides what is seen, it may come out nearer to it another time.
    """
    assert one.expected is not None
    if one.seen is None or one.seen.kind is not Kind.NUMBER:
        return one.expected.room
    between = abs(_float(one.seen) - _float(one.expected))
    return max(one.expected.room, between / 100) if is_by_chance(one) else between / 2


def is_by_chance(one: Shown) -> bool:
    """Whether its code draws numbers, and does not say which."""
    return _DRAWS.search(one.code) is not None and "seed" not in one.code


def _failed(report: BugReport, assertion: Shown) -> bool:
    """Whether a traceback ends with it."""
    lines = [trace.frames[-1].code or "" for trace in report.tracebacks if trace.frames]
    return any(_same_code(line, f"assert {assertion.expression}") for line in lines)


def _same_code(line: str, code: str) -> bool:
    return re.sub(r"[\s'\"()]", "", line).startswith(re.sub(r"[\s'\"()]", "", code))


def _plainness(one: Shown) -> tuple[bool, bool, bool, int]:
    return (one.seen is None, one.expected is None, not one.is_doubted, -one.line)


def _is_kept(one: Shown) -> bool:
    return one.seen is not None and one.seen.kind is not Kind.TEXT


def _share(printed: Printed, room: float) -> float:
    """As `measured` counts it: of the largest number, or of one where all are nought."""
    return room / (_largest(printed.value) or 1.0)


def _largest(value: object) -> float:
    if isinstance(value, tuple):
        return max((_largest(one) for one in value), default=0.0)
    return abs(value) if isinstance(value, int | float) else 0.0


def _literal(printed: Printed) -> str:
    if isinstance(printed.value, tuple):
        return repr(_listed(printed.value))
    if isinstance(printed.value, float) and printed.value.is_integer():
        return repr(int(printed.value)) if abs(printed.value) < 1e15 else repr(printed.value)
    return repr(printed.value)


def _listed(value: object) -> object:
    return [_listed(one) for one in value] if isinstance(value, tuple) else value


def _float(printed: Printed) -> float:
    return float(printed.value) if isinstance(printed.value, int | float) else 0.0


def _short(expression: str) -> str:
    return expression if len(expression) <= _SHORT else f"{expression[: _SHORT - 1]}…"


_MARKED = 0.93
_ALONE = 0.8
"""Nobody notes values in a report that have nothing to do with it."""
_AN_ASSERTION = 0.85
_OTHER = 0.85
_A_DIFFERENCE = 0.65
"""Results may be apart for many reasons: who writes the scripts reads what they should be."""
_ANOTHER_MATTER = re.compile(
    r"\b(?:nan|inf|slow\w*|memory|oom|crash\w*|error|exception|rais(?:es?|ed)|sav(?:e|ed|ing)|"
    r"load(?:ed|ing)?|checkpoints?|resum\w+|seed\w*|reproduc(?:e|ible|ibility)|determinis\w+|"
    r"random\w*|gradients?|grads?|eval(?:uation)? mode|dropout|config\w*|options?|ignored|masks?|"
    r"warnings?|hangs?|learn\w*|converge\w*|deadlock|trained|updat\w+|frozen|devices?|gpus?|"
    r"cuda)\b",
    re.I,
)
_FORM = re.compile(r"\b(?:shapes?|sizes?|dim\w*|dtypes?|types?|precision|axis|axes)\b", re.I)
_SYMPTOMS = {Kind.SHAPE: "shape", Kind.DTYPE: "dtype"}


def read(reading: Reading) -> Iterator[Fingerprint]:
    group = complaints(reading.report)
    calls = compared_calls(group[0]) if len(group) == 1 else None
    if calls is not None and may_differ(group[0], calls):
        return
    if not group or (not group[0].is_marked and not _is_about_values(reading, group)):
        return
    family = "determinism" if calls and calls[0] == calls[1] else _symptom(group)
    if calls is not None and _is_difference(group[0]):
        check = f'measured("{measurement_of(group[0])}", ">", {ROUNDING})'
        fact = (f"{group[0].expression} is not zero", check)
        yield reading.fingerprint(family, _A_DIFFERENCE, fact)
    else:
        yield from _fingerprints(reading, group, family)


def _is_difference(one: Shown) -> bool:
    """Whether it says how far two results are apart, and not how far they should be."""
    is_number = one.seen is not None and one.seen.kind is Kind.NUMBER
    return is_number and bool(one.seen and one.seen.value) and one.expected is None


def _is_about_values(reading: Reading, group: tuple[Shown, ...]) -> bool:
    """Whether values that nobody calls wrong are what the report complains of.

    Where it complains of something else, they tell how things are, and stay so.
    """
    said = " ".join([reading.report.title, *(clause.text for clause in reading.clauses)])
    if _ANOTHER_MATTER.search(said):
        return False
    forms = {one.seen.kind for one in group if one.seen} & set(_SYMPTOMS)
    return not forms or _FORM.search(said) is not None


def _fingerprints(
    reading: Reading, group: tuple[Shown, ...], symptom: str
) -> Iterator[Fingerprint]:
    confidence = _MARKED if group[0].is_marked else _ALONE
    if group[0].is_assertion:
        confidence = _AN_ASSERTION
    seen = [fact for number, one in enumerate(group) if (fact := check_of_seen(one, number))]
    wrong = check_of_wrong(group[0]) if len(group) == 1 else None
    first, second = (_OTHER, 1.0) if wrong and is_by_chance(group[0]) else (1.0, _OTHER)
    if len(seen) == len(group):
        yield reading.fingerprint(symptom, confidence * first, *seen)
    if wrong is not None and not group[0].is_assertion:
        yield reading.fingerprint(symptom, confidence * second, wrong)


def _symptom(group: tuple[Shown, ...]) -> str:
    printed = group[0].seen or group[0].expected
    return _SYMPTOMS.get(printed.kind, "value") if printed is not None else "value"
