"""Issues as trackers export them: what was reported, and what was said below it."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

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
