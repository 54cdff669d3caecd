"""Building the image of a project: its requirements on top of a base, once for the same ones."""

from __future__ import annotations

import io
import os
import re
import tarfile
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from seismograd_sandbox.host.docker_engine.images.pip_lines import PipLines
from seismograd_sandbox.host.docker_engine.labels import REQUIREMENTS
from seismograd_sandbox.host.sandbox import Cancel, Tell

if TYPE_CHECKING:
    from docker import APIClient

REPOSITORY = "seismograd-project"
BUILD_LIMIT_S = 3600.0
DEFAULT_INDEX = "PyPI"
FORWARDED = ("PIP_INDEX_URL", "PIP_EXTRA_INDEX_URL", "PIP_TRUSTED_HOST")
"""Where packages come from, if the user has a mirror."""
_MISSING = re.compile(r"No matching distribution found for ([^\x1b]+)")
_NO_WHEEL = (
    "{} could not be installed: its index has no wheel of it for this Python, "
    "and build scripts of packages are not run"
)


class BuildFailed(Exception):
    """Why there is no image; the last thing that the build said."""


class BuildCancelled(Exception):
    """Somebody did not want to wait."""


@dataclass(frozen=True)
class Recipe:
    variant: str
    base: str
    lines: PipLines
    key: str
    """Of the requirement files and all else that decides what comes out."""

    @property
    def tag(self) -> str:
        return f"{REPOSITORY}:{self.key}"

    @property
    def sources(self) -> tuple[str, ...]:
        """Where the packages come from, for people."""
        given = _forwarded()
        own = (
            given.get("PIP_INDEX_URL", DEFAULT_INDEX),
            *given.get("PIP_EXTRA_INDEX_URL", "").split(),
        )
        return tuple(dict.fromkeys((*own, *self.lines.indexes)))

    def _indexes(self) -> list[str]:
        return [f"--extra-index-url {address}" for address in self.lines.indexes]

    def context(self) -> bytes:
        """All that a build gets to see: no file of the project itself."""
        contents = {
            "Dockerfile": dockerfile(self.variant),
            "requirements.txt": _text((*self._indexes(), *self.lines.requirements)),
            "constraints.txt": _text(self.lines.constraints),
        }
        archive = io.BytesIO()
        with tarfile.open(fileobj=archive, mode="w") as tar:
            for name, content in contents.items():
                entry = tarfile.TarInfo(name)
                entry.size = len(content)
                tar.addfile(entry, io.BytesIO(content))
        return archive.getvalue()


def dockerfile(variant: str) -> bytes:
    return (images_folder() / variant / "Dockerfile").read_bytes()


def images_folder() -> Path:
    """Beside the package in a checkout, inside of it where it is installed."""
    package = Path(__file__).parents[3]
    installed = package / "images"
    return installed if installed.is_dir() else package.parent / "images"


def build(
    client: APIClient, recipe: Recipe, tell: Tell, cancel: Cancel | None, network: str
) -> None:
    """Build and tag; the network is there while it lasts. Closing the answer ends a build."""
    answer = client.build(
        fileobj=io.BytesIO(recipe.context()),
        custom_context=True,
        tag=recipe.tag,
        rm=True,
        forcerm=True,
        decode=True,
        network_mode=network,
        buildargs={"BASE": recipe.base, **_forwarded()},
        labels={REQUIREMENTS: recipe.key},
        timeout=int(BUILD_LIMIT_S),
    )
    with closing(answer):
        for line in _told(answer, cancel):
            tell(line)


def _told(answer: Iterator[dict[str, Any]], cancel: Cancel | None) -> Iterator[str]:
    deadline, why = time.monotonic() + BUILD_LIMIT_S, ""
    for part in answer:
        if cancel:
            raise BuildCancelled
        if time.monotonic() > deadline:
            raise BuildFailed(f"it took longer than {BUILD_LIMIT_S:.0f} s")
        if "error" in part:
            raise BuildFailed(why or " ".join(str(part["error"]).split()))
        line = str(part.get("stream") or part.get("status") or "").strip()
        if missing := _MISSING.search(line):
            why = _NO_WHEEL.format(missing[1].strip())
        if line:
            yield line


def _forwarded() -> dict[str, str]:
    """An address with a password in it would stay readable in the image: that one is not given."""
    set_here = {name: os.environ[name] for name in FORWARDED if os.environ.get(name)}
    return {name: value for name, value in set_here.items() if not _has_password(value)}


def _has_password(addresses: str) -> bool:
    return any(urlsplit(address).username is not None for address in addresses.split())


def _text(lines: tuple[str, ...]) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode()
