"""What a model says is missing: the kind that its sentence begins with, and whether it is true."""

from __future__ import annotations

import re

from seismograd.reproduce.criteria.needs import NeedKind

_GPU_THERE = "with a GPU"
_PACKAGE_THERE = re.compile(r"([\w.-]+) v?\d[\w.+-]*")


def needed(sentence: str) -> NeedKind | None:
    """None where it names nothing that is known, or says that the bug is not there at all."""
    first = re.match(r"\W*(\w+)", sentence)
    named = first[1].lower() if first else ""
    return NeedKind(named) if named in {kind.value for kind in NeedKind} else None


def why_untrue(sentence: str, environment: str) -> str:
    """A sentence for whoever said so; "" where nothing is known against it."""
    kind = needed(sentence)
    if kind is NeedKind.GPU and _GPU_THERE in environment:
        return "There is a GPU where scripts run: use it."
    if kind is NeedKind.PACKAGE:
        packages = environment.partition(";")[0]
        for found in _PACKAGE_THERE.finditer(packages):
            if _is_named_without_version(found[1], sentence):
                return f"{found[0]} is installed where scripts run: use it."
    return ""


def _is_named_without_version(package: str, sentence: str) -> bool:
    """Another version than the one that is there may be missing all the same."""
    named = re.search(rf"(?<![\w-]){re.escape(package)}(?![\w-])(?!.{{0,20}}\d)", sentence, re.I)
    return named is not None and "version" not in sentence.lower()
