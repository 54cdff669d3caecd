"""Everything that looks on while the script runs: put in place before it, taken away after it."""

from __future__ import annotations

import importlib
import logging
from functools import partial
from types import ModuleType
from typing import Protocol

from .after_import import AfterImport
from .observer import Observer
from .options import Options
from .places import Places
from .trace_writer import TraceWriter

log = logging.getLogger(__name__)
PROBES: dict[str, str] = {}


class Probe(Protocol):
    """What a package of `probes` gives back from `attach`."""

    def finish(self) -> None:
        """Write what is still to be said; the script is over."""


class Watch:
    def __init__(self, trace: TraceWriter, places: Places, options: Options) -> None:
        self._observer = Observer(trace, places, options)
        self._imports = AfterImport()
        self._probes: list[Probe] = []

    @property
    def steps(self) -> int:
        return self._observer.steps

    def begin(self) -> None:
        if self._observer.options.probes != "none":
            self._imports.install()
            for framework, package in PROBES.items():
                self._imports.when(framework, partial(self._attach, package))

    def end(self) -> None:
        self._imports.remove()
        for probe in self._probes:
            probe.finish()

    def _attach(self, package: str, module: ModuleType) -> None:
        probe = importlib.import_module(f".probes.{package}", __package__)
        self._probes.append(probe.attach(module, self._observer))
