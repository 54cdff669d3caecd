"""Do something as soon as the user's code has imported a package, and never import it ourselves."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable, Sequence
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

Then = Callable[[ModuleType], None]


class AfterImport:
    """Lets the usual machinery find a package and calls back once the package is complete."""

    def __init__(self, on_search: Callable[[], None] = lambda: None) -> None:
        self._on_search = on_search
        self._wanted: dict[str, list[Then]] = {}
        self._looking_for: set[str] = set()

    def install(self) -> None:
        sys.meta_path.insert(0, self)

    def remove(self) -> None:
        sys.meta_path[:] = [finder for finder in sys.meta_path if finder is not self]

    def when(self, name: str, then: Then) -> None:
        """Callbacks of one package are called in the order they came in; they must not raise."""
        if name in sys.modules:
            then(sys.modules[name])
        else:
            self._wanted.setdefault(name, []).append(then)

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None,
        target: ModuleType | None = None,
    ) -> ModuleSpec | None:
        self._on_search()
        if fullname not in self._wanted or fullname in self._looking_for:
            return None
        spec = self._found_by_others(fullname)
        if spec is not None and hasattr(spec.loader, "exec_module"):
            telling: Any = _Telling(spec.loader, self._complete)
            spec.loader = telling
        return spec

    def _found_by_others(self, fullname: str) -> ModuleSpec | None:
        self._looking_for.add(fullname)
        try:
            return importlib.util.find_spec(fullname)
        finally:
            self._looking_for.discard(fullname)

    def _complete(self, module: ModuleType) -> None:
        for then in self._wanted.pop(module.__name__, ()):
            then(module)


class _Telling:
    """The package's own loader, and a word when it is done."""

    def __init__(self, loader: Any, then: Then) -> None:
        self._loader = loader
        self._then = then

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        create = getattr(self._loader, "create_module", None)
        created: ModuleType | None = create(spec) if create is not None else None
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


# The interpreter takes frames of its import machinery out of tracebacks by the name of their file:
# a package that fails while it is imported must look as if we were not there.
_MACHINERY = "<frozen importlib._bootstrap>"
_Telling.exec_module.__code__ = _Telling.exec_module.__code__.replace(co_filename=_MACHINERY)
