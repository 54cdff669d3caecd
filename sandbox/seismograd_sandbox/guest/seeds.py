"""Seed every generator of random numbers on request, each once its package is there.

The script's own seeds win, since they come later; where a package seeds others along with
itself, those are left as the script has them.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

from .after_import import AfterImport
from .observer import Observer
from .search_path import from_library

Seeding = Callable[[Any, int], None]
random: Any = from_library("random")


def seed_everything(seed: int, imports: AfterImport, observer: Observer) -> None:
    random.seed(seed)
    _tell(observer, "random")
    for name, how in _HOW.items():
        imports.when(name, _once_imported(name, how, seed, observer))


def _once_imported(
    name: str, how: Seeding, seed: int, observer: Observer
) -> Callable[[ModuleType], None]:
    def seed_it(module: ModuleType) -> None:
        how(module, seed)
        _tell(observer, name)

    return lambda module: observer.attempt("seeds", lambda: seed_it(module))


def _tell(observer: Observer, name: str) -> None:
    observer.record("setting", name="seeded", value=name)


def _numpy(numpy_random: Any, seed: int) -> None:
    numpy_random.seed(seed)


def _torch(torch: Any, seed: int) -> None:
    torch.manual_seed(seed)


def _tensorflow(tensorflow: Any, seed: int) -> None:
    tensorflow.random.set_seed(seed)


def _keras(keras: Any, seed: int) -> None:
    numpy, torch = sys.modules.get("numpy.random"), sys.modules.get("torch")
    before = random.getstate()
    numpy_before: Any = numpy.get_state() if numpy is not None else None
    torch_before: Any = torch.get_rng_state() if torch is not None else None
    keras.utils.set_random_seed(seed)
    random.setstate(before)
    if numpy is not None:
        numpy.set_state(numpy_before)
    if torch is not None:
        torch.set_rng_state(torch_before)


_HOW: dict[str, Seeding] = {
    "numpy.random": _numpy,
    "torch": _torch,
    "tensorflow": _tensorflow,
    "keras": _keras,
}
