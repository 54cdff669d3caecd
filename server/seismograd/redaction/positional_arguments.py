"""Secrets that code hands over without a name: `Client("...")`, `login("...")`."""

from __future__ import annotations

import re

from seismograd.redaction import REDACTED
from seismograd.redaction.values import is_placeholder, looks_random
from seismograd_sandbox.secret_names import Strength, strength_of

_CALL = re.compile(
    r"(?<![\w.])(?P<path>(?:\w{1,60}\.){0,6})(?P<name>[A-Za-z_]\w{2,60}+)"
    r"\([ \t\n]{0,20}[bru]{0,2}\\{0,3}[\"'](?P<value>[A-Za-z0-9_\-+/=.]{20,400})\\{0,3}[\"']"
)
_SIGNS_IN = re.compile(
    r"(?i)client|login|log_in|signin|sign_in|auth|authenticate|authorize|connect"
)


def redact_positional_arguments(text: str) -> str:
    return _CALL.sub(_without_secret, text)


def _without_secret(match: re.Match[str]) -> str:
    name, value = match["name"], match["value"]
    takes_one = _SIGNS_IN.search(name) or strength_of(name) is not Strength.NONE
    if not takes_one or is_placeholder(value) or not looks_random(value):
        return match[0]
    start, end = (position - match.start() for position in match.span("value"))
    return f"{match[0][:start]}{REDACTED}{match[0][end:]}"
