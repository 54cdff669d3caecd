"""Whether a training learns a policy by the likelihood of its own actions."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from seismograd.program.model import Program
from seismograd.repair.layers.syntax import statements_around
from seismograd.source.evaluate.values import Place

LIKELIHOOD = "log_prob"
DRAWS = frozenset({"sample", "multinomial"})
"""Methods and functions that draw actions."""


def learns_policy(program: Program) -> bool:
    """Its loss weighs likelihoods with rewards: it may rise while the policy gets better."""
    calls = (one for one in (*program.calls, *program.trial_calls) if one.method == LIKELIHOOD)
    return any(_is_of_own_action(one.place) for one in calls)


def _is_of_own_action(place: Place) -> bool:
    node = place.node
    given = {one.id for one in ast.walk(node) if isinstance(one, ast.Name)}
    return any(name in given for name in _drawn_around(place))


def _drawn_around(place: Place) -> Iterator[str]:
    """Names that the function, or the script, gives to what it draws."""
    for statement in statements_around(place):
        for node in ast.walk(statement):
            if isinstance(node, ast.Assign) and _draws(node.value):
                yield from (one.id for one in node.targets if isinstance(one, ast.Name))


def _draws(value: ast.expr) -> bool:
    names = {one.attr for one in ast.walk(value) if isinstance(one, ast.Attribute)}
    return bool(names & DRAWS)
