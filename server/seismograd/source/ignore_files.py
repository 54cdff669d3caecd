"""Which paths are left out of a search: `.gitignore` files and exclude patterns, nested."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from seismograd.source.ignore_patterns import ignore_spec
from seismograd_sandbox.untrusted_files import read_without_links

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

GITIGNORE = ".gitignore"
MAX_BYTES = 1_000_000
LONGEST_PATTERN = 4096
"""Characters; no path is longer, and a pattern without end takes minutes to compile."""


class Layer(NamedTuple):
    """Patterns that hold below one folder, in the syntax of `.gitignore`."""

    folder: str
    spec: GitIgnoreSpec

    def verdict(self, path: str) -> bool | None:
        """Whether the path is ignored; None where no pattern speaks of it."""
        relative = os.path.relpath(path, self.folder).replace(os.sep, "/")
        return self.spec.check_file(relative + "/" if path.endswith(os.sep) else relative).include


def layer_of(folder: str, patterns: Iterable[str]) -> Layer | None:
    """A layer, leaving out patterns that make no sense; None where nothing is left."""
    given = list(patterns)
    spec = ignore_spec(given) if given else None
    return Layer(folder, spec) if spec is not None and spec.patterns else None


def gitignore_layer(folder: str, name: str = GITIGNORE) -> Layer | None:
    """The layer of a folder's own ignore file, if it has one that can be read."""
    try:
        # As git does: an ignore file that is a link counts for nothing.
        text = read_without_links(os.path.join(folder, name), MAX_BYTES).decode("utf-8", "replace")
    except OSError:
        return None
    return layer_of(folder, (line for line in text.splitlines() if len(line) <= LONGEST_PATTERN))


def is_ignored(path: str, layers: Sequence[Layer]) -> bool:
    """The nearest layer that speaks of the path decides; folders end with a separator."""
    verdicts = (layer.verdict(path) for layer in reversed(layers))
    return next((verdict for verdict in verdicts if verdict is not None), False)


def inherited_layers(folder: str) -> list[Layer]:
    """Ignore files from the top of the repository down to, and without, a folder.

    A folder that is itself ignored was asked for by name: then they do not count.
    """
    layers: list[Layer] = []
    for parent in _up_to_repository(folder):
        layer = gitignore_layer(parent)
        if layer:
            layers.insert(0, layer)
    return [] if is_ignored(folder + os.sep, layers) else layers


def _up_to_repository(folder: str) -> list[str]:
    parents: list[str] = []
    for candidate in map(str, (Path(folder), *Path(folder).parents)):
        if candidate != folder:
            parents.append(candidate)
        if os.path.exists(os.path.join(candidate, ".git")):
            return parents
    return []
