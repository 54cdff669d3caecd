"""State that is not saved, not read back, or read back as something else."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from seismograd.reproduce.candidate import Patch
from seismograd.reproduce.suspicion.rewriting import by_expression, inserted
from seismograd.reproduce.suspicion.suspect_statements import SuspectStatement


@by_expression
def other_key(node: ast.expr, suspect: SuspectStatement) -> Iterator[tuple[ast.expr, str]]:
    """Another of the texts that the same class or function uses as keys."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        for key in _keys(suspect.owner or suspect.function):
            if key != node.value:
                yield ast.Constant(key), f"with {key!r} for {node.value!r}"


@by_expression
def of_another(node: ast.expr, suspect: SuspectStatement) -> Iterator[tuple[ast.expr, str]]:
    """The state of another object that is at hand."""
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
        return
    if node.func.attr not in ("state_dict", "load_state_dict", "parameters", "copy_"):
        return
    now = ast.unparse(node.func.value)
    for name in _objects(suspect):
        if name != now:
            owner = ast.parse(name, mode="eval").body
            method = ast.Attribute(owner, node.func.attr, ast.Load())
            yield ast.Call(method, node.args, node.keywords), f"of {name} for {now}"


@by_expression
def copied(node: ast.expr, suspect: SuspectStatement) -> Iterator[tuple[ast.expr, str]]:
    """A state is a view of what goes on changing; a copy stays as it is."""
    text = ast.unparse(node)
    is_state = isinstance(node, ast.Call) and text.endswith(".state_dict()")
    statement = suspect.statement
    is_kept = isinstance(statement, ast.Assign) and node is statement.value
    if is_state or (is_kept and isinstance(node, ast.Name | ast.Attribute)):
        yield ast.parse(f"__import__('copy').deepcopy({text})", mode="eval").body, "as a copy"


def applied(suspect: SuspectStatement) -> Iterator[Patch]:
    """A state that is read and never given to what it belongs to."""
    statement = suspect.statement
    if not isinstance(statement, ast.Assign) or len(statement.targets) != 1:
        return
    target, text = ast.unparse(statement.targets[0]), ast.unparse(statement.value)
    if ".load(" not in text and "state" not in text.lower():
        return
    for name in suspect.parameters:
        for state in (target, *(f"{target}[{key!r}]" for key in _keys(suspect.function)[:3])):
            line = f"{name}.load_state_dict({state})"
            yield inserted(suspect, f"with {name}.load_state_dict()", line, after=True)


def _keys(scope: ast.AST | None) -> list[str]:
    """In subscripts, dicts and calls of `get`, `pop` and `setdefault`."""
    found: list[str] = []
    for node in ast.walk(scope) if scope else ():
        if isinstance(node, ast.Dict):
            found += [text for key in node.keys if (text := _text(key)) is not None]
        elif isinstance(node, ast.Subscript):
            found += [text] if (text := _text(node.slice)) is not None else []
        elif isinstance(node, ast.Call) and node.args and _is_lookup(node.func):
            found += [text] if (text := _text(node.args[0])) is not None else []
    return list(dict.fromkeys(found))[:6]


def _is_lookup(function: ast.expr) -> bool:
    return isinstance(function, ast.Attribute) and function.attr in ("get", "pop", "setdefault")


def _text(node: ast.expr | None) -> str | None:
    is_text = isinstance(node, ast.Constant) and isinstance(node.value, str)
    return str(node.value) if is_text and isinstance(node, ast.Constant) else None


def _objects(suspect: SuspectStatement) -> list[str]:
    function = suspect.function
    if function is None:
        return []
    own = [
        f"self.{n.attr}"
        for n in ast.walk(suspect.owner or function)
        if isinstance(n, ast.Attribute) and ast.unparse(n.value) == "self"
        and any(word in n.attr for word in ("model", "net", "optim", "sched", "ema", "shadow"))
    ]  # fmt: skip
    return list(dict.fromkeys([*suspect.parameters, *own]))[:5]
