"""The line that keeps a gradient from passing: without it, the gradient passes."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from ..places import Places
from .replacements import Replacements

MOST_LINES = 4
"""That are tried: a pass forward and one back each."""
Line = dict[str, Any]


def cutting_line(torch: Any, places: Places, passes: Callable[[], bool]) -> Line | None:
    """Of the script: `detach()`, `.data` or what switches gradients off."""
    found: list[Line] = []

    def note(line: Line) -> bool:
        if line not in found:
            found.append(line)
        return False

    with _overruled(torch, places, note):
        passes()
    for line in found[:MOST_LINES]:
        with _overruled(torch, places, line.__eq__):
            if passes():
                return line
    return None


@contextmanager
def _overruled(torch: Any, places: Places, chosen: Callable[[Line], bool]) -> Iterator[None]:
    """What cuts gradients does not do so on the lines that are chosen."""

    def is_chosen() -> bool:
        line = places.caller(2)
        return line is not None and chosen(line)

    def entering(plain: Any) -> Any:
        def enter(context: Any) -> Any:
            before = torch.is_grad_enabled()
            made = plain(context)
            if before and is_chosen():
                torch.set_grad_enabled(True)
            return made

        return enter

    replaced = Replacements()
    replaced.replace(torch.no_grad, "__enter__", entering)
    try:
        with _mode_without_detaching(torch, is_chosen):
            yield
    finally:
        replaced.undo()


def _mode_without_detaching(torch: Any, is_chosen: Callable[[], bool]) -> Any:
    detaching = (torch.Tensor.detach, torch.detach, torch.Tensor.data.__get__)

    def handle(self: Any, called: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        if called in detaching and args and args[0].requires_grad and is_chosen():
            return args[0]
        return called(*args, **(kwargs or {}))

    overrides = importlib.import_module("torch.overrides")
    return type("Undetached", (overrides.TorchFunctionMode,), {"__torch_function__": handle})()
