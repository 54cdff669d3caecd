"""What all parts of the probe share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ...meter import Budget, Meter
from ...observer import Observer
from ..births import Births
from ..guarded import Guard
from .backends import Backend
from .parcel import Post
from .progress import Progress
from .schedule import Schedule


@dataclass
class Scene:
    keras: Any
    observer: Observer
    backend: Backend
    births: Births
    post: Post
    meter: Meter
    budget: Budget
    guard: Guard
    schedule: Schedule
    progress: Progress

    @property
    def library(self) -> str:
        """The top package of Keras: `keras`, or `tf_keras` for the older one."""
        return str(self.keras.__name__).split(".")[0]

    @property
    def on_torch(self) -> bool:
        return bool(self.backend.framework.__name__ == "torch")

    def take_over(self) -> None:
        """On PyTorch another probe could speak of the same steps."""
        if self.on_torch:
            self.observer.owner = "keras"

    def is_its_own(self, thing: Any) -> bool:
        """Whether a class comes with Keras: calling it again is known to be harmless."""
        return self.is_library(type(thing).__module__)

    def has_own(self, thing: Any, method: str) -> bool:
        """Whether a method is that of Keras, and not one of the user's in its place."""
        return self.is_library(getattr(getattr(type(thing), method, None), "__module__", ""))

    def is_library(self, module: str) -> bool:
        return module.split(".")[0] in (self.library, "keras", "tf_keras")
