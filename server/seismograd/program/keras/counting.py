"""The positions of layers in `model.layers`, as Keras counts them."""

from __future__ import annotations

from collections.abc import Iterator

from seismograd.program.contents import leaves
from seismograd.program.keras.names import LAYER, MODEL
from seismograd.program.keras.sequential import children, is_sequential
from seismograd.program.keras.structures import INPUTS, NestedRun, each_tensor
from seismograd.program.model import Layer, Network
from seismograd.program.networks import ordered
from seismograd.program.operations import ancestors
from seismograd.source.evaluate.interpreter import Interpreter
from seismograd.source.evaluate.values import (
    Instance,
    Object,
    Sequence,
    Tensor,
    Value,
)

Positions = dict[int, int]
"""Identity of a layer, nested model or input -> its position."""
MAX_DEPTH = 7
"""How far layers are looked for in one another."""


def count_layers(run: Interpreter, network: Network) -> None:
    """Give each layer of a network the position that Keras gives it; a layer of a nested model
    has the position of that model."""
    nested = _outermost(run, network)
    positions = _positions(run, network, nested)
    _add_held(run, positions, nested, network)
    for layer in [*network.layers, *network.unused]:
        layer.index = _position(layer, positions, nested)


def _position(layer: Layer, positions: Positions, nested: dict[int, NestedRun]) -> int | None:
    group = nested.get(id(layer.tensor))
    owner = group.model if group is not None else layer.value
    found = positions.get(id(owner))
    return positions.get(id(layer.value)) if found is None else found


def _add_held(
    run: Interpreter, positions: Positions, nested: dict[int, NestedRun], network: Network
) -> None:
    """What a layer of the network holds itself has that layer's position."""
    models = [note.model for note in nested.values()]
    layers = [layer.value for layer in network.layers if layer.value is not None]
    top = [value for value in _top_level(network, models, layers) if id(value) in positions]
    for value in top:
        for inner in _inside(run, value):
            positions.setdefault(id(inner), positions[id(value)])


def _top_level(network: Network, models: list[Value], layers: list[Value]) -> list[Value]:
    model = network.value
    if isinstance(model, Object | Instance) and is_sequential(model):
        return children(model) or []
    held = list(model.attributes.values()) if isinstance(model, Instance) else []
    listed = [item for value in held if isinstance(value, Sequence) for item in value.items]
    return [*held, *listed, *models, *layers]


def _inside(run: Interpreter, value: Value) -> Iterator[Value]:
    """The layers in a layer and in those, each once."""
    seen: set[int] = set()
    level = [value]
    for _ in range(MAX_DEPTH):
        found = [inner for outer in level for item in _held(outer) for inner in _tracked(run, item)]
        level = list({id(inner): inner for inner in found if id(inner) not in seen}.values())
        seen.update(map(id, level))
        yield from level


def _held(value: Value) -> list[Value]:
    if not isinstance(value, Object | Instance):
        return []
    if is_sequential(value):
        return list(children(value) or [])
    if isinstance(value, Instance):
        return list(value.attributes.values())
    wrapped = value.call.value(0, "layer")
    return [] if wrapped is None else [wrapped]


def _outermost(run: Interpreter, network: Network) -> dict[int, NestedRun]:
    """For each tensor of a network the outermost model within the network that made it."""
    wanted = {id(tensor) for tensor in ordered(network.output)}
    found: dict[int, NestedRun] = {}
    for note in [*run.notes, *_instance_runs(run)]:
        if not isinstance(note, NestedRun) or note.model is network.value:
            continue
        for tensor in note.tensors:
            known = found.get(id(tensor))
            larger = known is None or len(note.tensors) > len(known.tensors)
            if larger and id(tensor) in wanted:
                found[id(tensor)] = note
    return found


def _instance_runs(run: Interpreter) -> Iterator[NestedRun]:
    for call in run.calls:
        if isinstance(call.receiver, Instance) and call.method == "call":
            given = [argument.value for argument in call.positional]
            outside = {id(t) for value in given for t in ancestors(value)}
            tensors = tuple(t for t in ancestors(call.result) if id(t) not in outside)
            yield NestedRun(call.receiver, tensors)


def _positions(run: Interpreter, network: Network, nested: dict[int, NestedRun]) -> Positions:
    model = network.value
    if isinstance(model, Object | Instance) and is_sequential(model):
        return {id(child): index for index, child in enumerate(children(model) or [])}
    if isinstance(model, Object | Instance) and INPUTS in model.attributes:
        return _Graph(network, nested).positions()
    if isinstance(model, Instance):
        held = [value for item in model.attributes.values() for value in _tracked(run, item)]
        return {id(value): index for index, value in enumerate(dict.fromkeys(held))}
    return {}


def _tracked(run: Interpreter, value: Value) -> Iterator[Value]:
    """Layers that a model keeps track of when they are assigned to one of its attributes."""
    return (item for item in leaves(value) if is_layer(run, item))


def is_layer(run: Interpreter, value: Value) -> bool:
    """Whether a value is certainly a layer or a model."""
    if isinstance(value, Instance):
        return run.subclass_of(value.cls, LAYER, MODEL)
    return isinstance(value, Object) and run.library.family(value.path) in (LAYER, MODEL)


class _Graph:
    """A model made from tensors: its layers are sorted by their distance from the outputs, then
    by the order in which a walk from the outputs meets them."""

    def __init__(self, network: Network, nested: dict[int, NestedRun]) -> None:
        self._nested = nested
        self._network = network
        self._members: dict[int, list[Tensor]] = {}
        for tensor in [*ordered(network.output), *each_tensor(network.input)]:
            self._members.setdefault(self._node(tensor), []).append(tensor)
        self._met: dict[int, int] = {}
        self._finished: list[int] = []

    def _node(self, tensor: Tensor) -> int:
        """One node for all that one application of a layer or model makes."""
        group = self._nested.get(id(tensor))
        if group is not None:
            return id(group)
        return id(tensor) if tensor.call is None or tensor.op == "input" else id(tensor.call)

    def _operation(self, node: int) -> int | None:
        """What Keras counts; functions in the graph are not counted."""
        tensors = self._members[node]
        group = self._nested.get(id(tensors[0]))
        if group is not None:
            return id(group.model)
        if tensors[0].op == "input":
            return id(tensors[0])
        return next((id(t.layer) for t in tensors if t.layer is not None), None)

    def _parents(self, node: int) -> list[int]:
        inputs = [value for tensor in self._members[node] for value in tensor.inputs]
        tensors = [tensor for value in inputs for tensor in each_tensor(value)]
        found = [self._node(tensor) for tensor in tensors]
        return [parent for parent in dict.fromkeys(found) if parent != node]

    def _walk(self, node: int) -> None:
        if node in self._met or node not in self._members:
            return
        self._met[node] = len(self._met)
        for parent in self._parents(node):
            self._walk(parent)
        self._finished.append(node)

    def positions(self) -> Positions:
        for tensor in each_tensor(self._network.output):
            self._walk(self._node(tensor))
        depths: dict[int, int] = {}
        for node in reversed(self._finished):
            depth = depths.setdefault(node, 0)
            for parent in self._parents(node):
                depths[parent] = max(depths.get(parent, 0), depth + 1)
        nodes = sorted(self._finished, key=lambda node: (-depths[node], self._met[node]))
        counted = [operation for node in nodes if (operation := self._operation(node)) is not None]
        return {operation: index for index, operation in enumerate(dict.fromkeys(counted))}
