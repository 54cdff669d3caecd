"""Which folders that an interpreter imports from are shown to runs: Python's, and no other.

Where an interpreter looks is written in files that may be a stranger's. So a folder is shown for
what is in it, never because a file of the project names it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from seismograd_sandbox.host.programs import is_outside
from seismograd_sandbox.host.python_files import Library, PythonFiles
from seismograd_sandbox.untrusted_files import is_below, lies_in, read_regular_file

NEVER = ("/dev", "/etc", "/proc", "/run", "/sys", "/var/run")
WIDE = (".cache", ".config", ".local/share", ".local/state", ".ssh", "Desktop", "Documents")
"""Below home. A folder that holds one of these is no installation of its own."""
PARTS = (
    *("bin", "compiler_compat", "conda-meta/history", "etc/OpenCL", "etc/fonts", "include", "lib"),
    *("lib32", "lib64", "libexec", "nvvm", "plugins", "pyvenv.cfg", "qml", "sbin", "share", "ssl"),
    *("targets", "Frameworks", "Python", "Resources"),
)
"""What installers of Python and packages write below a prefix.

Not the whole of `conda-meta` and `etc`: conda keeps variables there that users set, keys as well.
"""
MODULES = (".py", ".pyd", ".pyi", ".so")
RECORDS = (".dist-info", ".egg-info")
PATHS = ".pth"
SITES = frozenset({"site-packages", "dist-packages"})
MOST_BYTES = 100_000
MOST_SHOWN = 500
"""Of the modules in one folder; more are in none that people work in."""


def shown_folders(files: PythonFiles, project: Path) -> Iterator[Path]:
    """The environment, the installation below it, and what editable installs lead to.

    Each under the name it is called and its real one. What lies in the project is seen with it.
    """
    for place in (*_places(files), *_editable(files, project)):
        for name in (os.path.abspath(place), os.path.realpath(place)):
            if not is_named_in(name, project) and may_be_shown(Path(name)):
                yield Path(name)


def _places(files: PythonFiles) -> Iterator[Path]:
    yield from _parts(files.prefix)
    if files.library is not None:
        yield from _installation(files.library, files.python)
    yield from files.sites


def may_be_shown(folder: Path) -> bool:
    """Not somebody's home, nor what holds private folders of theirs, nor a part of the system."""
    names = {os.path.abspath(folder), os.path.realpath(folder)}
    home = {str(Path.home()), os.path.realpath(Path.home())}
    private = home | {os.path.join(place, name) for place in home for name in WIDE}
    holds = any(is_below(own, name) for own in (*private, *NEVER) for name in names)
    return not holds and not any(is_below(name, never) for never in NEVER for name in names)


def is_named_in(name: str, project: Path) -> bool:
    """By the name as it is; what a link in the project leads to is not meant."""
    folders = (os.path.abspath(project), os.path.realpath(project))
    return any(is_below(name, folder) for folder in folders)


def _installation(library: Library, python: Path) -> Iterator[Path]:
    """Its parts; and where it lies among private folders, what of it is needed alone."""
    yield from _parts(library.prefix)
    yield library.folder
    files = (python, *(library.prefix / "lib").glob("libpython*.so*"))
    yield from (Path(os.path.realpath(file)) for file in files if _is_inside(file, library.prefix))


def _parts(prefix: Path) -> Iterator[Path]:
    """Not the whole: people make environments in the folders of their projects, too."""
    if may_be_shown(prefix):
        parts = (prefix / name for name in PARTS)
        yield from (part for part in parts if part.exists() and _is_inside(part, prefix))


def _is_inside(place: Path, prefix: Path) -> bool:
    """Where it really lies; a link may lead anywhere."""
    return is_below(os.path.realpath(place), os.path.realpath(prefix))


def _editable(files: PythonFiles, project: Path) -> Iterator[Path]:
    """Modules and packages in folders that path files name, in environments of the user's only.

    An interpreter that the project brings along names its sites as well, by links and settings.
    """
    if not is_outside(files.python, project):
        return
    for site in files.sites:
        for name in _listed(site) if not lies_in(site, project) else ():
            if name.endswith(PATHS):
                for folder in _named(site, name, project):
                    yield from _modules(folder)


def _named(site: Path, name: str, project: Path) -> Iterator[Path]:
    """Not what a link in the project leads to, where the project itself is an editable install."""
    try:
        text = read_regular_file(site / name, MOST_BYTES, within=site).decode("utf-8", "replace")
    except OSError:
        return
    lines = (line for line in map(str.strip, text.splitlines()) if line and "\0" not in line)
    folders = (site / line for line in lines if not line.startswith(("#", "import ", "import\t")))
    yield from (Path(os.path.realpath(each)) for each in folders if is_outside(each, project))


def _modules(folder: Path) -> Iterator[Path]:
    """Nothing hidden, nothing through links, and of the rest only what Python would import.

    The packages of another environment are shown as a whole: they bring libraries along as well.
    """
    if _is_hidden(folder) or not may_be_shown(folder):
        return
    if folder.name in SITES:
        yield folder
        return
    shown = [folder / name for name in _listed(folder) if _is_module(folder / name)]
    yield from shown[:MOST_SHOWN]


def _is_module(place: Path) -> bool:
    if place.name.startswith(".") or place.is_symlink():
        return False
    if place.is_dir():
        held = _listed(place)
        return place.name.endswith(RECORDS) or any(name.endswith(MODULES) for name in held)
    return place.is_file() and place.name.endswith((*MODULES, *RECORDS))


def _is_hidden(folder: Path) -> bool:
    """Below home, where tools keep what is not for others in folders with a dot."""
    home = os.path.realpath(Path.home())
    below = os.path.relpath(folder, home) if is_below(str(folder), home) else ""
    return any(part.startswith(".") and part != "." for part in Path(below).parts)


def _listed(folder: Path) -> list[str]:
    try:
        return sorted(os.listdir(folder))
    except OSError:
        return []
