"""The switches that a model names: constants of its script whose other value is the control.

None may decide the verdict by itself, rather than what the script does.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence

from seismograd.llm import Malformed
from seismograd.reproduce.candidate import Switch
from seismograd.reproduce.observation import MEASURED, REPRODUCED
from seismograd.reproduce.validate.controls.switched import is_plain
from seismograd.source.shallow_parse import parse_module

MOST_SWITCHES = 8
LONGEST_LITERAL = 2_000


def usable(
    given: Sequence[Mapping[str, str]], script: str, has_other_control: bool
) -> tuple[Switch, ...]:
    """Raises `Malformed` for those that the script does not have, unless it can do without."""
    assigned = constants(script)
    switches = [
        Switch(one["name"].strip(), one["trigger"].strip(), one["control"].strip())
        for one in given[:MOST_SWITCHES]
    ]
    _demand_honest(script, switches)
    troubles = {switch: _trouble(switch, assigned) for switch in switches}
    told = [trouble for trouble in troubles.values() if trouble]
    if told and not has_other_control:
        raise Malformed(told[0])
    # Switches are set together: with one of them missing, the others say something else.
    return () if told else tuple(switches)


def constants(script: str) -> Counter[str] | None:
    """What the script assigns at its top level, and how often.

    None where it does not parse: the validator says so better.
    """
    try:
        body = parse_module(script).body
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return None
    targets = [t for s in body if isinstance(s, ast.Assign) for t in s.targets]
    return Counter(target.id for target in targets if isinstance(target, ast.Name))


def _trouble(switch: Switch, assigned: Mapping[str, int] | None) -> str:
    if assigned is not None and assigned.get(switch.name) != 1:
        return f"The switch {switch.name!r} must be assigned once, at the top level of the script."
    for value in (switch.trigger, switch.control):
        if len(value) > LONGEST_LITERAL or not is_plain(value):
            return f"{value[:80]!r}, for the switch {switch.name!r}, is no literal."
    if switch.trigger == switch.control:
        return f"The switch {switch.name!r} has the same value for its control."
    return ""


def _demand_honest(script: str, switches: Sequence[Switch]) -> None:
    given_away = rigged(script, [switch.name for switch in switches])
    if given_away:
        raise Malformed(
            f"A switch decides the verdict by itself ({given_away}). It may only change what is "
            "done with the project; the verdict must follow from what was measured."
        )


def rigged(script: str, switches: Collection[str]) -> str | None:
    """The line that gives a verdict by the mere name of a switch; None where there is none."""
    try:
        tree = parse_module(script)
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return None
    found = next(_rigged(tree, set(switches)), None)
    return None if found is None else f"line {found.lineno}: {ast.unparse(found)[:120]}"


def _rigged(tree: ast.Module, switches: set[str]) -> Iterator[ast.expr]:
    told = set(_told_names(tree))
    for node in ast.walk(tree):
        if isinstance(node, ast.If | ast.Assert) and (_is_verdict(node) or _sets(node, told)):
            yield from _bare(node.test, switches)
        elif isinstance(node, ast.Assign) and _names(node.targets) & told:
            yield from _chosen_constants(node.value, switches)


def _is_verdict(node: ast.If | ast.Assert) -> bool:
    """It ends the script, or says that the bug is there."""
    if isinstance(node, ast.Assert):
        return True
    return any(
        isinstance(child, ast.Raise)
        or (isinstance(child, ast.Constant) and str(child.value).startswith(REPRODUCED))
        for statement in node.body
        for child in ast.walk(statement)
    )


def _sets(node: ast.If | ast.Assert, told: set[str]) -> bool:
    """It gives a value that nothing was measured for to what is told as measured."""
    branches = [*node.body, *node.orelse] if isinstance(node, ast.If) else []
    return any(
        isinstance(one, ast.Assign) and _names(one.targets) & told and _is_constant(one.value)
        for one in branches
    )


def _bare(test: ast.expr, switches: set[str]) -> Iterator[ast.expr]:
    """The switch itself as a condition, or compared with a literal; not as a part of a value."""
    if isinstance(test, ast.BoolOp):
        for value in test.values:
            yield from _bare(value, switches)
    elif isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        yield from _bare(test.operand, switches)
    elif _is_switch(test, switches) or (
        isinstance(test, ast.Compare)
        and all(
            _is_switch(side, switches) or _is_constant(side)
            for side in [test.left, *test.comparators]
        )
    ):
        yield test


def _chosen_constants(value: ast.expr, switches: set[str]) -> Iterator[ast.expr]:
    """`1.0 if MODE == "buggy" else 0.0`: a measurement that nothing was measured for."""
    for node in ast.walk(value):
        if isinstance(node, ast.IfExp) and (_is_constant(node.body) or _is_constant(node.orelse)):
            yield from (node for _ in _bare(node.test, switches))


def _told_names(tree: ast.Module) -> Iterator[str]:
    """What is printed as measured, or what verdicts are about."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and _mentions(node, MEASURED):
            yield from _names(node.args)
        elif isinstance(node, ast.If | ast.Assert) and _is_verdict(node):
            yield from _names([node.test])


def _mentions(call: ast.Call, word: str) -> bool:
    return any(
        isinstance(child, ast.Constant) and isinstance(child.value, str) and word in child.value
        for child in ast.walk(call)
    )


def _names(nodes: Collection[ast.expr]) -> set[str]:
    return {n.id for node in nodes for n in ast.walk(node) if isinstance(n, ast.Name)}


def _is_switch(node: ast.expr, switches: set[str]) -> bool:
    return isinstance(node, ast.Name) and node.id in switches


def _is_constant(node: ast.expr) -> bool:
    try:
        ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
        return False
    return True
