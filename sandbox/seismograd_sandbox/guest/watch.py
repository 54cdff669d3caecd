"""Everything that looks on while the script runs: put in place before it, taken away after it."""

from __future__ import annotations

import importlib
from functools import partial
from types import ModuleType
from typing import Protocol

from .after_import import AfterImport
from .devices import ACCELERATORS, awake, devices
from .lost_threads import note_lost_threads
from .observer import Observer
from .packages import FRAMEWORKS, versions
from .peak_memory import PeakMemory
from .reached import ReachedFunctions
from .shown_warnings import ShownWarnings

PROBES = {"torch": "torch_probe", "keras": "keras_probe", "tf_keras": "keras_probe"}


class Probe(Protocol):
    """What a package of `probes` gives back from `attach`."""

    def finish(self) -> None:
        """Write what is still to be said; the script is over."""


class Watch:
    def __init__(self, observer: Observer) -> None:
        self._observer = observer
        self._imports = AfterImport(observer.phases.note_import)
        self._warnings = ShownWarnings(observer)
        self._memory = PeakMemory(observer)
        self._reached = ReachedFunctions(observer)
        self._probes: list[Probe] = []
        self._versions: dict[str, str] = {}
        self._devices_told = 0

    def begin(self) -> None:
        """Each of them may fail on its own: the standard library of tomorrow may be another."""
        attempt, options = self._observer.attempt, self._observer.options
        self._imports.install()
        if options.seed is not None:
            seeds = importlib.import_module(".seeds", __package__)  # it imports `random`
            seeds.seed_everything(options.seed, self._imports, self._observer)
        if options.shift_seeds:
            shift = importlib.import_module(".seed_shift", __package__)
            shift.SeedShift(options.shift_seeds, self._observer).install(self._imports)
        for framework in FRAMEWORKS:
            self._imports.when(framework, self._meet)
        if options.probes != "none":
            for framework, package in PROBES.items():
                self._imports.when(framework, partial(self._attach, package))
        if options.alter:
            attempt("alterations", self._begin_alterations)
        attempt("warnings", self._warnings.begin)
        self._memory.begin()
        if options.reached:
            attempt("reached", self._reached.begin)
        if options.lines:
            attempt("lines", self._begin_lines)
        self._observer.now_and_then.append(self._tell_devices)
        attempt("threads", lambda: note_lost_threads(self._observer))

    def end(self) -> None:
        """Each of them may fail on its own."""
        attempt = self._observer.attempt
        self._imports.remove()
        self._observer.now_and_then.clear()
        for probe in self._probes:
            attempt(type(probe).__name__, probe.finish)
        attempt("warnings", self._warnings.end)
        attempt("packages", self._tell_versions)
        attempt("devices", self._tell_devices)
        attempt("memory", self._memory.end)
        attempt("phases", self._observer.phases.finish)

    def _begin_alterations(self) -> None:
        altering = importlib.import_module(".altering.install", __package__)
        alterations = altering.Alterations(self._observer.options.alter, self._observer)
        alterations.install(self._imports)
        self._probes.append(alterations)

    def _begin_lines(self) -> None:
        lines = importlib.import_module(".executed_lines", __package__)
        lines.ExecutedLines(self._observer, self._observer.options.lines).begin()

    def _meet(self, framework: ModuleType) -> None:
        self._observer.attempt("packages", self._tell_versions)
        self._observer.attempt("devices", self._tell_devices)

    def _attach(self, package: str, module: ModuleType) -> None:
        self._observer.attempt(package, lambda: self._load_probe(package, module))

    def _load_probe(self, package: str, module: ModuleType) -> None:
        probe = importlib.import_module(f".probes.{package}", __package__)
        self._probes.append(probe.attach(module, self._observer))

    def _tell_versions(self) -> None:
        found = versions()
        if found != self._versions:
            self._versions = found
            self._observer.record("packages", packages=found)

    def _tell_devices(self) -> None:
        kinds = 1 + sum(awake(kind) is not None for kind in ACCELERATORS)
        if kinds > self._devices_told and self._versions:
            self._devices_told = kinds
            self._observer.record("device", devices=devices())
