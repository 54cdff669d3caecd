"""The layers of a model as its author sees them, with the weights that belong to each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from .scene import Scene

MAX_DEPTH = 32


@dataclass
class Part:
    """A layer, and the variables that none of its listed parts has."""

    layer: Any
    name: str
    variables: dict[str, Any] = field(default_factory=dict)


def parts_of(scene: Scene, model: Any) -> list[Part]:
    """Layers in the order in which they are held.

    What Keras builds inside of its own layers (cells, projections) counts as one with them.
    """
    return list(_walk(scene, model, "", MAX_DEPTH, set()))


def inner_layers(layer: Any) -> list[Any]:
    flatten = getattr(layer, "_flatten_layers", None)
    if flatten is None:
        return list(getattr(layer, "layers", ()))
    return list(flatten(include_self=False, recursive=False))


def is_container(scene: Scene, layer: Any) -> bool:
    if scene.is_its_own(layer) and not isinstance(layer, scene.keras.Model):
        return False
    return bool(inner_layers(layer))


def _walk(scene: Scene, layer: Any, path: str, depth: int, seen: set[int]) -> Iterator[Part]:
    if id(layer) in seen or depth == 0:
        return
    seen.add(id(layer))
    container = is_container(scene, layer)
    own = _own_variables(layer) if container else _named(layer, layer.weights)
    if (own or not container) and type(layer).__name__ != "InputLayer":
        yield Part(layer, path or str(layer.name), own)
    if container:
        for inner in inner_layers(layer):
            name = f"{path}/{inner.name}" if path else str(inner.name)
            yield from _walk(scene, inner, name, depth - 1, seen)


def _own_variables(layer: Any) -> dict[str, Any]:
    inner = {id(v) for part in inner_layers(layer) for v in part.weights}
    return _named(layer, [v for v in layer.weights if id(v) not in inner])


def _named(layer: Any, variables: list[Any]) -> dict[str, Any]:
    """By name, with what lies between the layer and the variable where names come again."""
    named: dict[str, Any] = {}
    for variable in variables:
        path = str(getattr(variable, "path", variable.name)).split(":")[0]
        short = path.split("/")[-1]
        after = path.split(f"{layer.name}/")[-1]
        key = short if short not in named else after
        named[key if key not in named else f"{key}_{len(named)}"] = variable
    return named
