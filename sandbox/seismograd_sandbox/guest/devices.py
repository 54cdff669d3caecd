"""What a run computes on. No device is woken up to be described."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from typing import Any

ACCELERATORS = ("cuda", "xpu")


def devices() -> list[dict[str, Any]]:
    return [_processor(), *_accelerators()]


def awake(kind: str) -> Any:
    """Torch's module for a kind of accelerator if the script has begun to use it, else None.

    To ask for devices before that would start the driver, after which forked children of the
    script could not use them.
    """
    module = getattr(sys.modules.get("torch"), kind, None)
    return module if module is not None and module.is_initialized() else None


def _accelerators() -> Iterator[dict[str, Any]]:
    for kind in ACCELERATORS:
        module = awake(kind)
        for index in range(module.device_count() if module is not None else 0):
            properties = module.get_device_properties(index)
            yield {
                "type": kind,
                "index": index,
                "name": properties.name,
                "memory_bytes": properties.total_memory,
            }


def _processor() -> dict[str, Any]:
    fields = {"type": "cpu", "name": _processor_name(), "memory_bytes": _main_memory()}
    return {name: value for name, value in fields.items() if value is not None}


def _processor_name() -> str | None:
    try:
        with open("/proc/cpuinfo", encoding="utf-8", errors="replace") as file:
            names = (line.split(":", 1)[1].strip() for line in file if "model name" in line)
            return next(names, None)
    except OSError:
        return None


def _main_memory() -> int | None:
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):
        return None
