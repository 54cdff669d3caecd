"""Loops that end too early for what is complained about: ten times as long must show it too."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from seismograd.reproduce.validate.edits import replaced
from seismograd.reproduce.validate.fidelity.doubt import Doubt, Variant
from seismograd.reproduce.validate.fidelity.subject import Subject, assignments, blocks
from seismograd.reproduce.validate.script_values import whole_at
from seismograd.source.shallow_parse import parse_expression

FACTOR = 10
MOST = 2_000
"""Rounds; more would take too long to be tried."""
_OF_ROUNDS = re.compile(r"step|epoch|iter|round|total|max|length|period|cycle", re.IGNORECASE)


def short_runs(subject: Subject) -> Iterator[Doubt]:
    """All loops together, as they stand one within another and share constants."""
    script, grounds = subject.script, subject.grounds
    counts = {
        node: value * FACTOR
        for node, value in _counts(script.tree)
        if value > 0 and value * FACTOR <= MOST and not grounds.has(value)
        if value not in _planned(subject)
    }
    yield from _written_out(subject)
    if not counts:
        return
    first = min(counts, key=lambda one: one.lineno)
    changes = [(node, str(value)) for node, value in counts.items()]
    variant = Variant(f"{FACTOR} times as many rounds", replaced(script.source, changes))
    yield Doubt(f"{counts[first] // FACTOR} rounds", first.lineno, [variant])


def _planned(subject: Subject) -> set[object]:
    """How many steps what the script builds is made for: behind them something else begins."""
    return {
        whole_at(parse_expression(one.default).body)
        for call in subject.script.calls
        for one in call.callee.parameters
        if one.default is not None and _OF_ROUNDS.search(one.name)
    }


def _written_out(subject: Subject) -> Iterator[Doubt]:
    """The same call of the project as a statement of its own, over and over: a loop in effect."""
    ours = {id(call.node) for call in subject.script.calls}
    text = subject.script.source
    for block in blocks(subject.script.tree):
        found: dict[str, list[ast.Expr]] = {}
        for one in block:
            if isinstance(one, ast.Expr) and id(one.value) in ours:
                found.setdefault(ast.dump(one), []).append(one)
        for same in found.values():
            if len(same) > 1 and not subject.grounds.has(len(same)):
                call = ast.get_source_segment(text, same[-1]) or ast.unparse(same[-1])
                often = [call] * (len(same) * (FACTOR - 1) + 1)
                source = replaced(text, [(same[-1], f"\n{' ' * same[-1].col_offset}".join(often))])
                variant = Variant(f"{FACTOR} times as many calls", source)
                yield Doubt(f"{len(same)} calls", same[0].lineno, [variant])


def _counts(tree: ast.Module) -> Iterator[tuple[ast.expr, int]]:
    """How often loops go round, where nothing else in the script has the same number."""
    ends = [end for node in ast.walk(tree) for end in _ends(node)]
    names = {one.id for one in ends if isinstance(one, ast.Name)} - _used_otherwise(tree, ends)
    ends += [value for name, value in assignments(tree) if name in names]
    whole = [
        value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant)
        for value in [whole_at(node)]
    ]
    of_loops = [whole_at(one) for one in ends]
    for node in ends:
        value = whole_at(node)
        if value is not None and whole.count(value) == of_loops.count(value):
            yield node, value


def _used_otherwise(tree: ast.Module, ends: list[ast.expr]) -> set[str]:
    own = {id(one) for one in ends}
    names = (node for node in ast.walk(tree) if isinstance(node, ast.Name) and id(node) not in own)
    return {node.id for node in names if isinstance(node.ctx, ast.Load)}


def _ends(loop: ast.AST) -> Iterator[ast.expr]:
    """Of loops in every form: statements, comprehensions, and counting up to a number."""
    match loop:
        case (
            ast.For(iter=ast.Call(func=ast.Name(id="range"), args=[end] | [_, end]))
            | ast.comprehension(iter=ast.Call(func=ast.Name(id="range"), args=[end] | [_, end]))
            | ast.While(test=ast.Compare(ops=[ast.Lt() | ast.LtE()], comparators=[end]))
        ):
            yield end
