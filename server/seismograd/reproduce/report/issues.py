"""Issues of trackers: their addresses, and what was reported and said in them, as exported."""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Iterator
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


MOST_COMMENTS = 200
_MOST_NODES = 2_000
_BODIES = ("body", "bodyText", "body_text", "bodyHTML")
_BODIES_OF_ISSUES = (*_BODIES, "description")
_ADDRESSES = ("html_url", "web_url", "url")


@dataclass(frozen=True, slots=True)
class Thread:
    title: str
    body: str
    comments: tuple[str, ...] = ()
    address: str = ""

    @property
    def heading(self) -> str:
        return " ".join(self.title.split())


def thread_in(text: str) -> Thread | None:
    """The issue in a JSON document of GitHub, of its command line, of GraphQL, or of GitLab."""
    text = text.lstrip("\ufeff \t\r\n")
    if text[:1] not in ("{", "["):
        return None
    try:
        return thread_of(json.loads(text))
    except (ValueError, RecursionError):
        return None


def thread_of(document: object) -> Thread | None:
    """The outermost issue; what else has a text, and is no issue, was said below it."""
    objects = list(_objects(document))
    issue = next((one for one in objects if _is_issue(one)), None)
    if issue is None:
        return None
    others = (_text(one, _BODIES) for one in objects if not _is_issue(one) and _is_said(one))
    comments = tuple(text for text in dict.fromkeys(others) if text.strip())[:MOST_COMMENTS]
    body, address = _text(issue, _BODIES_OF_ISSUES), _text(issue, _ADDRESSES)
    return Thread(_text(issue, ("title",)), body, comments, address)


def _objects(document: object) -> Iterator[dict[str, object]]:
    """The objects of a document, the outer ones first."""
    waiting = deque([document])
    for _ in range(_MOST_NODES):
        if not waiting:
            return
        node = waiting.popleft()
        if isinstance(node, dict):
            yield node
            waiting.extend(value for value in node.values() if isinstance(value, dict | list))
        elif isinstance(node, list):
            waiting.extend(value for value in node if isinstance(value, dict | list))


def _is_issue(node: dict[str, object]) -> bool:
    return isinstance(node.get("title"), str) and any(key in node for key in _BODIES_OF_ISSUES)


def _is_said(comment: dict[str, object]) -> bool:
    """By a person."""
    author = comment.get("author") or comment.get("user")
    author = author if isinstance(author, dict) else {}
    is_bot = str(author.get("login")).endswith(("[bot]", "-bot")) or author.get("type") == "Bot"
    return not is_bot and comment.get("system") is not True


def _text(node: dict[str, object], keys: tuple[str, ...]) -> str:
    return next((v for key in keys if isinstance(v := node.get(key), str) and v), "")
