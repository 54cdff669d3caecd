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
ASK_AGAIN_AFTER_S = 3600.0
"""Where none was found: an engine in trouble cannot start even a Python that is there."""
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
        found, nothing = f"python:{image}", f"no-python:{image}"
        known = self._memory.recall(found)
        if known is None and not self._memory.recall(nothing, ASK_AGAIN_AFTER_S):
            known = ask_image(self._client, image, self._labels)
            self._memory.note(found if known else nothing, known or True)
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
