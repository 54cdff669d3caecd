"""Addresses of issues, and where their tracker answers programs."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import urlsplit

_PATH = re.compile(
    r"/(?P<owner>[A-Za-z0-9][\w.-]{0,99})/(?P<name>[\w.-]{1,100})/(?:issues|pull)/(?P<number>\d{1,9})"
    r"(?:/[\w/-]{0,100})?/?$"
)
_HOST = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9.-]{0,250}[A-Za-z0-9])?$")
_LOOPBACK = ("localhost", "127.0.0.1")


@dataclass(frozen=True, slots=True)
class IssueAddress:
    origin: str
    """`https://github.com`."""
    host: str
    owner: str
    name: str
    number: int

    @property
    def page(self) -> str:
        return f"{self.origin}/{self.owner}/{self.name}/issues/{self.number}"

    @property
    def is_public_host(self) -> bool:
        """Whether the usual token is meant for this host, and not one for a company's own."""
        return self.host == "github.com" or self.host.endswith(".ghe.com")

    @property
    def api(self) -> str:
        """Where the issue is to be had as JSON."""
        base = f"https://api.{self.host}" if self.is_public_host else f"{self.origin}/api/v3"
        return f"{base}/repos/{self.owner}/{self.name}/issues/{self.number}"


def is_address(text: str) -> bool:
    return text.strip().lower().startswith(("https://", "http://"))


def issue_address(text: str) -> IssueAddress | None:
    """The issue that an address points at; only over HTTPS, except on this machine."""
    try:
        parts = urlsplit(text.strip())
        port = parts.port
    except ValueError:
        return None
    host = (parts.hostname or "").removeprefix("www.")
    path = _PATH.match(parts.path)
    is_safe = parts.scheme == "https" or (parts.scheme == "http" and host in _LOOPBACK)
    if path is None or not is_safe or not _HOST.match(host) or parts.username or parts.password:
        return None
    origin = f"{parts.scheme}://{host}" + (f":{port}" if port else "")
    return IssueAddress(origin, host, path["owner"], path["name"], int(path["number"]))
