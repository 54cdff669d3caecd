"""Code that is compiled: modules are not hooked any more, since hooks would be compiled too."""

from __future__ import annotations

from typing import Any

from .forward import Forward
from .kit import Kit
from .modules import Modules
from .untraced import aside


class Compiling:
    """Parameters can still be looked at, and so can losses and steps."""

    def __init__(self, kit: Kit, forward: Forward, modules: Modules) -> None:
        self._kit = kit
        self._forward = forward
        self._modules = modules
        self._told = False

    def begin(self) -> None:
        torch = self._kit.torch
        note = self._kit.guard(self._note)

        def make(plain: Any) -> Any:
            def compile(*arguments: Any, **options: Any) -> Any:  # noqa: A001
                note(arguments[0] if arguments else options.get("model"))
                return plain(*arguments, **options)

            return compile

        self._kit.patches.around(torch, "compile", make)
        self._kit.patches.around(torch.nn.Module, "compile", make)

    def _note(self, model: Any) -> None:
        self._forward.forbid()
        if not self._told:
            self._told = True
            self._kit.setting("compile", True, self._kit.observer.places.caller())
        if isinstance(model, self._kit.torch.nn.Module):
            with aside(self._kit.torch):
                self._modules.meet_network(model)
                self._modules.meet_all(model)
