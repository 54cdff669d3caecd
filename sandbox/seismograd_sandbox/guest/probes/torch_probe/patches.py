"""Functions of PyTorch that are replaced while we look on, so that it does not notice."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from ..replacements import Replacements


class Patches(Replacements):
    def around(self, owner: Any, name: str, make: Callable[[Any], Any]) -> None:
        """Put what `make` builds around a function in its place."""

        def wrapping(plain: Any) -> Any:
            made: Any = functools.wraps(plain)(make(plain))
            # Where source is compiled to TorchScript, it is that of the function itself.
            made.__prepare_scriptable__ = lambda: plain
            return made

        if name in vars(owner):
            self.replace(owner, name, wrapping)
