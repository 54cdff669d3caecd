"""Where code inside of a sandbox sees files of the host."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path, PurePosixPath

from seismograd_sandbox.untrusted_files import is_below


def seen_inside(
    paths: Iterable[Path],
    shown: Mapping[PurePosixPath, Path],
    mounted: Collection[PurePosixPath],
) -> dict[PurePosixPath, Path]:
    """Where those of the paths are seen that are.

    `shown` are places inside with what of the host is seen there; `mounted` are all places that
    cover what lies above them.
    """
    roots = {inside: os.path.realpath(source) for inside, source in shown.items()}
    seen = {}
    for path in paths:
        real = os.path.join(os.path.realpath(path.parent), path.name)
        for inside, root in roots.items():
            if is_below(real, root):
                place = inside / os.path.relpath(real, root)
                if _uppermost(place, mounted) == inside:
                    seen[place] = path
    return seen


def _uppermost(place: PurePosixPath, mounted: Collection[PurePosixPath]) -> PurePosixPath | None:
    return next((each for each in (place, *place.parents) if each in mounted), None)
