"""The Python of an image, asked by running it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from seismograd_sandbox.host.docker_engine.confinement import trial_config
from seismograd_sandbox.host.docker_engine.labels import claimed
from seismograd_sandbox.host.docker_engine.reaping import remove_container
from seismograd_sandbox.host.docker_engine.user import NOBODY, User

if TYPE_CHECKING:
    from docker import APIClient

OLDEST = (3, 9)
NAMES = ("python3", "python", "/opt/conda/bin/python", "/usr/local/bin/python3")
PATIENCE_S = 60

QUESTION = """
import json, os, platform, site, sys, sysconfig
print(json.dumps({
    "executable": sys.executable,
    "version": list(sys.version_info[:2]),
    "implementation": sys.implementation.name,
    "suffix": sysconfig.get_config_var("EXT_SUFFIX") or "",
    "machine": platform.machine(),
    "system": sys.platform,
    "sites": [folder for folder in site.getsitepackages() if os.path.isdir(folder)],
}))
"""


@dataclass(frozen=True)
class Python:
    """An interpreter, inside or outside, as far as its packages could be used by another one."""

    executable: str
    version: tuple[int, int]
    implementation: str
    suffix: str
    machine: str
    system: str
    sites: tuple[str, ...]

    @classmethod
    def from_json(cls, fields: Any) -> Python:
        major, minor = fields["version"]
        return cls(
            executable=str(fields["executable"]),
            version=(int(major), int(minor)),
            implementation=str(fields["implementation"]),
            suffix=str(fields["suffix"]),
            machine=str(fields["machine"]),
            system=str(fields["system"]),
            sites=tuple(map(str, fields["sites"])),
        )

    def can_use_packages_of(self, other: Python) -> bool:
        """The ending of compiled modules holds version, platform and C library in one."""
        mine = (self.version, self.implementation, self.suffix, self.machine, self.system)
        theirs = (other.version, other.implementation, other.suffix, other.machine, other.system)
        return mine == theirs and bool(self.sites and other.sites)


def ask_image(client: APIClient, image: str, labels: dict[str, str]) -> dict[str, Any] | None:
    """What the image's Python says about itself; None where there is none that can be used."""
    for name in NAMES:
        with claimed(labels) as ours:
            answer = _answer(client, image, name, ours)
        if answer is not None and tuple(answer["version"]) >= OLDEST:
            return answer
    return None


def _answer(
    client: APIClient, image: str, python: str, labels: dict[str, str]
) -> dict[str, Any] | None:
    """None where the image has no such Python; an engine that goes away is an error."""
    from docker.errors import APIError
    from docker.types import LogConfig

    log = LogConfig(type="json-file", config={"max-size": "1m"})
    created = client.create_container(
        image,
        entrypoint=[python, "-I", "-c", QUESTION],
        user=str(User(NOBODY, NOBODY)),
        labels=labels,
        use_config_proxy=False,
        healthcheck={"test": ["NONE"]},
        host_config=trial_config(client, log_config=log),
    )
    try:
        client.start(created["Id"])
        client.wait(created["Id"], timeout=PATIENCE_S)
        return _read(client.logs(created["Id"], stdout=True, stderr=False))
    except APIError:
        return None
    finally:
        remove_container(client, created["Id"])


def _read(output: bytes) -> dict[str, Any] | None:
    try:
        answer = json.loads(output)
        Python.from_json(answer)
    except (ValueError, KeyError, TypeError):
        return None
    return dict(answer)
