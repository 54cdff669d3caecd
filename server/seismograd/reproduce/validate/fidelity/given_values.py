"""Arguments that the script gives to the project, and neither the report nor the project does."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from seismograd.reproduce.context.modules import dotted_name
from seismograd.reproduce.validate.fidelity.doubt import Doubt, Variant
from seismograd.reproduce.validate.fidelity.edits import replaced
from seismograd.reproduce.validate.fidelity.grounds import Grounds
from seismograd.reproduce.validate.fidelity.script import assignments
from seismograd.reproduce.validate.fidelity.script_calls import ScriptCall
from seismograd.reproduce.validate.fidelity.subject import Subject
from seismograd.reproduce.validate.script_values import ScriptValues

MOST_INSTEAD = 3
FAR_LARGER = 20
"""Times: a script is small, and with the size of the real thing it would take too long."""


def given_values(subject: Subject) -> Iterator[Doubt]:
    """Each is tried with what the project itself gives there."""
    script, grounds = subject.script, subject.grounds
    values = ScriptValues(script.tree)
    for call in script.calls:
        for parameter, expression in call.given():
            known = values.of(expression)
            own = [text for text in _own_values(grounds, call, parameter) if _is_near(text, known)]
            told = [repr(one) for one in _no_sizes(grounds.given_for(parameter))]
            own = list(dict.fromkeys([*told, *own]))
            is_doubtful = (
                not is_grounded(parameter, known, own, grounds)
                if known is not None
                else _is_made_freely(script.tree, parameter, expression, grounds)
            )
            if own and is_doubtful:
                yield _doubt(script.source, call, parameter, expression, own)


def _own_values(grounds: Grounds, call: ScriptCall, parameter: str) -> list[str]:
    """Of what a call only passes on, such as `**overrides`, what the project's settings say."""
    if any(one.name == parameter for one in call.callee.parameters):
        return grounds.own_values(call, parameter)
    settings = sorted(map(repr, grounds.of_project(parameter)))
    return list(dict.fromkeys([*grounds.own_values(call, parameter), *settings]))


def _doubt(
    source: str, call: ScriptCall, parameter: str, expression: ast.expr, own: list[str]
) -> Doubt:
    what = f"{parameter}={ast.unparse(expression)} for {call.callee.name}"
    variants = [
        Variant(f"{parameter}={text}", replaced(source, [(expression, text)]))
        for text in own[:MOST_INSTEAD]
    ]
    return Doubt(what, expression.lineno, variants)


def _is_made_freely(
    tree: ast.Module, parameter: str, expression: ast.expr, grounds: Grounds
) -> bool:
    """Whether an object is given where a plain value is usual, and nobody speaks of its class.

    A class of the project, such as its configuration, is there to be given.
    """
    made = _made(tree, expression)
    if made is None or grounds.names(parameter):
        return False
    name = dotted_name(made.func).rpartition(".")[2]
    return name[:1].isupper() and not grounds.has_word(name) and not grounds.defines(name)


def _made(tree: ast.Module, expression: ast.expr) -> ast.Call | None:
    """The call that makes what is given, also by the name that it was given."""
    if isinstance(expression, ast.Call):
        return expression
    wanted = expression.id if isinstance(expression, ast.Name) else ""
    given = (value for name, value in assignments(tree) if name == wanted)
    return next((value for value in given if isinstance(value, ast.Call)), None)


def _is_near(text: str, known: list[object] | None) -> bool:
    usual = ast.literal_eval(text)
    given = [value for value in known or () if type(value) is int and value > 0]
    return type(usual) is not int or not given or usual < FAR_LARGER * max(given)


def is_grounded(parameter: str, known: list[object], own: list[str], grounds: Grounds) -> bool:
    """One value of several is enough: the others are what it is compared with.

    Where the report says what a setting is, another value of it is none of the report's.
    """
    usual = [ast.literal_eval(text) for text in own]
    told = _no_sizes(grounds.given_for(parameter))
    if told and _no_sizes(known):
        return any(_is_one_of(value, [*told, *usual]) for value in known)
    if grounds.names(parameter):
        return True
    settings = grounds.of_project(parameter)
    return any(
        _is_one_of(value, usual) or _is_one_of(value, list(settings)) or grounds.has(value)
        for value in known
    )


def _no_sizes(values: Sequence[object]) -> list[object]:
    """Without whole numbers: a small script has smaller ones than the report."""
    return [one for one in values if type(one) is not int]


def _is_one_of(value: object, others: list[object]) -> bool:
    plain = tuple(value) if isinstance(value, list) else value
    return any(type(one) is type(plain) and one == plain for one in others)
