"""Settings of the project that a script gives by other ways than an argument of a call."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from seismograd.reproduce.validate.fidelity.doubt import Doubt, Variant
from seismograd.reproduce.validate.fidelity.edits import replaced
from seismograd.reproduce.validate.fidelity.given_values import MOST_INSTEAD, is_grounded
from seismograd.reproduce.validate.fidelity.script import assignments
from seismograd.reproduce.validate.fidelity.script_calls import ScriptCalls
from seismograd.reproduce.validate.fidelity.subject import Subject
from seismograd.reproduce.validate.script_values import ScriptValues

_OF_SETTINGS = re.compile(
    r"conf|cfg|setting|option|opts|kwargs|param|args|default|override", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class _Setting:
    name: str
    value: ast.expr


def assigned_settings(subject: Subject) -> Iterator[Doubt]:
    """Attributes of the project's objects, and entries of dictionaries."""
    script, grounds = subject.script, subject.grounds
    values = ScriptValues(script.tree)
    for one in _settings(subject):
        known, own = values.of(one.value), _own(subject, one.name)
        if known is None or not own or is_grounded(one.name, known, own, grounds):
            continue
        told = [repr(value) for value in grounds.given_for(one.name)]
        variants = [
            Variant(f"{one.name} = {text}", replaced(script.source, [(one.value, text)]))
            for text in dict.fromkeys([*told, *own][:MOST_INSTEAD])
        ]
        yield Doubt(f"{one.name} = {ast.unparse(one.value)}", one.value.lineno, variants)


def _settings(subject: Subject) -> Iterator[_Setting]:
    tree = subject.script.tree
    objects = ScriptCalls(tree, subject.case.project).objects
    for node in ast.walk(tree):
        match node:
            case ast.Assign(targets=[ast.Attribute(value=owner, attr=name)], value=value):
                if _root(owner) in objects:
                    yield _Setting(name, value)
            case ast.Call(
                func=ast.Name(id="setattr"), args=[owner, ast.Constant(value=str(name)), value]
            ) if _root(owner) in objects:
                yield _Setting(name, value)
            case ast.Assign(
                targets=[ast.Subscript(value=owner, slice=ast.Constant(value=str(name)))],
                value=value,
            ) if _OF_SETTINGS.search(_root(owner)):
                yield _Setting(name, value)
    for one in _dictionaries(subject):
        yield from _entries(one)


def _dictionaries(subject: Subject) -> Iterator[ast.Dict | ast.Call]:
    """Those that are settings by their names, or by what they are added to; others are data."""
    named = [*assignments(subject.script.tree)]
    named += [one for call in subject.script.calls for one in call.given()]
    for name, value in named:
        match value:
            case ast.Dict() | ast.Call(func=ast.Name(id="dict")) if _OF_SETTINGS.search(name):
                yield value
            case ast.Dict(keys=keys) if None in keys:
                yield value


def _entries(node: ast.Dict | ast.Call) -> Iterator[_Setting]:
    if isinstance(node, ast.Call):
        yield from (_Setting(one.arg, one.value) for one in node.keywords if one.arg)
        return
    for key, value in zip(node.keys, node.values, strict=True):
        if isinstance(key, ast.Constant) and isinstance(key.value, str):
            yield _Setting(key.value, value)


def _own(subject: Subject, name: str) -> list[str]:
    """Defaults of what the script calls, else what settings of this name are in the project."""
    found = [
        text for call in subject.script.calls for text in subject.grounds.own_values(call, name)
    ]
    usual = sorted(map(repr, subject.grounds.of_project(name)))
    return list(dict.fromkeys(found or usual))


def _root(node: ast.expr) -> str:
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""
