"""Shift every seed that a script sets: so that "another seed" means one.

A script that seeds its generators itself gives the same run whatever it was started with. Here
each whole number that it seeds one with becomes another; where it takes a seed from the clock, or
from none, nothing changes.
"""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable
from types import ModuleType
from typing import Any

from .after_import import AfterImport
from .observer import Observer
from .search_path import from_library

MODULUS = 2**32
"""NumPy takes no seeds beyond it."""
STRIDE = 1_000_003
"""Shifted seeds must not meet those that a script counts up from its first one."""
random: Any = from_library("random")


class SeedShift:
    def __init__(self, by: int, observer: Observer) -> None:
        self._by = by * STRIDE
        self._observer = observer
        self._nested = threading.local()

    def install(self, imports: AfterImport) -> None:
        self._wrap(random.Random, "seed", at=1)
        random.seed = random._inst.seed
        for name, wrap in self._by_package().items():
            imports.when(name, self._guarded(wrap))

    def _by_package(self) -> dict[str, Callable[[Any], None]]:
        return {
            "numpy.random": self._numpy,
            "torch": self._torch,
            "tensorflow": lambda package: self._wrap(package.random, "set_seed"),
            "keras.utils": lambda package: self._wrap(package, "set_random_seed"),
        }

    def _guarded(self, wrap: Callable[[Any], None]) -> Callable[[ModuleType], None]:
        return lambda module: self._observer.attempt("seeds", lambda: wrap(module))

    def _numpy(self, package: Any) -> None:
        self._wrap(package, "seed")
        self._wrap(package, "default_rng")
        self._wrap_class(package, "RandomState")

    def _torch(self, package: Any) -> None:
        self._wrap(package, "manual_seed")
        for name in ("manual_seed", "manual_seed_all"):
            self._wrap(package.cuda, name)
        self._wrap_generator(package)

    def _wrap(self, owner: Any, name: str, at: int = 0) -> None:
        """Replace a function or class whose seed is the argument at that place, or `seed`."""
        original = getattr(owner, name, None)
        if original is None:
            return

        @functools.wraps(original)
        def shifted(*args: Any, **kwargs: Any) -> Any:
            given = list(args)
            if len(given) > at:
                given[at] = self._shifted(given[at])
            named = [key for key in ("seed", "a") if key in kwargs]
            kwargs.update((key, self._shifted(kwargs[key])) for key in named)
            return self._once(original, given, kwargs)

        setattr(owner, name, shifted)

    def _wrap_class(self, owner: Any, name: str) -> None:
        original, shift = getattr(owner, name), self._shifted

        def begin(self: Any, seed: Any = None) -> None:
            original.__init__(self, shift(seed))

        setattr(owner, name, _subclass(original, __init__=begin))

    def _wrap_generator(self, torch: Any) -> None:
        original, shift = torch.Generator, self._shifted

        def manual_seed(self: Any, seed: int) -> Any:
            return original.manual_seed(self, shift(seed))

        torch.Generator = _subclass(original, manual_seed=manual_seed)

    def _once(self, original: Any, args: list[Any], kwargs: dict[str, Any]) -> Any:
        """What a package seeds along with itself is not shifted a second time."""
        before = getattr(self._nested, "inside", False)
        self._nested.inside = True
        try:
            return original(*args, **kwargs)
        finally:
            self._nested.inside = before

    def _shifted(self, seed: Any) -> Any:
        is_whole = isinstance(seed, int) and not isinstance(seed, bool)
        if not is_whole or getattr(self._nested, "inside", False):
            return seed
        return (seed + self._by) % MODULUS


def _subclass(original: Any, **methods: Any) -> Any:
    """Of a type that cannot be changed itself, under its name."""
    return type(original.__name__, (original,), {"__module__": original.__module__, **methods})
