"""What is kept for longer than it is needed: graphs, and lists that only grow."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import chain

from seismograd.reproduce.candidate import Patch
from seismograd.reproduce.suspicion.rewriting import by_expression, inserted, replaced
from seismograd.reproduce.suspicion.suspect_statements import SuspectStatement

_KEEPS = {"append", "extend", "add", "appendleft", "update", "setdefault", "insert"}


@by_expression
def without_graph(node: ast.expr, suspect: SuspectStatement) -> Iterator[tuple[ast.expr, str]]:
    """Only the value of what is kept or summed up; some of it may be a number already."""
    if not _is_kept(node, suspect):
        return
    text = ast.unparse(node)
    yield ast.parse(f"({text}).detach()", mode="eval").body, "with detach()"
    yield ast.parse(f"float({text})", mode="eval").body, "with float()"


def _is_kept(node: ast.expr, suspect: SuspectStatement) -> bool:
    statement = suspect.statement
    if isinstance(statement, ast.AugAssign | ast.Assign):
        is_new = isinstance(node, ast.Constant | ast.List | ast.Dict | ast.Set)
        return node is statement.value and not is_new and _outlives(statement)
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
        call = statement.value
        name = ast.unparse(call.func).rpartition(".")[2]
        given = [*call.args, *(keyword.value for keyword in call.keywords)]
        return name in _KEEPS and node in given
    return False


def _outlives(statement: ast.AugAssign | ast.Assign) -> bool:
    """What an object holds, and what goes into its own next value."""
    if isinstance(statement, ast.AugAssign):
        return True
    target = statement.targets[0]
    if isinstance(target, ast.Attribute | ast.Subscript):
        return True
    names = {n.id for n in ast.walk(statement.value) if isinstance(n, ast.Name)}
    return isinstance(target, ast.Name) and target.id in names


def not_kept(suspect: SuspectStatement) -> Iterator[Patch]:
    statement = suspect.statement
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
        function = statement.value.func
        if isinstance(function, ast.Attribute) and function.attr in _KEEPS | {"register_hook"}:
            yield replaced(suspect, f"without {ast.unparse(statement)[:60]}", ast.Pass())
    if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Subscript):
        yield replaced(suspect, f"without {ast.unparse(statement)[:60]}", ast.Pass())


def cleared(suspect: SuspectStatement) -> Iterator[Patch]:
    """What an object gathered is given up at the start of a function that begins anew."""
    if not suspect.first_in_function or suspect.owner is None:
        return
    for name in _gathered(suspect.owner):
        line = f"self.{name} = type(self.{name})()"
        yield inserted(suspect, f"with {name} emptied first", line)


def as_at_first(suspect: SuspectStatement) -> Iterator[Patch]:
    """What a function leaves on its object is as the constructor had it when it begins."""
    if not suspect.first_in_function or suspect.constructor in (None, suspect.function):
        return
    first = dict(_set_on_self(suspect.constructor))
    for name, _ in _set_on_self(suspect.function):
        value = first.get(name)
        if isinstance(value, ast.Constant | ast.List | ast.Dict):
            line = f"self.{name} = {ast.unparse(value)}"
            yield inserted(suspect, f"with {name} as at first", line)


def _set_on_self(function: ast.AST | None) -> Iterator[tuple[str, ast.expr]]:
    assigned = [n for n in ast.walk(function) if isinstance(n, ast.Assign)] if function else []
    for node in assigned:
        targets = (t.elts if isinstance(t, ast.Tuple) else [t] for t in node.targets)
        for part in chain.from_iterable(targets):
            if isinstance(part, ast.Attribute) and ast.unparse(part.value) == "self":
                yield part.attr, node.value


def own_default(suspect: SuspectStatement) -> Iterator[Patch]:
    """A list that is a default is one for all calls."""
    function = suspect.function
    if function is None or not suspect.first_in_function:
        return
    given = function.args.args[len(function.args.args) - len(function.args.defaults) :]
    for argument, default in zip(given, function.args.defaults, strict=True):
        if isinstance(default, ast.List | ast.Dict | ast.Set) or ast.unparse(default) in (
            "list()", "dict()", "set()"
        ):  # fmt: skip
            line = f"{argument.arg} = type({argument.arg})({argument.arg})"
            yield inserted(suspect, f"with {argument.arg} of its own", line)
            new = f"{argument.arg} = {ast.unparse(default)}"
            yield inserted(suspect, f"with {argument.arg} new", new)


def _gathered(owner: ast.ClassDef) -> list[str]:
    """Attributes that are lists or counts, and grow."""
    found: list[str] = []
    for node in ast.walk(owner):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr in _KEEPS
            and isinstance(node.func.value, ast.Attribute)
        ):
            found.append(node.func.value.attr)
        if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Attribute):
            found.append(node.target.attr)
    return list(dict.fromkeys(found))[:4]
