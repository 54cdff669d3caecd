"""Failures of an object that is as new, because the script leaves out what it has to be given."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from seismograd.reproduce.context.project_view import Symbol, SymbolKind
from seismograd.reproduce.context.sources import read_text
from seismograd.reproduce.validate.fidelity.doubt import Decides, Doubt
from seismograd.reproduce.validate.fidelity.subject import Subject
from seismograd.source.shallow_parse import parse_module
from seismograd.traces.events import Frame

_OF_NEW_ONES = re.compile(
    r"\b(?:empty|fresh(?:ly)?|newly|untrained|uninitiali[sz]ed)\b|\bno (?:data|batch|update|value)|"
    r"\bright after (?:creat|build|construct|mak)|"
    r"\b(?:before|without|never) (?:\w+ ){0,3}(?:call|updat|add|any|first|fit|feed|see)",
    re.IGNORECASE,
)
"""A report with one of these may be about just that."""
_EMPTY = ("0", "0.0", "None", "[]", "{}", "()", "set()", "dict()", "list()", "''", "False")
_CHANGES = frozenset({"append", "extend", "add", "update", "insert", "setdefault", "add_", "copy_"})


def fresh_objects(subject: Subject) -> Iterator[Doubt]:
    """The line that fails reads what methods of its object set, none of which was called."""
    raised, script = subject.seen.exception, subject.seen.script
    frames = [one for one in raised.frames if one.in_project] if raised is not None else []
    if not frames or frames[-1].file == script or _OF_NEW_ONES.search(subject.grounds.text):
        return
    method = _method_at(subject, frames[-1])
    if method is None:
        return
    setters = _setters(subject, method, frames[-1].line or 0)
    if setters and not any((method.file, name) in subject.entered for name in setters):
        what = f"{method.name} of an object for which {' or '.join(sorted(setters))} was not called"
        yield Doubt(what, _line_in_script(subject), (), Decides.BY_ITSELF)


def _method_at(subject: Subject, frame: Frame) -> Symbol | None:
    for one in subject.case.project.symbols:
        is_there = one.file == frame.file and one.line <= (frame.line or 0) <= one.last_line
        if one.kind is SymbolKind.METHOD and is_there:
            return one
    return None


def _setters(subject: Subject, method: Symbol, line: int) -> set[str]:
    """Methods, besides the constructor, that change what the line reads of the object."""
    tree = parse_module(read_text(subject.case.root, method.file) or "")
    owner = next(
        (
            node
            for node in ast.walk(tree)
            if isinstance(node, ast.ClassDef)
            and node.lineno <= line <= (node.end_lineno or node.lineno)
        ),
        None,
    )
    functions = [one for one in owner.body if isinstance(one, ast.FunctionDef)] if owner else []
    read = {
        name
        for function in functions
        for node in ast.walk(function)
        if isinstance(node, ast.expr) and node.lineno == line and (name := _own_attribute(node))
    }
    empty = {name for one in functions if one.name == "__init__" for name in _empty(one)}
    changing = {one.name for one in functions if read & empty & set(_changed(one))}
    last = method.name.rpartition(".")[2]
    return set() if last in changing else changing - {"__init__", "reset"}


def _empty(constructor: ast.FunctionDef) -> Iterator[str]:
    """What has nothing in it at first: `self.count = 0`, `self.values = []`."""
    for node in ast.walk(constructor):
        match node:
            case (
                ast.Assign(targets=[target], value=value)
                | ast.AnnAssign(target=target, value=value)
            ):
                if value is not None and ast.unparse(value) in _EMPTY:
                    yield _own_attribute(target)


def _changed(function: ast.FunctionDef) -> Iterator[str]:
    for node in ast.walk(function):
        match node:
            case ast.Attribute(ctx=ast.Store()):
                yield _own_attribute(node)
            case ast.Subscript(value=inner, ctx=ast.Store()):
                yield _own_attribute(inner)
            case ast.Call(func=ast.Attribute(value=inner, attr=name)) if name in _CHANGES:
                yield _own_attribute(inner)


def _own_attribute(node: ast.expr) -> str:
    match node:
        case ast.Attribute(value=ast.Name(id="self"), attr=name):
            return name
    return ""


def _line_in_script(subject: Subject) -> int:
    raised = subject.seen.exception
    frames = raised.frames if raised is not None else ()
    lines = [one.line for one in frames if one.file == subject.seen.script and one.line]
    return lines[-1] if lines else 1
