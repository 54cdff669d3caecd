"""What users get is pinned to the file, and what contributors use to the version."""

from __future__ import annotations

import importlib.metadata
import re
import tomllib
from collections.abc import Iterable, Iterator
from importlib import resources
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
LOCK = resources.files("seismograd").joinpath("requirements.lock").read_text()
PIN = re.compile(r"^([a-z0-9-]+)==([^\s;]+)", re.MULTILINE)
WITH_HASH = re.compile(r"^([a-z0-9-]+)==\S+ \\\n    --hash=sha256:[0-9a-f]{64}\b", re.MULTILINE)
LOCKED = dict(PIN.findall(LOCK))
PINNED = dict(PIN.findall((ROOT / "constraints.txt").read_text()))
HERE: dict[str, str] = {}
SYSTEMS = (
    {"sys_platform": "linux", "platform_system": "Linux", "os_name": "posix"},
    {"sys_platform": "darwin", "platform_system": "Darwin", "os_name": "posix"},
    {"sys_platform": "win32", "platform_system": "Windows", "os_name": "nt"},
)
PYTHONS = ("3.11", "3.12", "3.13", "3.14")


def needed(requirements: Iterable[str], environment: dict[str, str]) -> Iterator[Requirement]:
    """Also what they need in turn, by what the installed packages say of themselves."""
    waiting = [(Requirement(text), "") for text in requirements]
    seen = set()
    while waiting:
        requirement, extra = waiting.pop()
        marker = requirement.marker
        if str(requirement) in seen or not (
            marker is None or marker.evaluate({**environment, "extra": extra})
        ):
            continue
        seen.add(str(requirement))
        yield requirement
        more = importlib.metadata.requires(requirement.name) or []
        extras = ["", *requirement.extras]
        waiting += [(Requirement(text), extra) for text in more for extra in extras]


def unmet(requirements: Iterable[Requirement], pins: dict[str, str]) -> list[str]:
    return [str(one) for one in requirements if not _is_met(one, pins)]


def _is_met(requirement: Requirement, pins: dict[str, str]) -> bool:
    version = pins.get(canonicalize_name(requirement.name))
    return version is not None and requirement.specifier.contains(version, prereleases=True)


@pytest.mark.parametrize("python", PYTHONS)
@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system["sys_platform"])
def test_all_that_the_server_needs_is_locked(system: dict[str, str], python: str) -> None:
    environment = {**system, "python_version": python, "python_full_version": f"{python}.0"}
    assert unmet(needed(PROJECT["dependencies"], environment), LOCKED) == []


def test_nothing_else_is_locked() -> None:
    names = {canonicalize_name(one.name) for one in needed(PROJECT["dependencies"], HERE)}
    assert set(LOCKED) == names


def test_every_package_is_locked_to_its_files() -> None:
    hashed = set(WITH_HASH.findall(LOCK))
    assert hashed == set(LOCKED)


def test_users_get_what_is_tested() -> None:
    assert {name: PINNED.get(name) for name in LOCKED} == LOCKED


@pytest.mark.parametrize("extra", ["anthropic", "dev", "docker", "git", "keras", "torch"])
def test_all_that_contributors_use_is_pinned(extra: str) -> None:
    assert unmet(needed(PROJECT["optional-dependencies"][extra], HERE), PINNED) == []


def test_tests_run_with_what_is_pinned() -> None:
    installed = {
        canonicalize_name(one.name): one.version.partition("+")[0]
        for one in importlib.metadata.distributions()
    }
    both = installed.keys() & PINNED.keys()
    assert {name: installed[name] for name in both} == {name: PINNED[name] for name in both}
