"""The script with its trigger taken away: the other values of its switches."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from seismograd.reproduce.candidate import Candidate, Switch
from seismograd.reproduce.case import Case
from seismograd.reproduce.observation import Observation
from seismograd.reproduce.trial_runner import TrialRunner
from seismograd.reproduce.validate.controls.control import ControlKind, Trial
from seismograd.reproduce.validate.parsing import Unfit
from seismograd.source.shallow_parse import parse_expression

_PLAIN = (
    ast.Constant, ast.Tuple, ast.List, ast.Set, ast.Dict, ast.UnaryOp, ast.BinOp, ast.Attribute,
    ast.operator, ast.unaryop, ast.expr_context,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Switched:
    runner: TrialRunner

    def trials(self, case: Case, candidate: Candidate, seen: Observation) -> Iterator[Trial]:
        if candidate.switches:
            source = switched(candidate.source, candidate.switches)
            what = ", ".join(f"{one.name} = {one.control}" for one in candidate.switches)
            yield Trial(ControlKind.VARIANT, f"with {what}", source, self.runner)


def switched(source: str, switches: Sequence[Switch]) -> str:
    """Raises `Unfit` where a switch is not an assignment at the top of the script."""
    lines = source.splitlines(keepends=True)
    for switch in switches:
        value = _assigned(ast.parse("".join(lines)), switch)
        lines = _replaced(lines, value, switch.control)
    return "".join(lines)


def _assigned(tree: ast.Module, switch: Switch) -> ast.expr:
    found = [
        statement.value
        for statement in tree.body
        if isinstance(statement, ast.Assign)
        and [ast.unparse(target) for target in statement.targets] == [switch.name]
    ]
    if len(found) != 1:
        raise Unfit(
            f"The switch {switch.name} must be assigned once, at the top level of the script: "
            f"{switch.name} = {switch.trigger}"
        )
    if not _is_same(ast.unparse(found[0]), switch.trigger):
        raise Unfit(
            f"The switch {switch.name} has the trigger {switch.trigger}, but the script has "
            f"{ast.unparse(found[0])}: a control without another trigger says nothing."
        )
    if not is_plain(switch.control):
        raise Unfit(f"The control value of {switch.name} must be a literal: {switch.control}")
    return found[0]


def _is_same(assigned: str, trigger: str) -> bool:
    """By their values where they are literals, else by their text."""
    try:
        return bool(ast.literal_eval(assigned) == ast.literal_eval(trigger.strip()))
    except (ValueError, SyntaxError, TypeError, RecursionError, MemoryError):
        return "".join(assigned.split()) == "".join(trigger.split())


def is_plain(text: str) -> bool:
    """A literal, also a computed one, or the name of something in a package: `torch.float16`."""
    try:
        tree = parse_expression(text.strip())
    except (ValueError, SyntaxError, RecursionError, MemoryError):
        return False
    dotted = {id(n.value) for n in ast.walk(tree) if isinstance(n, ast.Attribute)}
    return all(
        isinstance(node, _PLAIN) or (isinstance(node, ast.Name) and id(node) in dotted)
        for node in ast.walk(tree.body)
    )


def _replaced(lines: list[str], value: ast.expr, text: str) -> list[str]:
    first, last = value.lineno - 1, (value.end_lineno or value.lineno) - 1
    before = lines[first].encode()[: value.col_offset].decode()
    after = lines[last].encode()[value.end_col_offset or 0 :].decode()
    return [*lines[:first], before + text + after, *lines[last + 1 :]]
