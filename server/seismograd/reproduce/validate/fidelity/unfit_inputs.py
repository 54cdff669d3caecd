"""Inputs with nothing in them, of a size below one, or that do not fit each other."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping

from seismograd.reproduce.validate.edits import replaced
from seismograd.reproduce.validate.fidelity.chosen_sizes import SHAPED
from seismograd.reproduce.validate.fidelity.doubt import Decides, Doubt, Variant
from seismograd.reproduce.validate.fidelity.extremes import computed
from seismograd.reproduce.validate.fidelity.script_calls import ScriptCall
from seismograd.reproduce.validate.fidelity.subject import Subject, assignments
from seismograd.reproduce.validate.script_values import whole_at

MOST_NAMES = 3
"""That are given each other's values."""
_SAID = re.compile(
    r"\bempty\b|\bzero[\s-](?:length|size|element)|\[\]|\blen(?:gth)?\w*\W{0,4}(?:of |is |== ?)?"
    r"(?:0|zero)\b|\bnumel\b|\b(?:no|zero|0|without(?: any)?) (?:\w+ )?(?:annotation|batch|box|"
    r"data|detection|element|entr|example|image|input|instance|item|label|object|point|positive|"
    r"record|row|sample|target|token|value|word)\w*",
    re.IGNORECASE,
)
"""What a report says that is about having nothing."""
_SIZED = frozenset({"arange", "empty", "ones", "rand", "randn", "range", "zeros"})
_FILLED = {"[]": ("[1, 2, 3]", "['a', 'b', 'c']"), "{}": ("{'a': 1}",), "''": ("'some words'",)}
_SOME = "3"


def empty_inputs(subject: Subject) -> Iterator[Doubt]:
    """Each is tried with something in it."""
    if _SAID.search(subject.grounds.text):
        return
    source = subject.script.source
    for node in _given(subject):
        texts = _FILLED.get(ast.unparse(node), ())
        variants = [Variant(text, replaced(source, [(node, text)])) for text in texts]
        if variants:
            yield Doubt("nothing as input", node.lineno, variants)
    for zero in _zero_sizes(subject.script.tree):
        variant = Variant(f"the size {_SOME}", replaced(source, [(zero, _SOME)]))
        yield Doubt("the size 0", zero.lineno, [variant])
    yield from _not_positive(subject)


def _not_positive(subject: Subject) -> Iterator[Doubt]:
    """Whole numbers for which the project itself has no value: with each above one it is gone."""
    source = subject.script.source
    for call in subject.script.calls:
        for name, value in call.given():
            found = computed(value)
            is_whole = found is not None and float(found).is_integer()
            if is_whole and (found or 0) <= 0 and not _is_known(subject, call, name, found):
                variants = [Variant(one, replaced(source, [(value, one)])) for one in "123"]
                what = f"{name}={ast.unparse(value)} for {call.callee.name}"
                yield Doubt(what, value.lineno, variants, Decides.WHERE_NONE_KEEPS)


def _is_known(subject: Subject, call: ScriptCall, name: str, value: float | None) -> bool:
    grounds = subject.grounds
    own = (*grounds.own_values(call, name), *grounds.of_project(name))
    return grounds.has(value) or grounds.names(name) or bool(own)


def _given(subject: Subject) -> Iterator[ast.expr]:
    """What calls of the project are given, also by a name that nothing is added to."""
    tree = subject.script.tree
    by_name = dict(assignments(tree))
    grown = set(_grown(tree))
    for call in subject.script.calls:
        for _, value in call.given():
            if isinstance(value, ast.Name) and value.id not in grown:
                yield by_name.get(value.id, value)
            else:
                yield value


def _grown(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        match node:
            case (
                ast.Attribute(value=ast.Name(id=name), attr="append" | "extend" | "update" | "add")
                | ast.AugAssign(target=ast.Name(id=name))
                | ast.Subscript(value=ast.Name(id=name), ctx=ast.Store())
            ):
                yield name


def _zero_sizes(tree: ast.Module) -> Iterator[ast.expr]:
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(attr=name) | ast.Name(id=name), args=[*given]) if (
                name in _SIZED and (name not in ("range", "arange") or len(given) == 1)
            ):
                parts = given[0].elts if given and isinstance(given[0], ast.Tuple) else given
                yield from (one for one in parts if whole_at(one) == 0)


_UNEQUAL = re.compile(
    r"\b(?:different|differing|unequal|uneven|variable|ragged|other|fewer|more|less|longer|shorter|"
    r"larger|smaller|cross|pairwise)\b",
    re.IGNORECASE,
)
"""What a report says that is about inputs which do not have the same size."""
_BEHIND_OTHERS = frozenset({"full", "normal", "randint", "uniform"})
"""They are given a shape behind other numbers."""


def unequal_sizes(subject: Subject) -> Iterator[Doubt]:
    """Inputs of one call that have not the same number of examples: with the same it is gone."""
    if subject.seen.exception is None or subject.grounds.says(_UNEQUAL):
        return
    by_name = dict(assignments(subject.script.tree))
    for call in subject.script.calls:
        given = (_first_axis(value, by_name) for _, value in call.given())
        axes = [axis for axis in given if axis is not None]
        least = min((size for size, _ in axes), default=0)
        changes = [(node, _shortened(node, least)) for size, node in axes if size > least]
        if least > 1 and changes:
            source = replaced(subject.script.source, changes)
            what = f"inputs of {call.callee.name} that have not the same number of examples"
            yield Doubt(what, call.node.lineno, [Variant(f"{least} of each", source)])


def _first_axis(
    value: ast.expr, by_name: Mapping[str, ast.expr], depth: int = 0
) -> tuple[int, ast.expr] | None:
    """How many examples there are, and where it stands: a number, or a list of them."""
    match value:
        case ast.Name(id=name) if name in by_name and depth < MOST_NAMES:
            return _first_axis(by_name[name], by_name, depth + 1)
        case ast.List(elts=parts):
            return len(parts), value
        case ast.Call(func=ast.Attribute(attr="tensor" | "array"), args=[ast.List() as parts, *_]):
            return len(parts.elts), parts
        case ast.Call(func=ast.Attribute(attr=name), args=[*given]) if name in SHAPED:
            tuples = [one.elts[0] for one in given if isinstance(one, ast.Tuple) and one.elts]
            plain = [] if name in _BEHIND_OTHERS else given
            first = next(iter([*tuples, *plain]), None)
            number = by_name.get(first.id, first) if isinstance(first, ast.Name) else first
            size = whole_at(number)
            return (size, first) if size is not None and first is not None else None
        case ast.Call(func=ast.Attribute(value=ast.Call() as inner)):
            return _first_axis(inner, by_name, depth + 1)
    return None


def _shortened(node: ast.expr, size: int) -> str:
    if isinstance(node, ast.List):
        return ast.unparse(ast.List(node.elts[:size], node.ctx))
    return str(size)
