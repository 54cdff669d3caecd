"""Masks that say the opposite of what the project's own calls say with them.

Which positions a script means to mask is seen by which content it changes, and whether the mask
is true there. What the project means is seen by how it makes its masks: `tokens != padding` keeps
what is true, `tokens == padding` leaves it out.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from seismograd.reproduce.context.sources import read_text
from seismograd.reproduce.validate.edits import replaced
from seismograd.reproduce.validate.fidelity.doubt import Doubt, Variant
from seismograd.reproduce.validate.fidelity.script_calls import ScriptCall
from seismograd.reproduce.validate.fidelity.subject import Subject
from seismograd.source.shallow_parse import parse_expression, parse_module


def mask_conventions(subject: Subject) -> Iterator[Doubt]:
    """The first such mask, with its opposite wherever it is given."""
    changed = set(_changed_places(subject.script.tree))
    for call in subject.script.calls:
        for parameter, expression in call.given():
            if "mask" in parameter and isinstance(expression, ast.Name):
                keeps = _project_keeps_what_is_true(subject, call, parameter)
                own = _is_true_where_changed(subject.script.tree, expression.id, changed)
                if keeps is not None and keeps is own:
                    yield _doubt(subject, parameter, expression)
                    return


def _doubt(subject: Subject, parameter: str, mask: ast.Name) -> Doubt:
    places = [
        (value, f"~{mask.id}")
        for call in subject.script.calls
        for name, value in call.given()
        if name == parameter and ast.unparse(value) == mask.id
    ]
    variant = Variant(f"~{mask.id}", replaced(subject.script.source, places))
    what = f"{parameter}={mask.id}, which says the opposite of the project's own masks"
    return Doubt(what, mask.lineno, [variant])


def _changed_places(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Names and indices of what is given other content: `other[:, 4:] += 1`."""
    for node in ast.walk(tree):
        match node:
            case ast.AugAssign(target=ast.Subscript(value=ast.Name(id=name), slice=index)):
                yield name, ast.unparse(index)
            case ast.Assign(targets=[ast.Subscript(value=ast.Name(id=name), slice=index)]):
                yield name, ast.unparse(index)


def _is_true_where_changed(
    tree: ast.Module, mask: str, changed: set[tuple[str, str]]
) -> bool | None:
    others = {index for name, index in changed if name != mask}
    for node in ast.walk(tree):
        match node:
            case ast.Assign(
                targets=[ast.Subscript(value=ast.Name(id=name), slice=index)],
                value=ast.Constant(value=bool() | int() as value),
            ) if name == mask and ast.unparse(index) in others:
                return bool(value)
    return None


def _project_keeps_what_is_true(subject: Subject, call: ScriptCall, parameter: str) -> bool | None:
    """None where its calls do not say it, or not all the same."""
    found = {
        keeps
        for site in subject.case.project.calls_of(call.callee)
        for keeps in _conventions(subject, site.file, site.text, call, parameter)
    }
    owner = call.owner
    for site in subject.case.project.calls if owner is not None else ():
        if parameter in site.text and site.file != call.callee.file:
            found.update(_conventions(subject, site.file, site.text, call, parameter))
    return found.pop() if len(found) == 1 else None


def _conventions(
    subject: Subject, file: str, text: str, call: ScriptCall, parameter: str
) -> Iterator[bool]:
    try:
        node = parse_expression(text).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    if not isinstance(node, ast.Call):
        return
    given = dict(ScriptCall(node, call.callee).given()).get(parameter)
    made = [given] if not isinstance(given, ast.Name) else _assigned(subject, file, given.id)
    for value in made:
        match value:
            case ast.Compare(ops=[ast.NotEq() | ast.Gt()]):
                yield True
            case ast.Compare(ops=[ast.Eq()]):
                yield False


def _assigned(subject: Subject, file: str, name: str) -> list[ast.expr]:
    """What a file of the project gives a name."""
    tree = parse_module(read_text(subject.case.root, file) or "")
    return [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign)
        and any(isinstance(one, ast.Name) and one.id == name for one in node.targets)
    ]
