"""Which backend of Keras a project chooses for itself."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from seismograd.runs.project_sources import project_sources

VARIABLE = "KERAS_BACKEND"
_CHOICE = re.compile(
    rf"{VARIABLE}['\"]?\]?[ ]?[,=][ ]?['\"]?(torch|jax|tensorflow|numpy)\b".encode()
)
ASSIGNMENT = re.compile(
    rf"""^os\.environ(?:\.setdefault\(|\[)['"]{VARIABLE}['"](?:\]\s*=|,)\s*['"](\w+)['"]""".encode(),
    re.MULTILINE,
)
"""Under no condition."""


def chosen_backend(root: Path, environment: Mapping[str, str]) -> str | None:
    """The user's, else the one that the project's code sets; None where it sets none or several."""
    return environment.get(VARIABLE) or _only(_named(root))


def settled_backend(root: Path, environment: Mapping[str, str]) -> str | None:
    """The one that scripts of the project surely use, whatever part of its code they run."""
    given = environment.get(VARIABLE)
    if given:
        return _only({given, *_named(root)})
    texts = [text for _, text in project_sources(root)]
    assigned = [found.decode() for text in texts for found in ASSIGNMENT.findall(text)]
    mentions = sum(text.count(VARIABLE.encode()) for text in texts)
    return _only({*assigned}) if len(assigned) == mentions else None


def _named(root: Path) -> set[str]:
    sources = project_sources(root)
    return {found.decode() for _, text in sources for found in _CHOICE.findall(text)}


def _only(names: set[str]) -> str | None:
    return names.pop() if len(names) == 1 else None
