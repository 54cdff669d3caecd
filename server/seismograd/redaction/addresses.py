"""Secrets in addresses: before the host, in the query, and addresses that are secrets."""

from __future__ import annotations

import re

from seismograd.redaction import REDACTED
from seismograd.redaction.values import (
    is_bare_password,
    is_literal_secret,
    is_placeholder,
    looks_random,
)
from seismograd_sandbox.secret_names import Strength, strength_of

_PASSWORD = re.compile(
    r"(?<![A-Za-z0-9+.\-])([A-Za-z][A-Za-z0-9+.\-]{0,30}://[^\s:/@'\"<>]{0,200}:)"
    r"(?![0-9]{1,5}[/\s]|//)([^\s'\"<>\[\]]{1,600})(?=@[^\s/@]{1,253})"
)
_USER = re.compile(
    r"(?<![A-Za-z0-9+.\-])([A-Za-z][A-Za-z0-9+.\-]{0,30}://)([^\s:/@'\"<>]{16,300})@"
)
_QUERY = re.compile(r"([?&;#]|&amp;)([A-Za-z][A-Za-z0-9_.\-]{1,60}+)=([^\s&'\"<>`)\\#;]{6,2000})")
_EXAMPLES = frozenset({"pass", "passwd", "password", "pw", "pwd", "secret", "token"})
_SIGNED = frozenset({"sig", "signature", "sas", "code", "credential"})
_WEBHOOK = re.compile(
    r"(?i)(?<![a-z0-9.\-])("
    r"hooks\.slack\.com/(?:services|workflows|triggers)/"
    r"|(?:ptb\.|canary\.)?discord(?:app)?\.com/api/(?:v[0-9]+/)?webhooks/[0-9]{5,25}/"
    r"|[a-z0-9\-]{1,60}\.webhook\.office\.com/webhookb2/"
    r"|outlook\.office\.com/webhook/"
    r"|hooks\.zapier\.com/hooks/catch/"
    r"|maker\.ifttt\.com/trigger/[a-z0-9_]{1,60}/with/key/"
    r")([A-Za-z0-9/_\-@.]{10,300})"
)


def redact_addresses(text: str) -> str:
    text = _WEBHOOK.sub(rf"\1{REDACTED}", text)
    text = _PASSWORD.sub(_without_password, text)
    text = _USER.sub(_without_user, text)
    return _QUERY.sub(_without_parameter, text)


def _without_password(match: re.Match[str]) -> str:
    is_example = match[2].lower() in _EXAMPLES or is_placeholder(match[2])
    return match[0] if is_example else f"{match[1]}{REDACTED}"


def _without_user(match: re.Match[str]) -> str:
    return f"{match[1]}{REDACTED}@" if looks_random(match[2]) else match[0]


def _without_parameter(match: re.Match[str]) -> str:
    return f"{match[1]}{match[2]}={REDACTED}" if _is_secret(match[2], match[3]) else match[0]


def _is_secret(name: str, value: str) -> bool:
    last = re.split(r"[_.\-]", name.lower())[-1]
    if last in _SIGNED:
        return len(value) >= 16 and not is_placeholder(value)
    match strength_of(name):
        case Strength.STRONG:
            return is_bare_password(value) or value.isalpha()
        case Strength.MEDIUM:
            return is_literal_secret(value)
        case Strength.WEAK:
            return looks_random(value) or (last != "key" and is_literal_secret(value))
    return False
