"""A draft that shows the bug but has no control: look for the value that is the trigger.

Only what the report gives is varied: a script that fires because of a value that nobody reported
shows another bug, or a mistake of its own.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import zip_longest

from seismograd.reproduce.candidate import Attempt, Stage
from seismograd.reproduce.case import Case
from seismograd.reproduce.context.identifiers import plain_name
from seismograd.reproduce.criteria.checks.measured import Measured
from seismograd.reproduce.drafts.commands import ARGUMENTS
from seismograd.reproduce.drafts.draft import Constant, Draft
from seismograd.reproduce.drafts.rendering import checks_of, expected_exception
from seismograd.reproduce.generate.offline.arguments import (
    Argument,
    arguments_in,
    free_name,
    with_argument,
)
from seismograd.reproduce.generate.offline.inputs.literals import is_literal, literal_value
from seismograd.reproduce.generate.offline.inputs.report_values import literal_of

MOST_VALUES = 12
MOST_OF_ONE = 6
MOST_FOR_OPTION = 3
_SEEDING = re.compile(r"(?:^|[._])seed\b|seed_everything")
_MAKING = re.compile(r"(?:torch|np|numpy)\.[\w.]+")
_MADE_OF_PARTS = ast.List | ast.Tuple | ast.Dict | ast.UnaryOp | ast.BinOp
_WHATEVER_THE_SIZE = frozenset({"evaluation", "determinism", "reload"})
"""Symptoms that have nothing to do with how large the inputs are."""
_WRITTEN_BY_OTHERS = ("snippet", "completed")
"""Drafts whose calls come from the report: what they give is meant."""


def find_controls(case: Case, draft: Draft, attempt: Attempt) -> Iterator[Draft]:
    """The plainest first: what the report itself says takes the bug away."""
    if attempt.stage is not Stage.PROVENANCE or draft.switches:
        return
    is_about_value = _is_about_one_value(case)
    if not draft.guessed:
        yield from _as_told(case, draft)
    if draft.seed in _WRITTEN_BY_OTHERS and not is_about_value:
        yield from _without_options(case, draft)
    yield from _other_commands(draft)
    if not draft.guessed and not (draft.seed == "snippet" and is_about_value):
        yield from _other_values(case, draft)


def _is_about_one_value(case: Case) -> bool:
    """Whether the bug is that one value comes: other inputs give another one, bug or not."""
    return any(
        isinstance(check, Measured)
        and check.operator in ("~", "!~", "==", "!=")
        and not isinstance(check.bound, bool)
        for check in checks_of(case.fingerprint)
    )


def _as_told(case: Case, draft: Draft) -> Iterator[Draft]:
    """Values with which the report says that all is well."""
    told = (
        (plain_name(one.name.rpartition(".")[2]), literal_of(one)) for one in case.report.reliefs
    )
    for name, well in dict.fromkeys(told):
        if well is None or not is_literal(well):
            continue
        for better in _given_as(case, draft, name, well):
            idea = f"{draft.idea} Its control: {name} = {well}, with which all is well."
            yield better.changed(idea=idea)


def _given_as(case: Case, draft: Draft, name: str, well: str) -> Iterator[Draft]:
    for one in draft.constants:
        if plain_name(one.name) == name and _is_another(one.value, well):
            yield _with_control(draft, one, well)
        elif one.name == ARGUMENTS:
            for flag in _flags(case, name):
                words = _with_option(literal_value(one.value), flag, literal_value(well))
                yield _with_control(draft, one, repr(words))
    for argument in arguments_in(case, draft):
        value = argument.value or argument.default
        if plain_name(argument.name) == name and value and _is_another(value, well):
            yield _switched(draft, argument, repr(literal_value(value)), well)


def _without_options(case: Case, draft: Draft) -> Iterator[Draft]:
    """What calls of the project give though there is a default: back at the default."""
    for argument in arguments_in(case, draft):
        value, default = argument.value, argument.default
        if value is None or default is None or not is_literal(default) or value == default:
            continue
        if is_literal(value):
            better = _switched(draft, argument, value, default)
        else:
            name = free_name(draft, f"WITH_{argument.name.upper()}")
            either = f"({value}) if {name} else {default}"
            better = with_argument(draft, argument, either, Constant(name, "True", "False"))
        idea = f"{draft.idea} Its control: {argument.name}={default}, the default."
        yield better.changed(idea=idea)


def _other_commands(draft: Draft) -> Iterator[Draft]:
    """First without an option, as its default is what most users have; then other numbers."""
    for given in (one for one in draft.constants if one.name == ARGUMENTS):
        words = list(ast.literal_eval(given.value))
        for control in (*_without_one(words), *_with_other_numbers(words)):
            idea = f"{draft.idea} Its control: with {' '.join(control) or 'no option'}."
            yield _with_control(draft, given, repr(control)).changed(idea=idea)


def _without_one(words: list[str]) -> Iterator[list[str]]:
    for first, last in _options(words):
        yield [*words[:first], *words[last:]]


def _with_other_numbers(words: list[str]) -> Iterator[list[str]]:
    for first, last in _options(words):
        value = words[last - 1]
        if last - first > 1 and is_literal(value):
            for other in list(other_values(literal_value(value)))[:MOST_FOR_OPTION]:
                yield [*words[: last - 1], other, *words[last:]]


def _options(words: list[str]) -> Iterator[tuple[int, int]]:
    """Where an option begins, and where it ends with its values."""
    starts = [place for place, word in enumerate(words) if word.startswith("--")]
    return iter(zip(starts, [*starts[1:], len(words)], strict=False))


def _other_values(case: Case, draft: Draft) -> Iterator[Draft]:
    """In the place of each number that the report has; the likeliest of each come first."""
    numbers = _numbers(case, draft)
    rows = [list(_others(case, number))[:MOST_OF_ONE] for number in numbers]
    for others in zip_longest(*rows):
        for number, other in zip(numbers, others, strict=True):
            if other is not None:
                yield _replaced(draft, number, numbers[number], other)


def _numbers(case: Case, draft: Draft) -> dict[str, str]:
    """Literals with what whoever is called calls them; first those that the message has."""
    found: dict[str, str] = {}
    for argument in arguments_in(case, draft):
        for value in _plain_values(argument.value) if _may_matter(case, argument) else ():
            found.setdefault(repr(value), argument.name)
    if draft.seed != "snippet":
        reported = {repr(one.value) for one in case.report.values}
        found = {number: name for number, name in found.items() if number in reported}
    expected = expected_exception(case.fingerprint)
    message = expected.numbers if expected is not None else ()
    ranked = sorted(found, key=lambda number: literal_value(number) not in message)
    return {number: found[number] for number in ranked[:MOST_VALUES]}


def _others(case: Case, number: str) -> Iterator[str]:
    """First those with which the report says that all is well."""
    value = literal_value(number)
    well = (repr(one.value) for one in case.report.reliefs if type(one.value) is type(value))
    yield from (one for one in dict.fromkeys((*well, *other_values(value))) if one != number)


def _replaced(draft: Draft, number: str, name: str, other: str) -> Draft:
    switch = free_name(draft, name.upper())
    replacing = _Replacing(literal_value(number), switch)
    return draft.changed(
        setup=tuple(map(replacing.text, draft.setup)),
        exercise=tuple(map(replacing.text, draft.exercise)),
        constants=(*draft.constants, Constant(switch, number, other)),
        idea=f"{draft.idea} The trigger may be {number}: without it, with {other}.",
    )


def _may_matter(case: Case, argument: Argument) -> bool:
    callee = argument.call.partition("(")[0]
    is_size = case.fingerprint.symptom in _WHATEVER_THE_SIZE and _MAKING.fullmatch(callee)
    return not is_size and not _SEEDING.search(callee)


def _plain_values(argument: str | None) -> Iterator[bool | int | float]:
    """Also within lists and sums; what an inner call is given is an argument of that call."""
    waiting: list[ast.AST] = [ast.parse(argument, mode="eval").body] if argument else []
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Constant) and isinstance(node.value, bool | int | float):
            yield node.value
        elif isinstance(node, _MADE_OF_PARTS):
            waiting += reversed(list(ast.iter_child_nodes(node)))


def other_values(value: object) -> Iterator[str]:
    """Values near by and quite ordinary ones."""
    others: list[object] = []
    if isinstance(value, bool):
        others = [not value]
    elif isinstance(value, int):
        near = [value + 1, 2, 4, 1, 2 * value, value - 1, 8]
        others = [one for one in near if one > 0]
    elif isinstance(value, float):
        others = [value * 2, value / 10, value * 10, 0.5, 1.0, 0.0]
    return (repr(one) for one in dict.fromkeys(others) if one != value)


def _switched(draft: Draft, argument: Argument, trigger: str, control: str) -> Draft:
    name = free_name(draft, argument.name.upper())
    return with_argument(draft, argument, name, Constant(name, trigger, control))


def _with_control(draft: Draft, constant: Constant, control: str) -> Draft:
    switched = replace(constant, control=control)
    return draft.changed(
        constants=tuple(switched if one is constant else one for one in draft.constants)
    )


def _flags(case: Case, name: str) -> list[str]:
    flags = {o.flag for entry in case.project.entry_points for o in entry.options if o.takes_value}
    return sorted(flag for flag in flags if plain_name(flag) == name)


def _with_option(words: object, flag: str, value: object) -> list[str]:
    given = list(words) if isinstance(words, list) else []
    if flag in given[:-1]:
        at = given.index(flag)
        return [*given[: at + 1], str(value), *given[at + 2 :]]
    return [*given, flag, str(value)]


def _is_another(value: str, well: str) -> bool:
    return is_literal(value) and literal_value(value) != literal_value(well)


class _Replacing(ast.NodeTransformer):
    """Puts the name of the switch in the place of a value, everywhere."""

    def __init__(self, value: object, name: str) -> None:
        self._value = value
        self._name = name

    def text(self, statement: str) -> str:
        return ast.unparse(ast.fix_missing_locations(self.visit(ast.parse(statement))))

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        if type(node.value) is type(self._value) and node.value == self._value:
            return ast.Name(self._name, ast.Load())
        return node
