"""Optimisers that were made before what they should train."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from seismograd.reproduce.candidate import Patch
from seismograd.reproduce.suspicion.rewriting import inserted, replaced
from seismograd.reproduce.suspicion.suspect_statements import SuspectStatement

_MAKES_OPTIMISER = re.compile(r"optim|\b(?:Adam\w*|SGD|RMSprop|Adagrad|LBFGS)\(", re.I)
_OPTIMISER = re.compile(r"(?<![\w.])(?:self\.)?_?\w*(?:optimi[sz]er|optim|opt)\b(?!\()")
_NETWORK = re.compile(r"(?<![\w.])((?:self\.)?\w+)\.(?:named_)?parameters\(\)")
_REPLACES = re.compile(
    r"\.(?:_?setup|_?build|reset\w*|replace\w*|add_\w+|grow|expand|resize\w*|init\w*|compile|"
    r"to|load\w*|from_\w+)\(|deepcopy\("
)
_MODULES = {"torch", "optim", "torch.optim"}
MOST = 3


def made_later(suspect: SuspectStatement) -> Iterator[Patch]:
    """Right before it is used for the first time, after all that comes in between."""
    statement = suspect.statement
    target = _target_of_optimiser(statement)
    between = _unaware(suspect, target) if target else []
    if between:
        last = between[-1].end_lineno or between[-1].lineno
        text = replaced(suspect, "", *between, statement).text
        what = f"{target} made once it is needed"
        yield Patch(suspect.file, statement.lineno, last, text, what)


def made_anew(suspect: SuspectStatement) -> Iterator[Patch]:
    """Once more, of the same kind, after parts of the network have become others."""
    if not _is_replacing(suspect.statement):
        return
    for optimiser in _names(suspect, _OPTIMISER):
        for network in _names(suspect, _NETWORK):
            made = f"type({optimiser})({network}.parameters(), **{optimiser}.defaults)"
            what = f"with {optimiser} made anew"
            yield inserted(suspect, what, f"{optimiser} = {made}", after=True)


def _target_of_optimiser(statement: ast.stmt) -> str:
    if not isinstance(statement, ast.Assign) or not isinstance(statement.value, ast.Call):
        return ""
    made = ast.unparse(statement.value)
    return ast.unparse(statement.targets[0]) if _MAKES_OPTIMISER.search(made) else ""


def _unaware(suspect: SuspectStatement, target: str) -> list[ast.stmt]:
    """The statements that follow in the same block and do not speak of it yet."""
    block = suspect.block
    index = next((i for i, one in enumerate(block) if one is suspect.statement), len(block))
    word = re.compile(rf"(?<![\w.]){re.escape(target)}\b")
    found: list[ast.stmt] = []
    for one in block[index + 1 :]:
        if word.search(ast.unparse(one)) or isinstance(one, ast.Return):
            break
        found.append(one)
    return found


def _is_replacing(statement: ast.stmt) -> bool:
    """A part of something is another now, or a call made it so."""
    if isinstance(statement, ast.Expr):
        return _REPLACES.search(ast.unparse(statement)) is not None
    if not isinstance(statement, ast.Assign):
        return False
    target = statement.targets[0]
    is_part = isinstance(target, ast.Attribute) and ast.unparse(target.value) != "self"
    return is_part or _REPLACES.search(ast.unparse(statement.value)) is not None


def _names(suspect: SuspectStatement, pattern: re.Pattern[str]) -> list[str]:
    """Those of the function, and those that the constructor has given the object."""
    text = ast.unparse(suspect.function) if suspect.function else ""
    own = pattern.findall(text)
    held = pattern.findall(ast.unparse(suspect.constructor)) if suspect.constructor else []
    found = [*own, *(name for name in held if name.startswith("self."))]
    if pattern is _NETWORK:  # the object's own networks, whatever they are called outside
        found += [f"self.{name}" for name in held if "." not in name]
    return [name for name in dict.fromkeys(found) if name not in _MODULES][:MOST]
