"""The settings of optimisers, losses and metrics, without a call of anything of the user's."""

from __future__ import annotations

from typing import Any

from .plain import plain_values
from .scene import Scene

NOT_SETTINGS = frozenset({"name", "dtype", "learning_rate", "inner_optimizer"})


def own_settings(scene: Scene, thing: Any) -> dict[str, Any]:
    """By its own account, where Keras gives it and everything inside comes with Keras too."""
    if not scene.is_its_own(thing):
        return {}
    if any(_is_foreign(scene, getattr(thing, name, None)) for name in ("_learning_rate", "fn")):
        settings = vars(thing)
    else:
        settings = thing.get_config()
    told = plain_values(
        {
            name: value
            for name, value in settings.items()
            if name not in NOT_SETTINGS and isinstance(value, (bool, int, float, str))
        }
    )
    return {name: value for name, value in told.items() if not name.startswith("_")}


def _is_foreign(scene: Scene, part: Any) -> bool:
    if part is None or hasattr(part, "shape") or not callable(part):
        return False
    module = getattr(part, "__module__", "") or ""
    return not scene.is_library(module)
