"""What users call the layers of a network: attribute, `name=`, or the class and its number."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from seismograd.faults import Span
from seismograd.program.model import Layer, Network
from seismograd.program.torch.containers import children
from seismograd.source.evaluate.values import Instance, Object, Sequence, Value

MODULE_LIST = "torch.nn.ModuleList"
MOST_NAMES = 3
"""Of layers in the name of a parameter that they share: more do not fit in a column."""
DEPTH = 6
"""Of modules in modules: deeper ones are named by their class."""


def layer_names(networks: Iterable[Network]) -> dict[Span, str]:
    """By the place where a layer is built; each name is given once."""
    names: dict[Span, str] = {}
    numbers: Counter[str] = Counter()
    for network in networks:
        attributes = attribute_names(network)
        for layer in network.layers:
            span = layer.place.span
            if span not in names:
                kind = layer.path.rpartition(".")[2]
                numbers[kind] += 1
                own = _own_name(layer) or attributes.get(id(layer.value))
                names[span] = own or f"{kind} {numbers[kind]}"
    return unique_names(names)


def attribute_names(network: Network) -> dict[int, str]:
    """What modules of the project call their layers, by the identity of the layer."""
    return dict(_attributes(network.value, "", 0))


def shared_name(names: Iterable[str]) -> str:
    """Of several layers that share a value."""
    found = list(dict.fromkeys(names))
    if len(found) <= MOST_NAMES:
        return ", ".join(found)
    return f"{found[0]} and {len(found) - 1} more layers"


def _own_name(layer: Layer) -> str | None:
    is_keras = layer.call is not None and layer.path.startswith("keras.")
    return layer.call.text(None, "name") if is_keras and layer.call is not None else None


def _attributes(value: Value, prefix: str, depth: int) -> Iterator[tuple[int, str]]:
    """Layers that modules of the project hold, by the name that the module has for them."""
    if not isinstance(value, Instance) or depth > DEPTH:
        return
    for name, held in value.attributes.items():
        for one in _items(held):
            yield id(one), f"{prefix}{name}"
            yield from _attributes(one, f"{prefix}{name}.", depth + 1)


def _items(value: Value) -> Iterable[Value]:
    """Itself, or what a list of modules holds; the items of `nn.Sequential` go by their class."""
    if isinstance(value, Object) and value.path == MODULE_LIST:
        return children(value) or ()
    return value.items if isinstance(value, Sequence) else (value,)


def unique_names(names: dict[Span, str]) -> dict[Span, str]:
    """With the line where several places have one name."""
    counts = Counter(names.values())
    return {
        span: name if counts[name] == 1 else f"{name} in line {span.start.line}"
        for span, name in names.items()
    }


def of_network(network: Network, networks: Iterable[Network]) -> str:
    """What tells the parameters of several networks apart: nothing where there is one."""
    alike = list(networks)
    if len(alike) < 2:
        return ""
    same = [one for one in alike if one.name == network.name]
    number = next(index for index, one in enumerate(same, 1) if one is network)
    return f" of {network.name}" if len(same) == 1 else f" of {network.name} {number}"
