"""What an engine is able to do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from seismograd_sandbox.host.sandbox import Obstacle

if TYPE_CHECKING:
    from docker import APIClient

OLDEST_API = (1, 41)
OLDEST_ENGINE = "20.10"


@dataclass(frozen=True)
class EngineFacts:
    version: str
    api: tuple[int, ...]
    system: str
    machine: str
    limits_memory: bool
    limits_processes: bool
    other_users: str | None
    """Why a number of a user inside is another one outside, so that none can share our files."""

    @classmethod
    def ask(cls, client: APIClient) -> EngineFacts:
        return cls.from_info(client.info(), client.version())

    @classmethod
    def from_info(cls, info: dict[str, Any], version: dict[str, Any]) -> EngineFacts:
        return cls(
            version=str(version.get("Version", "unknown")),
            api=_numbers(str(version.get("ApiVersion", "0"))),
            system=str(info.get("OSType", "linux")),
            machine=str(info.get("Architecture", "")),
            limits_memory=bool(info.get("MemoryLimit", True)),
            limits_processes=bool(info.get("PidsLimit", True)),
            other_users=_other_users(info.get("SecurityOptions") or []),
        )

    def obstacle(self) -> Obstacle | None:
        if self.system != "linux":
            return Obstacle(
                f"the Docker engine runs {self.system} containers", "switch it to Linux containers"
            )
        if self.api < OLDEST_API:
            return Obstacle(
                f"the Docker engine {self.version} is too old",
                f"install version {OLDEST_ENGINE} or later",
            )
        if self.other_users is not None:
            return Obstacle(
                f"the Docker engine {self.other_users}, so a container cannot write files as you",
                "use the bubblewrap sandbox, or an engine without that",
            )
        return None


def _other_users(options: list[str]) -> str | None:
    names = {option.removeprefix("name=").split(",")[0] for option in options}
    if "rootless" in names:
        return "runs without root"
    if "userns" in names:
        return "maps users to others (userns-remap)"
    return None


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split(".") if part.isdigit())
