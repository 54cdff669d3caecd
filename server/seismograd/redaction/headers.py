"""Secrets in the headers of requests: as they are sent, and as code writes them."""

from __future__ import annotations

import re

from seismograd.redaction import REDACTED
from seismograd.redaction.values import is_bare_secret, is_literal_secret, is_placeholder

_QUOTES = r"\\{0,3}[\"'`]?"
_AUTHORISATION = re.compile(
    r"(?i)(?<![a-z0-9])(?P<before>(?:proxy-)?authorization"
    # As code writes it, or as it is sent
    r"(?:\\{0,3}[\"'`]\]?[ \t]{0,5}[:=,][ \t]{0,5}[bfru]{0,2}\\{0,3}[\"'`]|[ \t]{0,5}:[ \t]{0,5})"
    r"(?P<scheme>[a-z][a-z0-9\-]{1,30}[ \t]{1,5})?)"
    r"(?P<value>[^\s\"'`,\\]{6,4000})"
)
_BEARER = re.compile(r"(?i)(?<![a-z0-9])(bearer[ \t]{1,5})([A-Za-z0-9._~+/=\-]{8,4000})")
_COOKIE = re.compile(
    rf"(?i)(?<![a-z0-9\-])((?:set-)?cookie{_QUOTES}[ \t]{{0,5}}[:=][ \t]{{0,5}}{_QUOTES})"
    r"([\w.\-%!]{1,80}=[^\n\"'`\\]{4,4000})"
)
_USER_OPTION = re.compile(
    r"(?<!\S)((?:-u|--user|--proxy-user)[ =]{0,3}[\"']?[A-Za-z0-9_.@+\-]{0,100}:)"
    r"([^\s\"':/]{3,300})"
)


def redact_headers(text: str) -> str:
    text = _AUTHORISATION.sub(_without_authorisation, text)
    text = _BEARER.sub(_without_token, text)
    text = _COOKIE.sub(rf"\1{REDACTED}", text)
    return _USER_OPTION.sub(_without_credentials, text)


def _without_authorisation(match: re.Match[str]) -> str:
    value = match["value"]
    is_secret = not is_placeholder(value) if match["scheme"] else is_literal_secret(value)
    return f"{match['before']}{REDACTED}" if is_secret else match[0]


def _without_credentials(match: re.Match[str]) -> str:
    return match[0] if is_placeholder(match[2]) else f"{match[1]}{REDACTED}"


def _without_token(match: re.Match[str]) -> str:
    return f"{match[1]}{REDACTED}" if is_bare_secret(match[2]) else match[0]
