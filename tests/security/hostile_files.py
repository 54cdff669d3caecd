"""Files that a stranger can put into a project, and that no reader may fall for."""

from __future__ import annotations

import os
from pathlib import Path

KINDS = ("fifo", "device", "sparse", "outside")
SECRET = "hunter2"


def put(kind: str, place: Path, like: str = "") -> None:
    """A file of a kind; `like` is what an honest file would hold, here with a secret in it."""
    place.parent.mkdir(parents=True, exist_ok=True)
    if kind == "fifo":
        os.mkfifo(place)
    elif kind == "device":
        place.symlink_to("/dev/zero")
    elif kind == "sparse":
        with place.open("wb") as file:
            file.truncate(1 << 40)
    else:
        outside = place.parents[len(place.parents) - 1 - _depth(place)] / f"outside-{place.name}"
        outside.write_text(like.replace("SECRET", SECRET))
        place.symlink_to(outside)


def _depth(place: Path) -> int:
    """Outside of the project, whose folder is called so."""
    return place.parts.index("project") - 1
