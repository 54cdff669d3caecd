"""Places of a sandbox as arguments of bubblewrap: parents before what lies inside of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from seismograd_sandbox.host.seen_inside import seen_inside
from seismograd_sandbox.host.special_files import NOTHING

CLOSED = ("/proc", "/dev", "/")
"""Read-only as such, whatever is mounted below them.

Root owns the kernel's settings in `/proc`, also where it is nobody special in its namespace.
"""


@dataclass
class Mounts:
    """Deeper places cover what lies above them; a place that is named again is replaced."""

    _arguments: dict[PurePosixPath, list[str]] = field(default_factory=dict)
    _left_open: set[str] = field(default_factory=set)

    def read_only(self, source: Path, inside: str | Path | None = None) -> None:
        self._bind("--ro-bind", source, inside)

    def writable(self, source: Path, inside: str | Path | None = None) -> None:
        self._bind("--bind", source, inside)

    def device(self, source: Path) -> None:
        self._bind("--dev-bind", source, None)

    def link(self, target: str, inside: Path) -> None:
        self._arguments[PurePosixPath(inside)] = ["--symlink", target, str(inside)]

    def in_memory(self, inside: str, size: int | None = None) -> None:
        sized = [] if size is None else ["--size", str(size)]
        self._arguments[PurePosixPath(inside)] = [*sized, "--tmpfs", inside]

    def special(self, option: str, inside: str) -> None:
        self._arguments[PurePosixPath(inside)] = [option, inside]

    def hidden(self, inside: str | Path) -> None:
        """A file that cannot be opened, in the place of one that is there."""
        self._bind("--ro-bind", Path(NOTHING), inside)

    def leave_open(self, inside: str) -> None:
        """One of `CLOSED` whose parts have been made read-only instead, those that must be."""
        self._left_open.add(inside)

    def seen(self, paths: Iterable[Path]) -> dict[PurePosixPath, Path]:
        """Where code inside sees those of the files of the host that it may read."""
        shown = {
            inside: Path(source)
            for inside, (option, source, *_) in self._arguments.items()
            if option == "--ro-bind"
        }
        return seen_inside(paths, shown, self._arguments)

    def shows(self, path: Path) -> bool:
        """Whether that place of the host is seen under its own name."""
        place = PurePosixPath(path)
        return any(
            place.is_relative_to(inside) and arguments[1:] == [str(inside)] * 2
            for inside, arguments in self._arguments.items()
        )

    def arguments(self) -> list[str]:
        """What lies between the places is made up by bubblewrap, and cannot be written to."""
        ordered = sorted(self._arguments.items(), key=lambda item: len(item[0].parts))
        placed = [argument for _, arguments in ordered for argument in arguments]
        closed = [place for place in CLOSED if place not in self._left_open]
        remounted = [argument for place in closed for argument in ("--remount-ro", place)]
        return [*placed, *remounted]

    def _bind(self, option: str, source: Path, inside: str | Path | None) -> None:
        place = str(source if inside is None else inside)
        self._arguments[PurePosixPath(place)] = [option, str(source), place]
