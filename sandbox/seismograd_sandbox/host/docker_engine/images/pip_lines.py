"""What pip is to install for a project, from whichever file says it."""

from __future__ import annotations

import configparser
import posixpath
import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import yaml

from seismograd_sandbox.host.docker_engine.images.conda_names import pip_line
from seismograd_sandbox.host.docker_engine.images.installable import index_in, is_installable
from seismograd_sandbox.untrusted_yaml import load_yaml

LOCKS = ("uv.lock", "poetry.lock", "pdm.lock", "pylock.toml")
DEEPEST_INCLUDE = 10
ELSEWHERE = frozenset({"file", "git", "path", "url"})
_DEVELOPMENT = re.compile(r"(dev|docs?|lint|test)", re.IGNORECASE)
_INCLUDE = re.compile(r"^(?:-r|--requirement)[ =]?\s*(.+)$")
_CONSTRAIN = re.compile(r"^(?:-c|--constraint)[ =]?\s*(.+)$")
_LOCAL = re.compile(r"^(-e|--editable|\.|/|file:|--find-links|-f\b)")
"""What lies on the user's disk is not there while an image is built; the project itself is
seen at run time."""


@dataclass(frozen=True)
class PipLines:
    requirements: tuple[str, ...]
    constraints: tuple[str, ...]
    indexes: tuple[str, ...] = ()
    """Addresses that packages are looked for at, beside the user's own index."""
    left_out: tuple[str, ...] = ()
    """Lines that are not installed."""


def pip_lines(files: Mapping[str, bytes]) -> PipLines | None:
    """None where no file says anything that pip could install."""
    texts = {name: content.decode("utf-8-sig", "replace") for name, content in files.items()}
    for read in _READERS:
        lines = _careful(read, texts)
        requirements = tuple(filter(is_installable, lines))
        if requirements:
            constraints = filter(is_installable, [*_constraints(texts), *_pins(texts)])
            indexes = tuple(filter(None, map(index_in, lines)))
            others = (line for line in lines if not is_installable(line) and not index_in(line))
            unique = tuple(dict.fromkeys(constraints))
            return PipLines(requirements, unique, indexes, tuple(others))
    return None


def _careful(read: Callable[[dict[str, str]], list[str]], texts: dict[str, str]) -> list[str]:
    """A file that cannot be read says nothing; the project may be in the middle of an edit."""
    try:
        return list(dict.fromkeys(read(texts)))
    except (ValueError, TypeError, AttributeError, KeyError, yaml.YAMLError, configparser.Error):
        return []


def _from_requirements(texts: dict[str, str]) -> list[str]:
    if "requirements.txt" in texts:
        return _flattened("requirements.txt", texts)
    names = [name for name in texts if re.match(r"requirements[^/]*\.txt|requirements/", name)]
    wanted = [name for name in names if not _DEVELOPMENT.search(name)]
    return [line for name in wanted for line in _flattened(name, texts)]


def _flattened(name: str, texts: dict[str, str], depth: int = 0) -> list[str]:
    """The lines of a file, those of included files among them, without what is local."""
    if name not in texts or depth > DEEPEST_INCLUDE:
        return []
    lines: list[str] = []
    for line in _logical_lines(texts[name]):
        included = _INCLUDE.match(line)
        if included:
            lines += _flattened(_beside(name, included[1]), texts, depth + 1)
        elif not _LOCAL.match(line) and not _CONSTRAIN.match(line):
            lines.append(line)
    return lines


def _constraints(texts: dict[str, str]) -> list[str]:
    lines = []
    for name, text in texts.items():
        for line in _logical_lines(text) if name.endswith(".txt") else ():
            constrained = _CONSTRAIN.match(line)
            if constrained:
                lines += _flattened(_beside(name, constrained[1]), texts)
    return lines


def _logical_lines(text: str) -> list[str]:
    joined = re.sub(r"\\\r?\n", " ", text)
    bare = (re.sub(r"(^|\s)#.*$", "", line).strip() for line in joined.splitlines())
    return [line for line in bare if line]


def _beside(name: str, other: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), other.strip()))


def _from_pyproject(texts: dict[str, str]) -> list[str]:
    content = tomllib.loads(texts.get("pyproject.toml", ""))
    declared = content.get("project", {}).get("dependencies", [])
    if declared:
        return [str(line) for line in declared]
    poetry = content.get("tool", {}).get("poetry", {}).get("dependencies", {})
    return [_poetry_line(name, wish) for name, wish in poetry.items() if name != "python"]


def _poetry_line(name: str, wish: Any) -> str:
    if isinstance(wish, dict) and (elsewhere := ELSEWHERE & wish.keys()):
        # Not the published package of that name, which may be somebody else's.
        return f"{name} @ {wish[min(elsewhere)]}"
    version = wish.get("version", "*") if isinstance(wish, dict) else str(wish)
    caret = re.fullmatch(r"\^(\d+)((?:\.\d+)*)", version)
    if caret:
        return f"{name}>={caret[1]}{caret[2]},<{_next_breaking(caret[1] + caret[2])}"
    tilde = re.fullmatch(r"~(\d+(?:\.\d+)+)", version)
    if tilde:
        return f"{name}~={tilde[1]}"
    if version[:1].isdigit():
        return f"{name}=={version}"
    return name if version == "*" else f"{name}{version}"


def _next_breaking(version: str) -> str:
    """Of what a caret allows: the first number that is not 0 may not change."""
    numbers = [int(number) for number in version.split(".")]
    for place, number in enumerate(numbers):
        if number or place == len(numbers) - 1:
            return ".".join(map(str, [*numbers[:place], number + 1]))
    return version


def _from_setup_cfg(texts: dict[str, str]) -> list[str]:
    parser = configparser.ConfigParser(interpolation=None)
    parser.read_string(texts.get("setup.cfg", ""))
    return _logical_lines(parser.get("options", "install_requires", fallback=""))


def _from_conda(texts: dict[str, str]) -> list[str]:
    text = texts.get("environment.yml") or texts.get("environment.yaml") or ""
    found = load_yaml(text)
    dependencies = found.get("dependencies") or [] if isinstance(found, dict) else []
    lines: list[str] = []
    for each in dependencies:
        if isinstance(each, dict):
            wanted = [str(line) for line in each.get("pip") or []]
            lines += [line for line in wanted if not _LOCAL.match(line)]
        else:
            lines += filter(None, [pip_line(str(each))])
    return lines


def _pins(texts: dict[str, str]) -> list[str]:
    """Versions of a lock file: as constraints, because it names packages of all platforms."""
    for name in LOCKS:
        if name not in texts:
            continue
        try:
            content = tomllib.loads(texts[name])
        except tomllib.TOMLDecodeError:
            continue
        packages = content.get("package") or content.get("packages") or []
        return [_pin(each) for each in packages if _is_published(each)]
    return []


def _pin(package: Mapping[str, Any]) -> str:
    return f"{package['name']}=={package['version']}"


def _is_published(package: Any) -> bool:
    if not isinstance(package, dict) or not {"name", "version"} <= package.keys():
        return False
    source = package.get("source") or {}
    return not {"editable", "virtual", "directory", "path", "git"} & set(source)


_READERS = (_from_requirements, _from_pyproject, _from_setup_cfg, _from_conda)
