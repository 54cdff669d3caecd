"""Images that the engine has already, and the Python in each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from seismograd_sandbox.host.docker_engine.images.memory import Memory
from seismograd_sandbox.host.docker_engine.images.python_inside import Python, ask_image
from seismograd_sandbox.host.docker_engine.labels import REQUIREMENTS

if TYPE_CHECKING:
    from docker import APIClient

MOST_ASKED = 12
"""Asking takes about a second for each; an engine may hold hundreds."""
LIKELY = ("python", "torch", "tensorflow", "keras", "conda", "jupyter", "cuda")


class PresentImages:
    def __init__(self, client: APIClient, memory: Memory, labels: dict[str, str]) -> None:
        self._client = client
        self._memory = memory
        self._labels = labels

    def with_python(self) -> Iterator[tuple[str, Python]]:
        """Names and interpreters, likely ones first, until somebody is content."""
        for image in self._candidates():
            python = self.python_of(image["Id"])
            if python is not None:
                yield image["RepoTags"][0], python

    def python_of(self, image: str) -> Python | None:
        """The image by its identity: the same one has the same Python for ever."""
        key = f"python:{image}"
        known = self._memory.recall(key)
        if known is None:
            known = ask_image(self._client, image, self._labels) or {}
            self._memory.note(key, known)
        try:
            return Python.from_json(known)
        except (KeyError, TypeError, ValueError):
            return None

    def identity(self, name: str) -> str | None:
        from docker.errors import ImageNotFound

        try:
            image = self._client.inspect_image(name)  # type: ignore[no-untyped-call]
        except ImageNotFound:
            return None
        return str(image["Id"])

    def _candidates(self) -> list[dict[str, Any]]:
        named = [image for image in self._client.images() if _is_candidate(image)]
        return sorted(named, key=_order)[:MOST_ASKED]


def _is_candidate(image: dict[str, Any]) -> bool:
    tags = image.get("RepoTags") or []
    built_for_a_project = REQUIREMENTS in (image.get("Labels") or {})
    return bool(tags) and tags[0] != "<none>:<none>" and not built_for_a_project


def _order(image: dict[str, Any]) -> tuple[bool, int]:
    likely = any(word in tag for tag in image["RepoTags"] for word in LIKELY)
    return not likely, -int(image.get("Created") or 0)
