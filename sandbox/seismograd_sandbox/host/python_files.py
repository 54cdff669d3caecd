"""A Python installation or environment, read from its files: whose ever it is, it is not run."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from seismograd_sandbox.host.programs import ENVIRONMENT_FILE, way_to
from seismograd_sandbox.untrusted_files import is_below, read_regular_file

MOST_BYTES = 100_000
LIBRARIES = ("lib", "lib64")
WINDOWS_SITE = Path("Lib", "site-packages")
ON_WINDOWS = sys.platform == "win32"
_LIBRARY = re.compile(r"(?:python|pypy)(\d)\.(\d+)t?")
_WINDOWS_LIBRARY = re.compile(r"python(\d)(\d+)\.dll", re.IGNORECASE)
_NUMBERS = re.compile(r"(\d+)\.(\d+)(?:\.(\d+))?")
_PATCH_LEVEL = re.compile(r'#define\s+PY_VERSION\s+"(\d+)\.(\d+)\.(\d+)')


@dataclass(frozen=True)
class Library:
    """A standard library, such as `/usr/lib/python3.11`."""

    prefix: Path
    folder: Path
    name: str
    """`python3.11`; the folder has another name on Windows."""

    @property
    def version(self) -> tuple[int, int]:
        return _version_of(self.name)


@dataclass(frozen=True)
class PythonFiles:
    python: Path
    prefix: Path
    """The environment, or the installation where there is none."""
    is_environment: bool
    """Whether it is a virtual environment, which has the library of another Python."""
    name: str
    """`python3.11`"""
    library: Library | None
    """None where an environment names a Python that is not there."""
    version: tuple[int, ...]
    sites: tuple[Path, ...]
    """Folders of packages as they really are, each in the environment or installation it is of."""
    shares_base: bool
    """Whether packages of the installation, and of the user alone, are seen."""


def read_python(python: Path) -> PythonFiles | None:
    """None where there is no Python library beside it: for a script that starts another one."""
    python = Path(os.path.abspath(python))
    if not python.is_file():
        return None
    for prefix in (python.parent, python.parent.parent):
        if os.path.lexists(prefix / ENVIRONMENT_FILE):
            return _environment(python, prefix)
    library = _library_of_program(python)
    return _installation(python, library) if library is not None else None


def _installation(python: Path, library: Library) -> PythonFiles:
    sites = tuple(_sites(library.prefix, library.name))
    version = _full_version(python, library)
    return PythonFiles(python, library.prefix, False, library.name, library, version, sites, True)


def _environment(python: Path, prefix: Path) -> PythonFiles | None:
    settings = _settings(prefix)
    names = _own_libraries(prefix, settings)
    if len(names) != 1:
        return None
    (name,) = names
    library = _base_library(python, settings.get("home", ""), name)
    shares = settings.get("include-system-site-packages", "").lower() == "true"
    sites = [*_sites(prefix, name)]
    if shares and library is not None:
        sites += _sites(library.prefix, name)
    told, version = _version_told(settings), _version_of(name)
    full = told if told[:2] == version else version
    each = tuple(dict.fromkeys(sites))
    return PythonFiles(python, prefix, True, name, library, full, each, shares)


def _settings(prefix: Path) -> dict[str, str]:
    """The file may be a stranger's: what it says is only ever looked for, never executed."""
    try:
        content = read_regular_file(prefix / ENVIRONMENT_FILE, MOST_BYTES, within=prefix)
    except OSError:
        return {}
    lines = content.decode("utf-8", "replace").splitlines()
    pairs = (line.partition("=") for line in lines)
    return {key.strip().lower(): value.strip() for key, equals, value in pairs if equals}


def _own_libraries(prefix: Path, settings: dict[str, str]) -> set[str]:
    """Names such as `python3.11`; where there are several, the one that the settings speak of."""
    told = _version_told(settings)
    if ON_WINDOWS:
        return {"python{}.{}".format(*told)} if told and (prefix / WINDOWS_SITE).is_dir() else set()
    names = {
        entry
        for library in LIBRARIES
        for entry in _entries(prefix / library)
        if _LIBRARY.fullmatch(entry) and (prefix / library / entry / "site-packages").is_dir()
    }
    spoken_of = {name for name in names if _version_of(name) == told[:2]}
    return spoken_of if len(names) > 1 and spoken_of else names


def _base_library(python: Path, home: str, name: str) -> Library | None:
    """Where the settings say, or else where the links of the interpreter lead."""
    beside = [Path(home, program) for program in (name, "python3", "python")]
    places = [place for place in beside if os.path.isabs(place) and place.is_file()]
    for place in (*places, python):
        for step in way_to(place):
            library = _library_above(Path(step).parent, name)
            if library is not None and not (library.prefix / ENVIRONMENT_FILE).exists():
                return library
    return None


def _library_of_program(python: Path) -> Library | None:
    """Of a Python that is installed, by any of its names: `python3` may be a link to another."""
    for step in map(Path, way_to(python)):
        named = _LIBRARY.match(step.name)
        library = _library_above(step.parent, named[0] if named else None)
        if library is not None:
            return library
    return None


def _library_above(folder: Path, name: str | None) -> Library | None:
    """In a folder or beside it, and never at the root of all."""
    for prefix in (folder, folder.parent):
        found = [library for library in _libraries(prefix) if name in (None, library.name)]
        if len({library.name for library in found}) == 1 and prefix != Path(prefix.anchor):
            return found[0]
    return None


def _libraries(prefix: Path) -> Iterator[Library]:
    """Standard libraries that really lie in a folder; a link may lead anywhere."""
    if ON_WINDOWS:
        programs = filter(None, map(_WINDOWS_LIBRARY.fullmatch, _entries(prefix)))
        names = [f"python{found[1]}.{found[2]}" for found in programs]
        yield from (Library(prefix, prefix / "Lib", n) for n in names if (prefix / "Lib").is_dir())
        return
    for library in LIBRARIES:
        for name in _entries(prefix / library):
            folder = prefix / library / name
            if _LIBRARY.fullmatch(name) and _holds(prefix, folder / "os.py"):
                yield Library(prefix, folder, name)


def _sites(prefix: Path, name: str) -> Iterator[Path]:
    """Of any system; Debian has a place of its own for what it packages, and for what it does not.

    The real place must lie in the same prefix: a link to somebody's keys holds no packages.
    """
    places = (
        *([prefix / WINDOWS_SITE] if ON_WINDOWS else []),
        prefix / "local" / "lib" / name / "dist-packages",
        prefix / "lib" / re.sub(r"\.\d+t?$", "", name) / "dist-packages",
        *(prefix / library / name / "site-packages" for library in LIBRARIES),
    )
    real_prefix = os.path.realpath(prefix)
    real = [Path(os.path.realpath(place)) for place in places if place.is_dir()]
    yield from dict.fromkeys(place for place in real if is_below(str(place), real_prefix))


def _holds(prefix: Path, file: Path) -> bool:
    return file.is_file() and is_below(os.path.realpath(file), os.path.realpath(prefix))


def _full_version(python: Path, library: Library) -> tuple[int, ...]:
    """With its last number where a file tells it."""
    if os.path.realpath(python) == os.path.realpath(sys.executable):
        return sys.version_info[:3]
    header = library.prefix / "include" / library.name / "patchlevel.h"
    try:
        text = read_regular_file(header, MOST_BYTES, within=library.prefix).decode("utf-8")
    except (OSError, UnicodeDecodeError):
        return library.version
    found = _PATCH_LEVEL.search(text)
    told = tuple(map(int, found.groups())) if found else ()
    return told if told[:2] == library.version else library.version


def _version_of(name: str) -> tuple[int, int]:
    found = _LIBRARY.fullmatch(name)
    assert found is not None
    return int(found[1]), int(found[2])


def _version_told(settings: dict[str, str]) -> tuple[int, ...]:
    """By the settings of an environment; `uv` and `virtualenv` have another name for it."""
    return _numbers(settings.get("version") or settings.get("version_info") or "")


def _numbers(text: str) -> tuple[int, ...]:
    found = _NUMBERS.match(text)
    return tuple(int(number) for number in found.groups() if number is not None) if found else ()


def _entries(folder: Path) -> list[str]:
    try:
        return sorted(os.listdir(folder))
    except OSError:
        return []
