"""What stands the wrong way round in a loss: labels of the opposite meaning, and comparisons."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import partial

from seismograd.faults import Edit, FaultType, Position, Span
from seismograd.repair.context import RepairContext
from seismograd.repair.losses.compared_operands import exchanged_arguments, exchanged_operands
from seismograd.repair.losses.loss_code import loss_code
from seismograd.repair.losses.opposite_factors import Exchange, exchanged_labels
from seismograd.repair.losses.trained_losses import trained_losses
from seismograd.repair.operators.offer import offered
from seismograd.repair.operators.operator import Operator
from seismograd.repair.parameter import Choices, Parameter, Value
from seismograd.source.evaluate.values import Place
from seismograd.source.rewrite import is_closed, source_of

EXCHANGED = "exchanged"
SIGNS = frozenset({"turned-pairs", "stuck-metric", "loss-against-metric", "input-ignored"})
"""Symptoms of a loss that falls and brings nothing."""
LONGEST_NAME = 40


class SwappedTerms(Operator):
    def parameters(self, context: RepairContext) -> Iterator[Parameter]:
        is_unusual = any(one.name in SIGNS for one in context.diagnosis.symptoms)
        found = {_key(code, one): (code, one) for code, one in _exchanges(context)}
        names: set[str] = set()
        for code, exchange in found.values():
            name = _name(code, exchange, names)
            names.add(name)
            yield from offered(context, _parameter(name, code, exchange, is_unusual))


def _exchanges(context: RepairContext) -> Iterator[tuple[Place, Exchange]]:
    for code in loss_code(context.program):
        for exchange in (*exchanged_labels(code), *exchanged_operands(code)):
            yield code, exchange
    for loss in trained_losses(context.program):
        for exchange in exchanged_arguments(loss):
            yield loss.place, exchange


def _key(code: Place, exchange: Exchange) -> tuple[Span, ...]:
    """Code can be seen twice: in its function, and in a loop that the function stands in."""
    return tuple(code.chunk.span(one) for one in (*exchange.at_one, *exchange.at_other))


def _name(code: Place, exchange: Exchange, taken: set[str]) -> str:
    one, other = (_text(code, each)[:LONGEST_NAME] for each in (exchange.one, exchange.other))
    name = f"{one} and {other}"
    line = code.chunk.span(exchange.at_one[0]).start.line
    return name if name not in taken else f"{name} in line {line}"


def _parameter(name: str, code: Place, exchange: Exchange, is_unusual: bool) -> Parameter:
    options, write = (EXCHANGED,), partial(_write, code, exchange)
    return Parameter(name, FaultType.LCH, "", Choices(options), write, options,
                     (FaultType.CPP, FaultType.API), changes_loss=True,
                     is_unusual=is_unusual)  # fmt: skip


def _write(code: Place, exchange: Exchange, value: Value) -> tuple[Edit, ...]:
    """Each place gets the text of the other side."""
    ours = (_edit(code, site, exchange.other) for site in exchange.at_one)
    return (*ours, *(_edit(code, site, exchange.one) for site in exchange.at_other))


def _edit(code: Place, site: ast.expr, new: ast.expr) -> Edit:
    text, span = _text(code, new), code.chunk.span(site)
    wide = Span(span.file, Position(span.start.line, max(span.start.column - 1, 1)),
                Position(span.end.line, span.end.column + 1))  # fmt: skip
    around = code.chunk.document.slice(wide)
    is_bracketed = around.startswith("(") and around.endswith(")") and not is_closed(site)
    if is_bracketed:
        return Edit(wide, text) if is_closed(new) else Edit(span, text)
    return Edit(span, text if is_closed(new) or _is_alone(around) else f"({text})")


def _is_alone(around: str) -> bool:
    """In brackets of an index, or between commas of a call."""
    return around[:1] in "[(," and around[-1:] in "]),"


def _text(code: Place, node: ast.expr) -> str:
    """As it stands in the source; what only could stand there is written anew."""
    known = Place(code.chunk, node)
    return source_of(known) if hasattr(node, "lineno") else ast.unparse(node)
