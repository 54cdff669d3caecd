"""Do something as soon as the user's code has imported a package, and never import it ourselves."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable, Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

Then = Callable[[ModuleType], None]


class AfterImport(MetaPathFinder):
    """Lets the usual machinery find a package and calls back once the package is complete."""

    def __init__(self) -> None:
        self._wanted: dict[str, Then] = {}

    def install(self) -> None:
        sys.meta_path.insert(0, self)

    def remove(self) -> None:
        sys.meta_path[:] = [finder for finder in sys.meta_path if finder is not self]

    def when(self, name: str, then: Then) -> None:
        if name in sys.modules:
            then(sys.modules[name])
        else:
            self._wanted[name] = then

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None,
        target: ModuleType | None = None,
    ) -> ModuleSpec | None:
        then = self._wanted.pop(fullname, None)  # so that looking for it does not come back here
        if then is None:
            return None
        spec = importlib.util.find_spec(fullname)
        if spec is None or spec.loader is None:
            self._wanted[fullname] = then
            return None
        spec.loader = _Telling(spec.loader, then)
        return spec


class _Telling(Loader):
    """The package's own loader, and a word when it is done."""

    def __init__(self, loader: Any, then: Then) -> None:
        self._loader = loader
        self._then = then

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        created: ModuleType | None = self._loader.create_module(spec)
        return created

    def exec_module(self, module: ModuleType) -> None:
        spec = module.__spec__
        if spec is not None:
            spec.loader = self._loader  # nobody should see that we were here
        module.__loader__ = self._loader
        self._loader.exec_module(module)
        self._then(module)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._loader, name)
