"""Formats of files that hold nothing but secrets."""

from __future__ import annotations

import re

from seismograd.redaction import REDACTED
from seismograd.redaction.values import is_placeholder

_PATTERNS = (
    # .netrc
    re.compile(r"(\b(?:login|account)\s{1,20}[\w.@+\-]{1,200}\s{1,20}password\s{1,20})(\S{3,300})"),
    re.compile(r"(?m)(\bmachine[ \t]{1,5}\S{1,200}\s{1,20}password\s{1,20})(\S{3,300})"),
    # .pgpass: host:port:database:user:password
    re.compile(
        r"(?m)(^[^\s:]{1,253}:(?:[0-9]{4,5}|\*):[^\s:/]{1,63}:[^\s:/]{1,63}:)(\S{3,300})$"
    ),
    # JSON Web Keys
    re.compile(
        r'(\\{0,3}"(?:d|p|q|dp|dq|qi|k)\\{0,3}"\s{0,5}:\s{0,5}\\{0,3}")([A-Za-z0-9_\-]{32,2000})'
    ),
    # requests.get(..., auth=("me", "password")) and its relatives
    re.compile(
        r"((?:\bauth\s{0,3}=\s{0,3}|BasicAuth|\.login)\(\s{0,5}[\"'][^\"'\n]{0,100}[\"']\s{0,5},"
        r"\s{0,5}[\"'])([^\"'\n]{3,300})"
    ),
)  # fmt: skip


def redact_credential_files(text: str) -> str:
    for pattern in _PATTERNS:
        text = pattern.sub(_without_secret, text)
    return text


def _without_secret(match: re.Match[str]) -> str:
    return match[0] if is_placeholder(match[2]) else f"{match[1]}{REDACTED}"
