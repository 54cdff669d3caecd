"""Sizes that a script chose itself, and that are very small or very large."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from seismograd.reproduce.validate.edits import replaced
from seismograd.reproduce.validate.fidelity.doubt import Decides, Doubt, Variant
from seismograd.reproduce.validate.fidelity.subject import Script, Subject
from seismograd.reproduce.validate.script_values import whole_at

MOST = 10_000_000
SHAPED = frozenset(
    {"arange", "empty", "full", "normal", "ones", "rand", "randint", "randn", "random", "randperm",
     "standard_normal", "uniform", "zeros"}
)  # fmt: skip
_NO_SIZES = frozenset({"dim", "axis", "seed", "index", "start", "low"})
_NO_SIZE_CALLS = frozenset({"manual_seed", "seed", "default_rng", "exit", "SystemExit", "round"})


@dataclass(frozen=True, slots=True)
class ChosenNumber:
    """All places of a script with the same number, which may have to change together."""

    value: int
    nodes: tuple[ast.expr, ...]
    name: str
    """What the script calls it, or what it is given to; "" where nobody says."""


def chosen_sizes(script: Script) -> list[ChosenNumber]:
    """One for each number, in the order of the source."""
    free: dict[int, list[ast.expr]] = defaultdict(list)
    names: dict[int, str] = {}
    for node, name in _sizes(script):
        value = whole_at(node)
        if value is not None and 0 < value < MOST:
            free[value].append(node)
            names[value] = names.get(value) or name
    elsewhere = _elsewhere(script.tree)
    for value, nodes in free.items():
        # One is everywhere, and means another thing each time.
        others = [] if value == 1 else elsewhere.get(value, [])
        nodes += [one for one in others if one not in nodes]
    found = [ChosenNumber(value, tuple(nodes), names[value]) for value, nodes in free.items()]
    return sorted(found, key=lambda one: one.nodes[0].lineno)


def _sizes(script: Script) -> Iterator[tuple[ast.expr, str]]:
    """Places of sizes, and what they are called."""
    for node in ast.walk(script.tree):
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Tuple() as values):
                yield from ((one, name) for one in values.elts)
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                yield value, name
            case ast.Call(func=ast.Attribute(attr=name) | ast.Name(id=name)) if name in SHAPED:
                yield from ((one, "") for one in _in_call(node))
    for call in script.calls:
        yield from ((value, name) for name, value in call.given() if name not in _NO_SIZES)


def _in_call(call: ast.Call) -> Iterator[ast.expr]:
    kept = [one.value for one in call.keywords if one.arg not in _NO_SIZES]
    for part in (*call.args, *kept):
        yield from part.elts if isinstance(part, ast.Tuple | ast.List) else [part]


def _elsewhere(tree: ast.Module) -> Mapping[int, list[ast.expr]]:
    """Numbers in all places but those that cannot be sizes."""
    never = {id(inner) for node in ast.walk(tree) for inner in _no_sizes(node)}
    found: dict[int, list[ast.expr]] = defaultdict(list)
    for node in ast.walk(tree):
        if not isinstance(node, ast.expr) or id(node) in never:
            continue
        value = whole_at(node)
        if value is not None:
            found[value].append(node)
    return found


def _no_sizes(node: ast.AST) -> Iterator[ast.AST]:
    match node:
        case ast.Subscript(slice=index):
            yield from ast.walk(index)
        case ast.keyword(arg=name, value=value) if name in _NO_SIZES:
            yield from ast.walk(value)
        case ast.Call(func=ast.Attribute(attr=name) | ast.Name(id=name)) if name in _NO_SIZE_CALLS:
            yield from ast.walk(node)


MOST_BIG = 4_096
"""Larger ones take long, and what is so large is not too small."""
LARGE = 256
"""From here on a size is more than a small script needs, and smaller ones have to show it too."""
SMALLEST = 4


def unusual_sizes(subject: Subject) -> Iterator[Doubt]:
    for number in chosen_sizes(subject.script):
        if _is_grounded(subject, number):
            continue
        if number.value <= MOST_BIG:
            yield _doubt(subject.script.source, number, _larger(number.value))
        if number.value >= LARGE and not _is_needed(subject, number.value):
            yield _doubt(subject.script.source, number, _smaller(number.value))


def _is_grounded(subject: Subject, number: ChosenNumber) -> bool:
    grounds, value = subject.grounds, number.value
    if grounds.has(value) or (number.name and grounds.names(number.name)):
        return True
    return bool(number.name) and value in grounds.of_project(number.name)


def _is_needed(subject: Subject, value: int) -> bool:
    """Whether the project has a limit of its own near below: a table, a buffer, a window."""
    return any(value // 2 <= one <= value for one in subject.grounds.numbers_of_project)


def _doubt(source: str, number: ChosenNumber, others: list[int]) -> Doubt:
    named = f"{number.name}={number.value}" if number.name else f"the size {number.value}"
    variants = [
        Variant(str(value), replaced(source, [(node, str(value)) for node in number.nodes]))
        for value in others
    ]
    return Doubt(named, number.nodes[0].lineno, variants, Decides.WHERE_NONE_KEEPS)


def _larger(value: int) -> list[int]:
    """Multiples, as what is divided into parts still has to be; odd and even ones."""
    found = [2 * value, value + 1, value + 2, 3 * value, 4 * value, max(8 * value, 16)]
    return list(dict.fromkeys(found))


def _smaller(value: int) -> list[int]:
    return [value // by for by in (2, 4, 8, 16, 64) if value // by >= SMALLEST]
