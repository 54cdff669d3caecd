"""Secrets in sentences: "my token is ...", "invalid API key provided: ..."."""

from __future__ import annotations

import re

from seismograd.redaction import REDACTED
from seismograd.redaction.values import (
    has_signs,
    is_password,
    is_placeholder,
    looks_random,
)

_SECRET = re.compile(
    r"(?i)(?P<before>(?<![a-z0-9])(?:pass(?:word|phrase|code)|(?:api|access|secret|private|account|"
    r"auth|license)[ _-]?key|apikey|secret|token|credentials?|creds|pat|login|"
    r"(?P<key>(?<![a-z0-9_\-]|\()key))(?:s|\(s\))?(?![a-z0-9_])"
    r"(?P<gap>[^\n]{1,60}?))"
    r"(?<![A-Za-z0-9_/+=.\-])(?P<value>[A-Za-z0-9_/+=~\-][A-Za-z0-9_/+=.~\-]{14,500}+)"
)
_FINGERPRINT = re.compile(
    r"(?i)commit|sha|hash|md5|digest|checksum|revision|\brev\b|fingerprint|public|\bid\b|https?:|"
    r"\bat 0x|\bfile\b|\bpath\b|cache|tensor|[\"'],"
)
_PASSWORD = re.compile(
    r"(?i)(?P<before>(?<![a-z0-9])pass(?:word|phrase|code)[ \t]{0,3}(?:is|was|:)[ \t]{1,3}[\"'`]?)"
    r"(?P<value>[^\s\"'`]{4,200})"
)
_FARTHEST_FROM_A_KEY = 16
"""Models have keys in every sentence: the secret stands right behind the word."""


def redact_prose(text: str) -> str:
    text = _PASSWORD.sub(_without_password, text)
    return _SECRET.sub(_without_secret, text)


def _without_password(match: re.Match[str]) -> str:
    value = match["value"].rstrip(".,;:!?)")
    if not is_password(value) or not has_signs(value) or re.search(r"[()\[\]{}]", value):
        return match[0]
    return f"{match['before']}{REDACTED}{match['value'][len(value) :]}"


def _without_secret(match: re.Match[str]) -> str:
    value = match["value"].rstrip(".")
    if match["key"] and len(match["gap"]) > _FARTHEST_FROM_A_KEY:
        return match[0]
    if _FINGERPRINT.search(match["gap"]) or is_placeholder(value) or not looks_random(value):
        return match[0]
    return f"{match['before']}{REDACTED}{match['value'][len(value) :]}"
