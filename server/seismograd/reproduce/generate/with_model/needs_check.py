"""Whether what a model says is missing is plainly there."""

from __future__ import annotations

import re

from seismograd.reproduce.criteria.needs import NeedKind

_GPU_THERE = "with a GPU"
_PACKAGE_THERE = re.compile(r"([\w.-]+) v?\d[\w.+-]*")


def why_untrue(needs: str, environment: str) -> str:
    """A sentence for whoever said so; "" where nothing is known against it."""
    first = re.match(r"\W*(\w+)", needs)
    kind = first[1].lower() if first else ""
    if kind == NeedKind.GPU.value and _GPU_THERE in environment:
        return "There is a GPU where scripts run: use it."
    if kind == NeedKind.PACKAGE.value:
        packages = environment.partition(";")[0]
        for found in _PACKAGE_THERE.finditer(packages):
            if _is_named_without_version(found[1], needs):
                return f"{found[0]} is installed where scripts run: use it."
    return ""


def _is_named_without_version(package: str, needs: str) -> bool:
    """Another version than the one that is there may be missing all the same."""
    named = re.search(rf"(?<![\w-]){re.escape(package)}(?![\w-])(?!.{{0,20}}\d)", needs, re.I)
    return named is not None and "version" not in needs.lower()
