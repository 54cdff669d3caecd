"""Nothing at all as input, where nobody speaks of it: a symptom then is no wonder."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from seismograd.reproduce.validate.fidelity.doubt import Doubt, Variant
from seismograd.reproduce.validate.fidelity.edits import replaced
from seismograd.reproduce.validate.fidelity.plain_numbers import whole_at
from seismograd.reproduce.validate.fidelity.script import assignments
from seismograd.reproduce.validate.fidelity.subject import Subject

_SAID = re.compile(
    r"\bempty\b|\bzero[\s-](?:length|size|element)|\[\]|\blen(?:gth)?\w*\W{0,4}(?:of |is |== ?)?"
    r"(?:0|zero)\b|\bnumel\b|\b(?:no|zero|0|without(?: any)?) (?:\w+ )?(?:annotation|batch|box|"
    r"data|detection|element|entr|example|image|input|instance|item|label|object|point|positive|"
    r"record|row|sample|target|token|value|word)\w*",
    re.IGNORECASE,
)
"""What a report says that is about having nothing."""
_SHAPED = frozenset({"arange", "empty", "ones", "rand", "randn", "range", "zeros"})
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
                name in _SHAPED and (name not in ("range", "arange") or len(given) == 1)
            ):
                parts = given[0].elts if given and isinstance(given[0], ast.Tuple) else given
                yield from (one for one in parts if whole_at(one) == 0)
