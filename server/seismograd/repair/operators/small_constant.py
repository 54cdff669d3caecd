"""A small constant in roots, logarithms and divisors, where a run has met NaN or infinity."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import partial

from seismograd.faults import Edit, FaultType, Span
from seismograd.program.model import Program
from seismograd.repair.context import RepairContext
from seismograd.repair.layers.syntax import with_parents
from seismograd.repair.operators.operator import Operator
from seismograd.repair.parameter import Choices, Parameter, Value
from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.values import Const, Place, Tensor
from seismograd.source.evaluate.values import Value as SourceValue
from seismograd.source.rewrite import TENSOR_METHODS, closed_source, replace
from seismograd.traces.symptoms.not_finite import ORDER

OPERANDS = {"sqrt": 0, "rsqrt": 0, "log": 0, "pow": 0, "div": 1}
"""Operations that are not finite at zero, or whose slope is not, and the operand that it is of."""
NAMES = {"sqrt": "root", "rsqrt": "root", "pow": "root", "log": "logarithm", "div": "divisor"}
GUARDS = frozenset({"clamp", "maximum"})
CONSTANT = "1e-8"
"""Above zero in single precision, and less than what counts in losses and norms."""


class SmallConstant(Operator):
    def parameters(self, context: RepairContext) -> Iterator[Parameter]:
        if not any(alarm.alarm in ORDER for alarm in context.history.alarms):
            return
        names: set[str] = set()
        for op, place in _operands(context.program).values():
            name = f"small constant in a {NAMES[op]}"
            if name in names:
                name = f"{name} in line {place.span.start.line}"
            names.add(name)
            yield _parameter(name, place)


def _parameter(name: str, place: Place) -> Parameter:
    """What has made values that are not finite is unusual by that alone."""
    options, write = (CONSTANT,), partial(_write, place)
    return Parameter(name, FaultType.GRAPH, "", Choices(options), write, options,
                     (FaultType.LCH, FaultType.CPP), is_unusual=True)  # fmt: skip


def _write(place: Place, value: Value) -> tuple[Edit, ...]:
    outer = with_parents(place)[1:2]
    text = f"{closed_source(place)} + {value}"
    is_argument = any(isinstance(one, ast.Call) for one in outer)
    return (replace(place, text if is_argument else f"({text})"),)


def _operands(program: Program) -> dict[Span, tuple[str, Place]]:
    """Each once, where the source writes it and nothing guards it."""
    found: dict[Span, tuple[str, Place]] = {}
    for op, at in OPERANDS.items():
        for call in program.index.making(op):
            place = _operand(call, at) if _is_open(call, op, at) else None
            if place is not None:
                found.setdefault(place.span, (op, place))
    return found


def _is_open(call: Call, op: str, at: int) -> bool:
    result = call.result
    if not isinstance(result, Tensor) or len(result.inputs) <= at:
        return False
    operand = result.inputs[at]
    is_root = op != "pow" or _is_fraction(result)
    return is_root and isinstance(operand, Tensor) and not _is_guarded(operand)


def _is_fraction(power: Tensor) -> bool:
    exponent = power.inputs[1] if len(power.inputs) == 2 else None
    number = exponent.value if isinstance(exponent, Const) else None
    return isinstance(number, float) and number < 1


def _is_guarded(operand: Tensor) -> bool:
    has_constant = operand.op == "add" and any(map(_is_positive, operand.inputs))
    return has_constant or operand.op in GUARDS


def _is_positive(value: SourceValue) -> bool:
    number = value.value if isinstance(value, Const) else None
    return isinstance(number, int | float) and number > 0


def _operand(call: Call, at: int) -> Place | None:
    """Where it is written: beside an operator, as an argument, or before a method."""
    node = call.place.node
    written: ast.expr | None = None
    if isinstance(node, ast.BinOp):
        written = node.right if at else node.left
    elif isinstance(node, ast.Call):
        is_method = call.path.startswith(TENSOR_METHODS) and isinstance(node.func, ast.Attribute)
        own = [node.func.value] if is_method and isinstance(node.func, ast.Attribute) else []
        given = [*own, *node.args]
        written = given[at] if at < len(given) else None
    return None if written is None else Place(call.place.chunk, written)
