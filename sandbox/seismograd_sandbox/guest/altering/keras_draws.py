"""Layers of Keras begin with the weights that their class draws by default."""

from __future__ import annotations

import inspect
from typing import Any

ENDING = "_initializer"


def redraw_layer(keras: Any, layer: Any, only_biases: bool) -> int:
    """How many weights were drawn anew; none where the script left the initialisers alone."""
    if not type(layer).__module__.startswith("keras.") or not layer.built or not layer.weights:
        return 0
    config = layer.get_config()
    other = _other_initialisers(keras, layer, config, only_biases)
    if not other:
        return 0
    fresh = type(layer).from_config({**config, **other})
    fresh.build_from_config(layer.get_build_config())
    wanted = {name[: -len(ENDING)] for name in other}
    return sum(_copy(new, old, wanted) for new, old in zip(fresh.weights, layer.weights))


def _other_initialisers(keras: Any, layer: Any, config: Any, only_biases: bool) -> dict[str, Any]:
    """By option: those of the class, where the layer has another one."""
    found = {}
    for name, option in inspect.signature(type(layer).__init__).parameters.items():
        if not name.endswith(ENDING) or name not in config or option.default is option.empty:
            continue
        usual = keras.initializers.serialize(keras.initializers.get(option.default))
        if _kind(usual) != _kind(config[name]) and ("bias" in name or not only_biases):
            found[name] = usual
    return found


def _kind(serialised: Any) -> Any:
    return serialised.get("class_name") if isinstance(serialised, dict) else serialised


def _copy(new: Any, old: Any, wanted: set[str]) -> bool:
    is_wanted = new.name in wanted and tuple(new.shape) == tuple(old.shape)
    if is_wanted:
        old.assign(new)
    return is_wanted
