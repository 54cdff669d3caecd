"""Issues as trackers export them: what was reported, and what was said below it."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

MOST_COMMENTS = 200
_MOST_NODES = 2_000
_BODIES = ("body", "bodyText", "body_text", "description", "bodyHTML")
_ADDRESSES = ("html_url", "web_url", "url")


@dataclass(frozen=True, slots=True)
class Thread:
    title: str
    body: str
    comments: tuple[str, ...] = ()
    address: str = ""


def thread_in(text: str) -> Thread | None:
    """The issue in a JSON document of GitHub, of its command line, of GraphQL, or of GitLab."""
    if text.lstrip("\ufeff \t\r\n")[:1] not in ("{", "["):
        return None
    try:
        document = json.loads(text.lstrip("\ufeff"))
    except (ValueError, RecursionError):
        return None
    return thread_of(document)


def thread_of(document: object) -> Thread | None:
    objects = list(_objects(document))
    issue = next((one for one in objects if _is_issue(one)), None)
    if issue is None:
        return None
    comments = list(_comments(issue))
    if not comments:
        comments = [
            said
            for one in objects
            if one is not issue and not _is_issue(one)
            for said in _said(one)
        ]
    kept = tuple(dict.fromkeys(comments))[:MOST_COMMENTS]
    return Thread(_text(issue, ("title",)), _text(issue, _BODIES), kept, _text(issue, _ADDRESSES))


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
    return isinstance(node.get("title"), str) and any(key in node for key in _BODIES)


def _comments(issue: dict[str, object]) -> Iterator[str]:
    for key in ("comments", "notes", "timelineItems", "discussions"):
        for node in _nodes(issue.get(key)):
            yield from _said(node)


def _nodes(container: object) -> Iterator[dict[str, object]]:
    if isinstance(container, dict):
        container = container.get("nodes") or container.get("edges") or container.get("values")
    if not isinstance(container, list):
        return
    for item in container:
        if isinstance(item, dict):
            inner = item.get("node")
            yield inner if isinstance(inner, dict) else item
            yield from _nodes(item.get("notes"))


def _said(comment: dict[str, object]) -> Iterator[str]:
    """The text of a comment that a person wrote."""
    author = comment.get("author") or comment.get("user")
    login = author.get("login") if isinstance(author, dict) else None
    is_bot = isinstance(login, str) and login.endswith(("[bot]", "-bot"))
    is_bot = is_bot or (isinstance(author, dict) and author.get("type") == "Bot")
    body = _text(comment, _BODIES)
    if body.strip() and not is_bot and comment.get("system") is not True:
        yield body


def _text(node: dict[str, object], keys: tuple[str, ...]) -> str:
    for key in keys:
        value = node.get(key)
        if isinstance(value, str) and value:
            return value
    return ""
