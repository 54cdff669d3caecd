"""Settings that a script gives to the project, and neither the report nor the project does."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from seismograd.reproduce.context.modules import dotted_name
from seismograd.reproduce.validate.edits import replaced
from seismograd.reproduce.validate.fidelity.doubt import Doubt, Variant
from seismograd.reproduce.validate.fidelity.grounds import Grounds
from seismograd.reproduce.validate.fidelity.script_calls import ScriptCall, ScriptCalls, entries
from seismograd.reproduce.validate.fidelity.subject import Subject, assignments
from seismograd.reproduce.validate.script_names import root_name
from seismograd.reproduce.validate.script_values import ScriptValues

MOST_INSTEAD = 3
FAR_LARGER = 20
"""Times: a script is small, and with the size of the real thing it would take too long."""
_OF_SETTINGS = re.compile(
    r"conf|cfg|setting|option|opts|kwargs|param|args|default|override", re.IGNORECASE
)
_OF_FUNCTIONS = re.compile(
    r"callable|callback|lambda|\bhooks?\b|\b(?:custom|own|user)\b", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class _Setting:
    name: str
    value: ast.expr
    own: Sequence[str]
    """What the project gives there, as source."""
    taker: str = ""
    """What it is an argument of; else it is an attribute, or an entry of a dictionary."""

    def __str__(self) -> str:
        text = ast.unparse(self.value)
        return f"{self.name}={text} for {self.taker}" if self.taker else f"{self.name} = {text}"


def chosen_settings(subject: Subject) -> Iterator[Doubt]:
    """Each is tried with what the report says, else with what the project itself gives there."""
    grounds, values = subject.grounds, ScriptValues(subject.script.tree)
    for one in (*_arguments(subject), *_assigned(subject)):
        known = values.of(one.value)
        told = _binding(grounds.given_for(one.name), known)
        own = [text for text in one.own if _is_near(text, known)]
        instead = [repr(value) for value in told] or own
        if instead and _is_doubtful(subject, one, known, told, own):
            yield _doubt(subject, one, instead[:MOST_INSTEAD])


def _doubt(subject: Subject, one: _Setting, instead: Sequence[str]) -> Doubt:
    source, sign = subject.script.source, "=" if one.taker else " = "
    variants = [
        Variant(f"{one.name}{sign}{text}", replaced(source, [(one.value, text)]))
        for text in dict.fromkeys(instead)
    ]
    return Doubt(str(one), one.value.lineno, variants)


def _is_doubtful(
    subject: Subject,
    one: _Setting,
    known: list[object] | None,
    told: Sequence[object],
    own: Sequence[str],
) -> bool:
    """One value of several is enough: the others are what it is compared with."""
    grounds = subject.grounds
    if known is None:
        return bool(one.taker) and _is_made_freely(subject, one)
    if not one.taker and not one.own:
        return False
    usual = [ast.literal_eval(text) for text in own]
    if told:
        return not any(_is_one_of(value, [*told, *usual]) for value in known)
    settings = [*usual, *grounds.of_project(one.name)]
    return not grounds.names(one.name) and not any(
        _is_one_of(value, settings) or grounds.has(value) for value in known
    )


def _binding(told: Sequence[object], known: Sequence[object] | None) -> list[object]:
    """What the report says of a setting, as far as a small script has to keep to it.

    A small script has smaller sizes than the report, and no larger ones.
    """
    plain = [one for one in told if type(one) is not int]
    sizes = [one for one in told if type(one) is int]
    given = [one for one in known or () if type(one) is int]
    if len(sizes) == len(given) == len(known or ()) == 1 and sizes[0] < given[0]:
        return [*plain, *sizes]
    return plain if known is None or len(given) < len(known) else []


def _arguments(subject: Subject) -> Iterator[_Setting]:
    for call in subject.script.calls:
        for name, value in call.given():
            own = _own_values(subject.grounds, call, name)
            yield _Setting(name, value, own, call.callee.name)


def _own_values(grounds: Grounds, call: ScriptCall, parameter: str) -> list[str]:
    """Of what a call only passes on, such as `**overrides`, what the project's settings say."""
    if any(one.name == parameter for one in call.callee.parameters):
        return grounds.own_values(call, parameter)
    settings = sorted(map(repr, grounds.of_project(parameter)))
    return list(dict.fromkeys([*grounds.own_values(call, parameter), *settings]))


def _assigned(subject: Subject) -> Iterator[_Setting]:
    """Attributes of the project's objects, and entries of dictionaries."""
    for name, value in (*_attributes(subject), *_dictionary_entries(subject)):
        grounds = subject.grounds
        found = [text for call in subject.script.calls for text in grounds.own_values(call, name)]
        usual = sorted(map(repr, grounds.of_project(name)))
        yield _Setting(name, value, list(dict.fromkeys(found or usual)))


def _attributes(subject: Subject) -> Iterator[tuple[str, ast.expr]]:
    tree = subject.script.tree
    objects = ScriptCalls(tree, subject.case.project).objects
    for node in ast.walk(tree):
        match node:
            case ast.Assign(targets=[ast.Attribute(value=owner, attr=name)], value=value):
                if root_name(owner) in objects:
                    yield name, value
            case ast.Call(
                func=ast.Name(id="setattr"), args=[owner, ast.Constant(value=str(name)), value]
            ) if root_name(owner) in objects:
                yield name, value
            case ast.Assign(
                targets=[ast.Subscript(value=owner, slice=ast.Constant(value=str(name)))],
                value=value,
            ) if _OF_SETTINGS.search(root_name(owner)):
                yield name, value


def _dictionary_entries(subject: Subject) -> Iterator[tuple[str, ast.expr]]:
    """Of those that are settings by their names, or by what they are added to; others are data."""
    named = [*assignments(subject.script.tree)]
    named += [one for call in subject.script.calls for one in call.given()]
    for name, value in named:
        match value:
            case ast.Call(func=ast.Name(id="dict")) if _OF_SETTINGS.search(name):
                yield from ((one.arg, one.value) for one in value.keywords if one.arg)
            case ast.Dict(keys=keys) if _OF_SETTINGS.search(name) or None in keys:
                yield from entries(value)


def _is_made_freely(subject: Subject, one: _Setting) -> bool:
    """Whether an object or a function stands where a plain value is usual, and nobody asks for it.

    A class of the project, such as its configuration, is there to be given.
    """
    made, grounds = _made(subject.script.tree, one.value), subject.grounds
    if grounds.names(one.name):
        return False
    if _is_function(subject.script.tree, one.value):
        return _OF_FUNCTIONS.search(grounds.text) is None
    if made is None:
        return False
    name = dotted_name(made.func).rpartition(".")[2]
    return name[:1].isupper() and not grounds.has_word(name) and not grounds.defines(name)


def _is_function(tree: ast.Module, value: ast.expr) -> bool:
    own = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    return isinstance(value, ast.Lambda) or (isinstance(value, ast.Name) and value.id in own)


def _made(tree: ast.Module, expression: ast.expr) -> ast.Call | None:
    """The call that makes what is given, also by the name that it was given."""
    if isinstance(expression, ast.Call):
        return expression
    wanted = expression.id if isinstance(expression, ast.Name) else ""
    given = (value for name, value in assignments(tree) if name == wanted)
    return next((value for value in given if isinstance(value, ast.Call)), None)


def _is_near(text: str, known: Sequence[object] | None) -> bool:
    usual = ast.literal_eval(text)
    given = [value for value in known or () if type(value) is int and value > 0]
    return type(usual) is not int or not given or usual < FAR_LARGER * max(given)


def _is_one_of(value: object, others: Sequence[object]) -> bool:
    plain = tuple(value) if isinstance(value, list) else value
    return any(type(one) is type(plain) and one == plain for one in others)
