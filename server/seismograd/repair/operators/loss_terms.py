"""How much a further term counts in the loss: `loss = loss + 0.01 * penalty`."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from functools import partial

from seismograd.faults import Edit, FaultType
from seismograd.program.model import Step
from seismograd.repair.context import RepairContext
from seismograd.repair.layers.syntax import with_parents
from seismograd.repair.losses.summed_terms import terms_without_factor
from seismograd.repair.operators.offer import offered
from seismograd.repair.operators.operator import Operator
from seismograd.repair.parameter import Numbers, Parameter, Value, as_text
from seismograd.source.evaluate.values import Place
from seismograd.source.rewrite import closed_source, replace, source_of

CANDIDATES = (0.01, 0.0, 0.1, 10.0)
"""Times the old factor: terms that count too much are the usual mistake."""
SMALLER = (0.01, 0.1)
"""For further terms that have no factor: of a sum, they are usually the penalties."""
LARGER = (100.0, 10.0)
"""For the first term."""
NEW_FACTORS = Numbers(0.001, 1000.0)
LONGEST_NAME = 40


class LossTerms(Operator):
    def parameters(self, context: RepairContext) -> Iterator[Parameter]:
        steps = [step for loop in context.program.loops for step in loop.of_kind("backward")]
        found = {place.span: (place, term) for step in steps for place, term in _factors(step)}
        for place, term in found.values():
            yield from offered(context, _parameter(place, term))
        taken = {f"factor of {term}" for _, term in found.values()}
        for parameter in _new_factors(steps):
            if parameter.name not in taken:
                taken.add(parameter.name)
                yield from offered(context, parameter)


def _new_factors(steps: Sequence[Step]) -> Iterator[Parameter]:
    """The penalties first: a large factor of the first term is another learning rate, too.

    One that adds up numbers outweighs a mean.
    """
    for step in steps:
        terms = terms_without_factor(step)
        first = terms[0].adds_up if terms else False
        for term in terms[1:]:
            yield _added(term.place, SMALLER, is_unusual=term.adds_up and not first)
        yield from (_added(term.place, LARGER) for term in terms[:1])


def _factors(step: Step) -> Iterator[tuple[Place, str]]:
    """Literal factors of terms that are added to what the gradients are taken of."""
    around = with_parents(step.place)
    body = next((one for one in around if isinstance(one, ast.For | ast.FunctionDef)), None)
    name = _name_of_loss(step.place.node)
    if body is None or name is None:
        return
    for statement in (one for one in ast.walk(body) if isinstance(one, ast.stmt)):
        for added in _added_to(statement, name):
            factor, term = _product(added)
            if factor is not None:
                yield Place(step.place.chunk, factor), ast.unparse(term)[:LONGEST_NAME]


def _name_of_loss(node: ast.AST) -> str | None:
    """`loss` of `loss.backward()`."""
    called = node.func if isinstance(node, ast.Call) else node
    owner = called.value if isinstance(called, ast.Attribute) else None
    return owner.id if isinstance(owner, ast.Name) else None


def _added_to(statement: ast.stmt, name: str) -> Iterator[ast.expr]:
    """Terms of a sum that becomes the loss, or that is added to it."""
    match statement:
        case ast.AugAssign(target=ast.Name(id=target), op=ast.Add()) if target == name:
            yield from _terms(statement.value)
        case ast.Assign(targets=[ast.Name(id=target)]) if target == name:
            terms = list(_terms(statement.value))
            yield from terms if len(terms) > 1 else ()


def _terms(value: ast.expr) -> Iterator[ast.expr]:
    if isinstance(value, ast.BinOp) and isinstance(value.op, ast.Add):
        yield from _terms(value.left)
        yield from _terms(value.right)
    else:
        yield value


def _product(value: ast.expr) -> tuple[ast.expr | None, ast.expr]:
    """The literal factor, and what it is a factor of."""
    if isinstance(value, ast.BinOp) and isinstance(value.op, ast.Mult):
        for factor, term in ((value.left, value.right), (value.right, value.left)):
            if isinstance(factor, ast.Constant) and isinstance(factor.value, float | int):
                return factor, term
    return None, value


def _parameter(place: Place, term: str) -> Parameter:
    assert isinstance(place.node, ast.Constant)
    old = float(str(place.node.value))
    return Parameter(
        f"factor of {term}",
        FaultType.RAW,
        as_text(old),
        Numbers(0.0, old * 10.0, is_linear=True) if old > 0 else Numbers(0.0, 1.0),
        partial(_write, place),
        tuple(old * times for times in CANDIDATES) if old > 0 else (),
        (FaultType.LCH,),
        changes_loss=True,
        is_unusual=True,
    )


def _added(place: Place, candidates: tuple[float, ...], *, is_unusual: bool = False) -> Parameter:
    return Parameter(
        f"factor of {source_of(place)[:LONGEST_NAME]}",
        FaultType.RAW,
        "1",
        NEW_FACTORS,
        partial(_multiply, place),
        candidates,
        (FaultType.LCH,),
        changes_loss=True,
        is_unusual=is_unusual,
    )


def _multiply(place: Place, value: Value) -> tuple[Edit, ...]:
    return (replace(place, f"{as_text(value)} * {closed_source(place)}"),)


def _write(place: Place, value: Value) -> tuple[Edit, ...]:
    return (replace(place, as_text(value)),)
