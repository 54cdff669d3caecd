"""What `compile` and `fit` were asked for, in plain words."""

from __future__ import annotations

from typing import Any

from .own_settings import own_settings
from .plain import plain, plain_values
from .scene import Scene

COMPILED = (
    "optimizer",
    "loss",
    "loss_weights",
    "metrics",
    "weighted_metrics",
    "run_eagerly",
    "steps_per_execution",
    "jit_compile",
)
FITTED = (
    "epochs",
    "initial_epoch",
    "shuffle",
    "validation_split",
    "validation_freq",
    "class_weight",
    "steps_per_epoch",
    "validation_steps",
)
DEFAULT_BATCH = 32


class Settings:
    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self._policy: str | None = None

    def compiled(self, arguments: dict[str, Any], place: Any) -> None:
        value = {name: self._told(arguments.get(name)) for name in COMPILED}
        self._record("keras.compile", value, place)

    def fitted(self, arguments: dict[str, Any], place: Any) -> None:
        value = plain_values({name: arguments.get(name) for name in FITTED})
        batch = arguments.get("batch_size")
        if batch is None and hasattr(arguments.get("x"), "shape"):
            batch = DEFAULT_BATCH
        callbacks = arguments.get("callbacks") or []
        if isinstance(callbacks, (list, tuple)):
            value["callbacks"] = [type(callback).__name__ for callback in callbacks]
        value["batch_size"] = plain(batch)
        value["sample_weight"] = arguments.get("sample_weight") is not None
        value["validation_data"] = arguments.get("validation_data") is not None
        self._record("keras.fit", value, place)

    def precision(self, model: Any) -> None:
        """The policy of the model's numbers, where it is not the usual one."""
        policy = getattr(getattr(model, "dtype_policy", None), "name", None)
        if policy not in (None, "float32", self._policy):
            self._policy = policy
            self._record("keras.dtype_policy", policy, self._scene.births.place_of(model))

    def _record(self, name: str, value: Any, place: Any) -> None:
        if isinstance(value, dict):
            value = {key: item for key, item in value.items() if item is not None}
        self._scene.observer.record("setting", name=name, value=value, place=place)

    def _told(self, value: Any) -> Any:
        """Names as they are; objects with their own settings and the place of their birth."""
        if isinstance(value, dict):
            return {str(key): self._told(item) for key, item in value.items()}
        if isinstance(value, (list, tuple)):
            return [self._told(item) for item in value]
        if not hasattr(value, "get_config") or isinstance(value, type):
            return plain(value)
        told = {"type": type(value).__name__, **own_settings(self._scene, value)}
        place = self._scene.births.place_of(value)
        return {**told, "built": place} if place is not None else told
