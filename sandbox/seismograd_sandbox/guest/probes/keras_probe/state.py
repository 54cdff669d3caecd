"""The weights and the learning rate of a model, wherever its backend keeps them."""

from __future__ import annotations

from typing import Any

from .scene import Scene


def weights_of(scene: Scene, model: Any) -> list[tuple[Any, Any]]:
    """Trained variables with the tensors that hold their values at this moment.

    While JAX trains, the values are not in the variables; asking for them there would cost
    a copy of all of them, so they are read where the trainer has them.
    """
    variables = list(model.trainable_variables)
    state = getattr(model, "_jax_state", None) or {}
    values = state.get("trainable_variables")
    if values is None or len(values) != len(variables):
        values = [scene.backend.native(variable) for variable in variables]
    return list(zip(variables, values))


def rate_of(scene: Scene, model: Any, optimizer: Any) -> Any:
    """A number or tensor; None where only code of the user could tell."""
    inner = getattr(optimizer, "inner_optimizer", optimizer)
    rate = getattr(inner, "_learning_rate", None)
    if not hasattr(rate, "shape") and callable(rate):
        if not scene.is_its_own(rate):
            return None
        return rate(_optimizer_value(scene, model, optimizer, inner.iterations))
    plain = isinstance(rate, (int, float))
    return rate if plain else _optimizer_value(scene, model, optimizer, rate)


def _optimizer_value(scene: Scene, model: Any, optimizer: Any, variable: Any) -> Any:
    state = getattr(model, "_jax_state", None) or {}
    values = state.get("optimizer_variables") or ()
    for known, value in zip(optimizer.variables, values):
        if known is variable:
            return value
    return scene.backend.native(variable)
