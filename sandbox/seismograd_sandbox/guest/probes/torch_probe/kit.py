"""What all parts of the probe share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ...observer import Observer
from ..births import Births
from .guarded import TorchGuard
from .mail import Mail
from .patches import Patches

OWNER = "torch"


@dataclass
class Kit:
    torch: Any
    observer: Observer
    guard: TorchGuard
    patches: Patches
    births: Births
    mail: Mail
    retired: bool = False
    """Whether another probe has taken over the steps for good."""

    @property
    def is_ours(self) -> bool:
        """Whether the steps of this run are for this probe to tell."""
        return self.observer.owner in (None, OWNER)

    def is_claimed(self, thing: Any) -> bool:
        """Whether something was made by a framework that another probe describes."""
        packages = {kind.__module__.split(".")[0] for kind in self.observer.claimed}
        return type(thing).__module__.split(".")[0] in packages

    def setting(self, name: str, value: Any, place: dict[str, Any] | None = None) -> None:
        self.observer.record("setting", name=name, value=value, place=place)
