"""Options that never arrive where they should work."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from seismograd.reproduce.candidate import Patch
from seismograd.reproduce.suspicion.rewriting import by_expression, inserted
from seismograd.reproduce.suspicion.suspect_statements import SuspectStatement

_CONSTANTS = bool | int | float | str
_FOREIGN = {"dropout": "p", "bias": "bias", "padding_idx": "padding_idx", "eps": "eps"}


@by_expression
def from_parameter(node: ast.expr, suspect: SuspectStatement) -> Iterator[tuple[ast.expr, str]]:
    """A fixed value, or a constant of the module, where an option may be meant."""
    is_fixed = isinstance(node, ast.Constant) and isinstance(node.value, _CONSTANTS)
    is_global = isinstance(node, ast.Name) and node.id.isupper() and isinstance(node.ctx, ast.Load)
    if not is_fixed and not is_global:
        return
    text = ast.unparse(node)
    for name in known_options(suspect):
        yield ast.parse(name, mode="eval").body, f"with {name} for {text[:30]}"


@by_expression
def passed_on(node: ast.expr, suspect: SuspectStatement) -> Iterator[tuple[ast.expr, str]]:
    """One more argument for a call: an option of the same name."""
    if not isinstance(node, ast.Call):
        return
    text = ast.unparse(node)
    taken = {keyword.arg for keyword in node.keywords}
    for option in known_options(suspect):
        plain = option.rpartition(".")[2]
        if plain in text or plain in taken:
            continue
        value = ast.parse(option, mode="eval").body
        keyword = _FOREIGN.get(plain, plain)
        given = [*node.keywords, ast.keyword(keyword, value)]
        yield ast.Call(node.func, node.args, given), f"with {keyword}={option}"
        if not node.args and not node.keywords:
            yield ast.Call(node.func, [value], []), f"with {option}"


def not_overwritten(suspect: SuspectStatement) -> Iterator[Patch]:
    """An option that is assigned anew before anybody used it; or never kept."""
    statement = suspect.statement
    if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
        target = statement.targets[0]
        name = target.attr if isinstance(target, ast.Attribute) else ast.unparse(target)
        if name in suspect.parameters and ast.unparse(statement.value) != name:
            text = f"{ast.unparse(target)} = {name}"
            yield inserted(suspect, f"with {name} as given", text, after=True)


@by_expression
def multiplied(node: ast.expr, suspect: SuspectStatement) -> Iterator[tuple[ast.expr, str]]:
    """A factor that the function is given and leaves out."""
    if not isinstance(suspect.statement, ast.Return | ast.Assign):
        return
    if node is not suspect.statement.value:
        return
    for option in known_options(suspect):
        if option.rpartition(".")[2] not in ast.unparse(node):
            for sign in ("*", "/", "+"):
                text = f"({ast.unparse(node)}) {sign} {option}"
                yield ast.parse(text, mode="eval").body, f"{sign} {option}"


def known_options(suspect: SuspectStatement) -> list[str]:
    """Names of the function's parameters, and attributes that its class was constructed with."""
    if suspect.function is None:
        return []
    if suspect.function is suspect.constructor or suspect.constructor is None:
        return suspect.parameters
    kept = [
        node.attr
        for node in ast.walk(suspect.constructor)
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)
    ]
    given = {one.arg for one in suspect.constructor.args.args}
    return [*suspect.parameters, *(f"self.{name}" for name in dict.fromkeys(kept) if name in given)]
