"""A draft that shows the bug, and a report that says with which value it does not come.

Its writer has done the control already; here it is done again.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

from seismograd.reproduce.candidate import Attempt, Stage
from seismograd.reproduce.case import Case
from seismograd.reproduce.generate.offline.controls.call_options import calls_in, with_argument
from seismograd.reproduce.generate.offline.draft import Constant, Draft
from seismograd.reproduce.generate.offline.inputs.call_arguments import given_arguments
from seismograd.reproduce.generate.offline.inputs.literals import is_literal, literal_value
from seismograd.reproduce.generate.offline.inputs.report_values import literal_of, plain_name
from seismograd.reproduce.generate.offline.seeds.entry_points import ARGUMENTS

MOST_RELIEFS = 6
_Relief = tuple[str, str]
"""A name, and the literal with which all is well."""


def control_as_told(case: Case, draft: Draft, attempt: Attempt) -> Iterator[Draft]:
    """Before all other controls: it is the plainest, and the only one that somebody has seen."""
    if attempt.stage is not Stage.PROVENANCE or draft.switches or draft.patches or draft.guessed:
        return
    told = dict.fromkeys(_reliefs(case))
    for relief in list(told)[:MOST_RELIEFS]:
        yield from _of_constant(draft, relief)
        yield from _of_project(case, draft, relief)
        yield from _of_any_call(draft, relief)
        yield from _on_command_line(case, draft, relief)


def _reliefs(case: Case) -> list[_Relief]:
    found = ((one.name.rpartition(".")[2], literal_of(one)) for one in case.report.reliefs)
    return [(name, text) for name, text in found if text is not None and is_literal(text)]


def _of_constant(draft: Draft, relief: _Relief) -> Iterator[Draft]:
    name, well = relief
    for one in draft.constants:
        if plain_name(one.name) == plain_name(name) and _is_another(one.value, well):
            switched = replace(one, control=well)
            others = (switched if known is one else known for known in draft.constants)
            yield _told(draft.changed(constants=tuple(others)), relief)


def _of_project(case: Case, draft: Draft, relief: _Relief) -> Iterator[Draft]:
    """An argument of the project's own, given where it was left to its default."""
    name, well = relief
    for symbol, call in calls_in(case, draft):
        for parameter in symbol.parameters:
            given = given_arguments(call, symbol).get(parameter.name)
            is_meant = plain_name(parameter.name) == plain_name(name)
            if is_meant and (given is None or _is_another(ast.unparse(given), well)):
                better = with_argument(draft, symbol, call, parameter, well)
                if better is not None:
                    yield _told(_turned(better).changed(idea=draft.idea), relief)


def _turned(draft: Draft) -> Draft:
    """What was given before is the trigger, and not the control."""
    *others, last = draft.constants
    before = repr(literal_value(str(last.control)))
    return draft.changed(constants=(*others, Constant(last.name, before, last.value)))


def _of_any_call(draft: Draft, relief: _Relief) -> Iterator[Draft]:
    """A keyword that the draft gives to whatever it calls."""
    name, well = relief
    replacing = _Replacing(name, well)
    exercise = tuple(replacing.text(statement) for statement in draft.exercise)
    taken = {one.name for one in draft.constants}
    if replacing.before is not None and name.upper() not in taken:
        constant = Constant(name.upper(), replacing.before, well)
        yield _told(
            draft.changed(constants=(*draft.constants, constant), exercise=exercise), relief
        )


def _on_command_line(case: Case, draft: Draft, relief: _Relief) -> Iterator[Draft]:
    flags = {o.flag for entry in case.project.entry_points for o in entry.options if o.takes_value}
    for one in draft.constants:
        if one.name == ARGUMENTS:
            for flag in sorted(f for f in flags if plain_name(f) == plain_name(relief[0])):
                words = list(ast.literal_eval(one.value))
                control = _with_option(words, flag, str(literal_value(relief[1])))
                others = (
                    replace(one, control=repr(control)) if known is one else known
                    for known in draft.constants
                )
                yield _told(draft.changed(constants=tuple(others)), relief)


def _with_option(words: list[str], flag: str, value: str) -> list[str]:
    if flag in words[:-1]:
        at = words.index(flag)
        return [*words[: at + 1], value, *words[at + 2 :]]
    return [*words, flag, value]


def _told(draft: Draft, relief: _Relief) -> Draft:
    name, well = relief
    idea = f"{draft.idea} Its control: {name} = {well}, with which the report says all is well."
    return draft.changed(idea=idea)


def _is_another(value: str, well: str) -> bool:
    return is_literal(value) and literal_value(value) != literal_value(well)


class _Replacing(ast.NodeTransformer):
    """Puts the name of the switch in the place of a keyword's first value, wherever it stands."""

    def __init__(self, name: str, well: str) -> None:
        self._name = name
        self._well = well
        self.before: str | None = None

    def text(self, statement: str) -> str:
        return ast.unparse(ast.fix_missing_locations(self.visit(ast.parse(statement))))

    def visit_keyword(self, node: ast.keyword) -> ast.keyword:
        self.generic_visit(node)
        value = ast.unparse(node.value)
        if plain_name(node.arg or "") != plain_name(self._name):
            return node
        if _is_another(value, self._well) and self.before in (None, value):
            self.before = value
            node.value = ast.Name(self._name.upper(), ast.Load())
        return node
