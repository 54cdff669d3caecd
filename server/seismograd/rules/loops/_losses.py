"""Where losses go: the names they get and the values they are part of."""

from __future__ import annotations

import ast

from seismograd.program.model import LossUse
from seismograd.program.operations import ancestors
from seismograd.source.evaluate.values import Value
from seismograd.source.rewrite import enclosing_statement


def reaches(value: Value | None, part: Value | None) -> bool:
    """Whether a value was computed from another."""
    return part is not None and any(tensor is part for tensor in ancestors(value))


def assigned_name(loss: LossUse) -> str | None:
    """The name that a loss gets, where its call is the whole right side of an assignment."""
    if loss.call is None:
        return None
    statement = enclosing_statement(loss.call.place)
    if not isinstance(statement, ast.Assign) or statement.value is not loss.call.place.node:
        return None
    target = statement.targets[0]
    plain = len(statement.targets) == 1 and isinstance(target, ast.Name)
    return target.id if plain and isinstance(target, ast.Name) else None
