"""Reshapes that stand where axes are to be exchanged: they are transposed, or are before."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import partial

from seismograd.faults import Edit, FaultType, Span
from seismograd.program.axis_order import Order, axis_order, joined_neighbours
from seismograd.program.model import Program
from seismograd.program.numpy.methods import is_array
from seismograd.program.operations import ancestors
from seismograd.program.reshapes import (
    RESHAPES,
    first_made,
    is_reshaped_again,
    networks_flatten,
    ordered_source,
)
from seismograd.program.torch.methods import unnamed_size
from seismograd.repair.context import RepairContext
from seismograd.repair.layers.layer_names import unique_names
from seismograd.repair.operators.offer import offered
from seismograd.repair.operators.operator import Operator
from seismograd.repair.parameter import CannotWrite, Choices, Parameter, Value
from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.values import Object, Place, Shape, Tensor
from seismograd.source.rewrite import TENSOR_METHODS, call_method, closed_source, replace, source_of

TRANSPOSED = "transposed"
BEFORE = "transposed before"
FUNCTIONS = {"torch.": "permute", "numpy.": "transpose", "keras.ops.": "transpose"}
"""What puts axes into a given order, beside the `reshape` of a library."""
STATES_FIRST = (1, 0, 2)
"""Batch, layers and directions, units."""


class ReshapeForTranspose(Operator):
    def parameters(self, context: RepairContext) -> Iterator[Parameter]:
        found = _reshapes(context.program)
        names = unique_names({span: _name(call) for span, (call, _) in found.items()})
        for span, (call, order) in found.items():
            yield from offered(context, _parameter(names[span], call, order))


def _reshapes(program: Program) -> dict[Span, tuple[Call, Order]]:
    """By the place that is changed; code that runs with several shapes has to agree."""
    found: dict[Span, tuple[Call, Order]] = {}
    contrary: set[Span] = set()
    for call in _calls(program):
        order, span = _order(program, call), _written_at(call).span
        if order is not None and found.setdefault(span, (call, order))[1] != order:
            contrary.add(span)
    return {span: one for span, one in found.items() if span not in contrary}


def _calls(program: Program) -> Iterator[Call]:
    """Also those in networks that the program only builds."""
    yield from program.index.making(*RESHAPES)
    tensors = (one for network in program.networks for one in network.flow.tensors)
    yield from (one.call for one in tensors if one.op in RESHAPES and one.call is not None)


def _order(program: Program, call: Call) -> Order | None:
    source, made = ordered_source(call), call.result
    if source is None or not isinstance(made, Tensor):
        return None
    if _mixes_states(source, made):
        return STATES_FIRST
    is_data = not any(one.layer is not None for one in ancestors(source))
    if is_reshaped_again(program, call) or (is_data and networks_flatten(program, call)):
        return None
    return axis_order(_shape(source, made), made.shape)


def _shape(source: Tensor, made: Tensor) -> Shape:
    """Where it is not known, axes whose sizes the program has asked for are told apart."""
    rank = len(made.shape or ())
    return source.shape or tuple(unnamed_size(source, axis) for axis in range(rank))


def _mixes_states(source: Tensor, made: Tensor) -> bool:
    """Final states of several layers or directions in rows: those of one example do not stand
    side by side. Rows of one state each stay whole."""
    before, after = source.shape, made.shape
    if first_made(source).op != "state" or not before or not after:
        return False
    several = len(before) == 3 and isinstance(before[0], int) and before[0] > 1
    return several and len(after) == 2 and after[0] != before[0] and after[1] != before[2]


def _written_at(call: Call) -> Place:
    """A layer is changed where it is built."""
    layer = _layer(call)
    return call.place if layer is None else layer.call.place


def _layer(call: Call) -> Object | None:
    layer = call.result.layer if isinstance(call.result, Tensor) else None
    return layer if isinstance(layer, Object) else None


def _name(call: Call) -> str:
    return f"reshape in line {_written_at(call).span.start.line}"


def _parameter(name: str, call: Call, order: Order) -> Parameter:
    is_before = _is_of_states(call, order)
    options = (BEFORE,) if is_before else (TRANSPOSED,)
    write = partial(_write_before if is_before else _write, call, order)
    return Parameter(name, FaultType.SHAPE, "", Choices(options), write, options,
                     (FaultType.CPP, FaultType.API),
                     is_unusual=is_before or _is_no_grouping(call))  # fmt: skip


def _is_of_states(call: Call, order: Order) -> bool:
    return isinstance(call.result, Tensor) and len(call.result.shape or ()) < len(order)


def _is_no_grouping(call: Call) -> bool:
    """Where one size is a multiple of the other, neighbours may be joined on purpose."""
    source, made = ordered_source(call), call.result
    if source is None or not isinstance(made, Tensor):
        return False
    return joined_neighbours(_shape(source, made) or (), made.shape or ()) == 0


def _write(call: Call, order: Order, value: Value) -> tuple[Edit, ...]:
    """Raises `CannotWrite`."""
    place = _written_at(call)
    node = place.node
    text = None
    if isinstance(node, ast.Call) and _layer(call) is not None:
        text = _layer_text(place, node, order)
    elif isinstance(node, ast.Call) and call.path.startswith(TENSOR_METHODS):
        text = _method_text(call, node, order)
    elif isinstance(node, ast.Call):
        text = _function_text(call, node, order)
    if text is None:
        raise CannotWrite("its library is not known by name there")
    return (replace(place, text),)


def _layer_text(place: Place, node: ast.Call, order: Order) -> str | None:
    """Keras counts the axes of an example from 1 on."""
    if not isinstance(node.func, ast.Attribute) or order[0] != 0:
        return None
    module = source_of(Place(place.chunk, node.func.value))
    return f"{module}.Permute({order[1:]})"


def _method_text(call: Call, node: ast.Call, order: Order) -> str | None:
    if not isinstance(node.func, ast.Attribute):
        return None
    source = closed_source(Place(call.place.chunk, node.func.value))
    method = "transpose" if is_array(call.receiver) else "permute"
    return f"{source}.{method}({', '.join(map(str, order))})"


def _function_text(call: Call, node: ast.Call, order: Order) -> str | None:
    names = (new for prefix, new in FUNCTIONS.items() if call.path.startswith(prefix))
    name = next(names, None)
    if name is None or not node.args or not isinstance(node.func, ast.Attribute):
        return None
    chunk = call.place.chunk
    module = source_of(Place(chunk, node.func.value))
    return f"{module}.{name}({source_of(Place(chunk, node.args[0]))}, {order})"


def _write_before(call: Call, order: Order, value: Value) -> tuple[Edit, ...]:
    """`view` cannot be used then: the numbers no longer stand one behind the other."""
    node, chunk = call.place.node, call.place.chunk
    if not isinstance(node, ast.Call):
        raise CannotWrite("there is no call to write it before")
    if isinstance(node.func, ast.Attribute) and call.path.startswith(TENSOR_METHODS):
        source = closed_source(Place(chunk, node.func.value))
        return (replace(Place(chunk, node.func), f"{source}.transpose(0, 1).reshape"),)
    if not node.args:
        raise CannotWrite("what it reshapes is not its first argument")
    return (call_method(Place(chunk, node.args[0]), ".transpose(0, 1)"),)
