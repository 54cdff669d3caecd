"""All parameters of a network, where the optimiser is given those of a part of it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import partial
from itertools import pairwise

from seismograd.faults import Edit, FaultType, Span
from seismograd.program.model import Network, Optimiser
from seismograd.program.torch.read_training import parameter_calls
from seismograd.repair.context import RepairContext
from seismograd.repair.layers.left_out_parts import (
    has_left_out_weights,
    left_out_attributes,
    left_out_networks,
)
from seismograd.repair.layers.syntax import with_parents
from seismograd.repair.operators.offer import numbered, offered
from seismograd.repair.operators.operator import Operator
from seismograd.repair.parameter import CannotWrite, Choices, Parameter, Value
from seismograd.source.chunks import Chunk
from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.values import Instance, Object, Place
from seismograd.source.rewrite import replace, source_of

ALL = "all of the network"
METHOD = "torch.nn.Module.parameters"
NOT_A_LIST = "the parameters are not listed in a way that is understood"


class OptimisedParameters(Operator):
    def parameters(self, context: RepairContext) -> Iterator[Parameter]:
        optimisers = [one for one, _ in context.used_optimisers if one.framework == "torch"]
        for number, optimiser in enumerate(optimisers, 1):
            name = numbered("parameters", "optimiser", number, len(optimisers))
            for parameter in _offers(name, optimiser, context):
                yield from offered(context, parameter)


def _offers(name: str, optimiser: Optimiser, context: RepairContext) -> Iterator[Parameter]:
    """The first way in which all parameters can be given."""
    calls = list(parameter_calls(optimiser.parameters))
    part = _part(calls[0], optimiser) if len(calls) == 1 else None
    picked = _picked(optimiser, calls) if has_left_out_weights(context.history) else None
    if part is not None:
        yield _of_part(name, part)
    elif len(calls) > 1:
        yield from _of_several(name, optimiser, calls, context)
    elif picked is not None:
        argument, text = picked
        yield _parameter(name, source_of(argument), ALL, (replace(argument, text),))
    elif calls:
        yield from _of_networks(name, optimiser, context)


def _parameter(
    name: str, old: str, new: str, edits: tuple[Edit, ...], is_unusual: bool = True
) -> Parameter:
    def write(value: Value) -> tuple[Edit, ...]:
        return edits

    return Parameter(name, FaultType.REG, old, Choices((new,)), write, (new,),
                     is_unusual=is_unusual)  # fmt: skip


def _part(call: Call, optimiser: Optimiser) -> Place | None:
    """`model.head` of `Adam(model.head.parameters())`, wherever that call stands."""
    if call.path != METHOD:
        return None
    match call.place.node:
        case ast.Call(func=ast.Attribute(value=ast.Attribute() as part)):
            if not _is_own(part) or _holder(call, part, optimiser) is not None:
                return Place(call.place.chunk, part)
    return None


def _is_own(part: ast.Attribute) -> bool:
    """`self.model`: an attribute of the code around, mostly not a part of a network."""
    return isinstance(part.value, ast.Name) and part.value.id in ("self", "cls")


def _holder(call: Call, part: ast.Attribute, optimiser: Optimiser) -> Network | None:
    """The network that has what `parameters()` is called on as its attribute."""
    for network in optimiser.networks:
        value = network.value
        if isinstance(value, Instance) and value.attributes.get(part.attr) is call.receiver:
            return network
    return None


def _of_part(name: str, part: Place) -> Parameter:
    assert isinstance(part.node, ast.Attribute)
    whole = source_of(Place(part.chunk, part.node.value))
    return _parameter(name, f"those of {source_of(part)}", ALL, (replace(part, whole),))


def _picked(optimiser: Optimiser, calls: list[Call]) -> tuple[Place, str] | None:
    """The argument `[p for n, p in model.named_parameters() if ...]`, and all of `model`."""
    given = optimiser.call.argument(0, "params") if optimiser.call is not None else None
    node = calls[0].place.node if calls else None
    method = node.func if isinstance(node, ast.Call) else None
    owner = method.value if isinstance(method, ast.Attribute) else None
    if given is None or owner is None or not _is_inside(calls[0].place, given.place):
        return None
    if _is_inside(given.place, calls[0].place):
        return None
    return given.place, f"{source_of(Place(calls[0].place.chunk, owner))}.parameters()"


def _is_inside(inner: Place, outer: Place) -> bool:
    one, other = inner.span, outer.span
    return one.file == other.file and other.start <= one.start and one.end <= other.end


def _of_several(
    name: str, optimiser: Optimiser, calls: list[Call], context: RepairContext
) -> Iterator[Parameter]:
    """Parts are listed, and others of the same network are not."""
    for call in calls:
        part = call.place.node.func if isinstance(call.place.node, ast.Call) else None
        part = part.value if isinstance(part, ast.Attribute) else None
        holder = _holder(call, part, optimiser) if isinstance(part, ast.Attribute) else None
        missing = left_out_attributes(context.program, holder) if holder is not None else []
        if missing:
            assert isinstance(part, ast.Attribute)
            new = f"also those of {', '.join(missing)}"
            yield Parameter(name, FaultType.REG, "", Choices((new,)),
                            partial(_write_more, call, part, missing), (new,),
                            is_unusual=True)  # fmt: skip
            return


def _write_more(
    call: Call, part: ast.Attribute, missing: list[str], value: Value
) -> tuple[Edit, ...]:
    """Each further part is listed like the one that is there, with its learning rate."""
    element, separator = _element(call.place)
    owner, text = source_of(Place(call.place.chunk, part.value)), source_of(element)
    old = source_of(Place(call.place.chunk, part))
    added = [text.replace(old, f"{owner}.{name}", 1) for name in missing]
    end = element.span.end
    return (Edit(Span(element.span.file, end, end), "".join(separator + one for one in added)),)


def _element(place: Place) -> tuple[Place, str]:
    """The item of a list or sum that a call stands in, and what separates items there."""
    around = with_parents(place)
    for inner, outer in pairwise(around):
        match outer:
            case ast.List() | ast.Tuple():
                return Place(place.chunk, inner), _between(place.chunk, inner)
            case ast.BinOp(op=ast.Add()):
                return Place(place.chunk, inner), " + "
            case ast.Call(func=ast.Name(id="chain") | ast.Attribute(attr="chain")):
                return Place(place.chunk, inner), ", "
    raise CannotWrite(NOT_A_LIST)


def _between(chunk: Chunk, item: ast.AST) -> str:
    """A comma, and a line of its own where items have one."""
    start = chunk.span(item).start
    indent = chunk.document.lines[start.line - 1][: start.column - 1]
    return ", " if indent.strip() else f",\n{indent}"


def _of_networks(name: str, optimiser: Optimiser, context: RepairContext) -> Iterator[Parameter]:
    """Another network of the loop that is built beside the optimiser and left out."""
    given = optimiser.call.argument(0, "params") if optimiser.call is not None else None
    is_plain = isinstance(optimiser.parameters, Object) and optimiser.parameters.path
    for network in left_out_networks(context.program)[:1] if given and is_plain else ():
        own = _name_beside(network, optimiser.place)
        if own is not None and given is not None:
            text = source_of(given.place)
            edit = replace(given.place, f"[*{text}, *{own}.parameters()]")
            is_seen = has_left_out_weights(context.history)
            yield _parameter(name, text, f"also those of {own}", (edit,), is_seen)


def _name_beside(network: Network, place: Place) -> str | None:
    """The variable that holds a network, in the function of `place`."""
    around = with_parents(network.value.place) if network.value.place is not None else []
    for node in around:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)]):
                return name if _function(around) == _function(with_parents(place)) else None
    return None


def _function(around: list[ast.AST]) -> int:
    """The line of the innermost function, 0 outside of any."""
    found = (one.lineno for one in around if isinstance(one, ast.FunctionDef))
    return next(found, 0)
