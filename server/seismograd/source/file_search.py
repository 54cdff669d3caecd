"""The Python files and notebooks of a folder, or others, without what is ignored or excluded."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from seismograd.source.ignore_files import (
    GITIGNORE,
    Layer,
    gitignore_layer,
    inherited_layers,
    is_ignored,
    layer_of,
)
from seismograd_sandbox.untrusted_files import is_below

SUFFIXES = (".py", ".ipynb")
MOST_FOLDERS = 100_000
MOST_SOURCES = 100_000
MOST_DEPTH = 100
"""Ten times what the largest projects have; a folder made to keep us busy has more."""
Excludes = Callable[[str], Sequence[str] | None]


@dataclass(slots=True)
class FileSearch:
    """Walks folders in a fixed order and never follows a link.

    `excludes` gives the patterns that a folder sets for everything below it, or None; where no
    folder sets any, the `fallback` patterns hold, counted from `base`.
    """

    excludes: Excludes
    fallback: Sequence[str] = ()
    base: str = field(default_factory=os.getcwd)
    suffixes: tuple[str, ...] = SUFFIXES
    unreadable: dict[str, str] = field(default_factory=dict)

    def files(self, root: str | Path, only: str | None = None) -> Iterator[str]:
        """Absolute paths of the sources below a folder; the folder itself is never excluded.

        With `only`, whether that path is one of them is found out on the way to it.
        """
        top = os.path.abspath(root)
        for number, path in enumerate(self._walk(top, only)):
            if number >= MOST_SOURCES:
                self._give_up(top, f"more than {MOST_SOURCES:,} Python files")
                return
            yield path

    def _walk(self, top: str, only: str | None) -> Iterator[str]:
        pending = [(top, self._outer_excludes(top), inherited_layers(top))]
        searched = 0
        while pending:
            folder, excludes, ignores = pending.pop()
            searched += 1
            if searched > MOST_FOLDERS:
                self._give_up(top, f"more than {MOST_FOLDERS:,} folders")
                return
            entries = self._entries(folder)
            names = {entry.name for entry in entries}
            if GITIGNORE in names:
                ignores = _with(ignores, gitignore_layer(folder))
            if folder != top:
                excludes = _with(excludes, self._excludes_of(folder))
            if only is not None:
                entries = [entry for entry in entries if is_below(only, entry.path)]
            kept = [entry for entry in entries if self._is_kept(entry, excludes, ignores)]
            yield from (entry.path for entry in kept if entry.is_file(follow_symlinks=False))
            folders = [entry.path for entry in kept if entry.is_dir(follow_symlinks=False)]
            if folders and _depth(folder) - _depth(top) >= MOST_DEPTH:
                self.unreadable[folder] = f"folders below it are not searched: {MOST_DEPTH} deep"
                continue
            pending += [(path, excludes, ignores) for path in reversed(folders)]

    def _give_up(self, top: str, why: str) -> None:
        self.unreadable[top] = f"has {why}; the rest is not searched: exclude some of them"

    def is_excluded(self, path: str) -> bool:
        """Whether patterns leave out a path even if it is asked for by name."""
        parents = [str(parent) for parent in reversed(Path(path).parents)]
        patterns = [(parent, found) for parent in parents if (found := self.excludes(parent))]
        if all(self.excludes(parent) is None for parent in parents):
            patterns = [(self.base, self.fallback)]
        layers = [layer for place, found in patterns if (layer := layer_of(place, found))]
        return is_ignored(path + os.sep if os.path.isdir(path) else path, layers)

    def _entries(self, folder: str) -> list[os.DirEntry[str]]:
        try:
            with os.scandir(folder) as entries:
                # A folder of data may hold millions of other files.
                return sorted(filter(self._may_matter, entries), key=lambda entry: entry.name)
        except OSError as error:
            self.unreadable[folder] = f"cannot be read: {error.strerror}"
            return []

    def _may_matter(self, entry: os.DirEntry[str]) -> bool:
        named = entry.name.endswith(self.suffixes) or entry.name == GITIGNORE
        return named or entry.is_dir(follow_symlinks=False)

    def _is_kept(
        self, entry: os.DirEntry[str], excludes: list[Layer], ignores: list[Layer]
    ) -> bool:
        is_folder = entry.is_dir(follow_symlinks=False)
        if not is_folder and not entry.name.endswith(self.suffixes):
            return False
        path = entry.path + os.sep if is_folder else entry.path
        return not is_ignored(path, excludes) and not is_ignored(path, ignores)

    def _outer_excludes(self, top: str) -> list[Layer]:
        """Patterns set at or above the top, without those that leave out the top itself."""
        for parent in map(str, (Path(top), *Path(top).parents)):
            patterns = self.excludes(parent)
            if patterns is not None:
                return _layers_below(parent, top, patterns)
        return _layers_below(self.base, top, self.fallback)

    def _excludes_of(self, folder: str) -> Layer | None:
        patterns = self.excludes(folder)
        return layer_of(folder, patterns) if patterns else None


def _layers_below(parent: str, top: str, patterns: Sequence[str]) -> list[Layer]:
    # A plain name counts from the top, so that a folder below an excluded one can be searched.
    names = layer_of(top, (pattern for pattern in patterns if "/" not in pattern.rstrip("/")))
    anchored = (pattern for pattern in patterns if "/" in pattern.rstrip("/"))
    layers = [layer for pattern in anchored if (layer := layer_of(parent, [pattern]))]
    kept = [layer for layer in layers if parent == top or not layer.verdict(top + os.sep)]
    return [*([names] if names else []), *kept]


def _with(layers: list[Layer], layer: Layer | None) -> list[Layer]:
    return [*layers, layer] if layer else layers


def _depth(folder: str) -> int:
    return folder.rstrip(os.sep).count(os.sep)
