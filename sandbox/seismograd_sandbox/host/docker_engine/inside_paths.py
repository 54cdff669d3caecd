"""Where things of the host are seen inside of a container."""

from __future__ import annotations

from pathlib import PurePath, PurePosixPath, PureWindowsPath

OURS = PurePosixPath("/seismograd")
GUEST = OURS / "guest"
OUTBOX = OURS / "outbox"
REPORTS = OURS / "reports"
WARDEN = OURS / "warden.py"
HOME = PurePosixPath("/home/seismograd")
TEMPORARY = PurePosixPath("/tmp")
ROOTS_HOME = PurePosixPath("/root")
ELSEWHERE = OURS / "project"
"""For a project that lies where a container needs files of its own."""

_NEEDED = frozenset(map(PurePosixPath, ("/dev", "/etc", "/proc", "/run", "/sys")))
_SHARED = frozenset(
    map(
        PurePosixPath,
        ("/", "/bin", "/lib", "/lib64", "/root", "/sbin", "/usr", "/usr/bin", "/usr/lib", "/var"),
    )
) | {HOME, HOME.parent, TEMPORARY}


def inside(path: PurePath) -> PurePosixPath:
    """The same place wherever possible, so that tracebacks name the user's own files."""
    if isinstance(path, PureWindowsPath):
        return PurePosixPath("/", path.drive.rstrip(":").lower(), *path.parts[1:])
    return PurePosixPath(path)


def project_inside(project: PurePath) -> PurePosixPath:
    place = inside(project)
    if place in _SHARED or any(place.is_relative_to(each) for each in (*_NEEDED, OURS)):
        return ELSEWHERE
    return place
