"""The run itself: what was started with which packages on which devices, and how it ended."""

from __future__ import annotations

from itertools import islice

from seismograd.traces.events import Device, Devices, End, Packages, Raised, Start

MAX_PACKAGES = 500
MAX_DEVICES = 100


class CircumstanceTally:
    def __init__(self) -> None:
        self.start: Start | None = None
        self.packages: dict[str, str] = {}
        self.devices: tuple[Device, ...] = ()
        self.exception: Raised | None = None
        self.end: End | None = None

    def take_start(self, event: Start) -> None:
        self.start = self.start or event

    def take_packages(self, event: Packages) -> None:
        for name, version in islice(event.packages.items(), MAX_PACKAGES):
            if name in self.packages or len(self.packages) < MAX_PACKAGES:
                self.packages[name] = version

    def take_devices(self, event: Devices) -> None:
        known = dict.fromkeys([*self.devices, *event.devices[:MAX_DEVICES]])
        self.devices = tuple(known)[:MAX_DEVICES]

    def take_exception(self, event: Raised) -> None:
        self.exception = event

    def take_end(self, event: End) -> None:
        self.end = event
