"""Secrets, taken out of texts before they are written or sent anywhere.

Every pattern is bounded, so that no text, however hostile, takes long. E-mail addresses stay.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping

REDACTED = "[redacted]"
SHORTEST_VALUE = 6
_SECRET_NAME = re.compile(
    r"(?:^|_)(?:API_?KEY|KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|PASS|PWD|CREDENTIALS?|PAT|DSN)"
    r"(?:_(?:ID|BASE64|VALUE|\d))?$",
    re.IGNORECASE,
)
_NOT_SECRETS = frozenset({"PWD", "OLDPWD"})
_COMMON_VALUES = frozenset({"true", "false", "default", "enabled", "disabled", "unset", "public"})

_SHAPES = re.compile(
    r"""(?<![A-Za-z0-9])(?:
      sk-(?:ant-|proj-|or-|svcacct-|admin-)?[A-Za-z0-9_\-]{16,250}
    | (?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{16,250}
    | gh[pousr]_[A-Za-z0-9]{20,250}
    | github_pat_[A-Za-z0-9_]{20,250}
    | gl(?:pat|ptt|dt|rt|cbt|ft|soat|agent)-[A-Za-z0-9_\-]{16,250}
    | hf_[A-Za-z0-9]{20,250}
    | npm_[A-Za-z0-9]{30,250}
    | pypi-[A-Za-z0-9_\-]{40,500}
    | dckr_pat_[A-Za-z0-9_\-]{20,250}
    | r8_[A-Za-z0-9]{30,60}
    | nvapi-[A-Za-z0-9_\-]{30,250}
    | xox[abeoprs]-[A-Za-z0-9\-]{10,250}
    | (?:AKIA|ASIA|AGPA|AIDA|AROA)[A-Z0-9]{16}(?![A-Za-z0-9])
    | AIza[A-Za-z0-9_\-]{30,60}
    | ya29\.[A-Za-z0-9_\-.]{20,500}
    | eyJ[A-Za-z0-9_\-]{8,2000}\.eyJ[A-Za-z0-9_\-]{8,4000}\.[A-Za-z0-9_\-]{8,2000}
    | hooks\.slack\.com/services/[A-Za-z0-9/]{20,120}
    )""",
    re.VERBOSE,
)
_PRIVATE_KEY = re.compile(
    r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----"
    r"(?:(?:\\n|\s)*+(?:Proc-Type|DEK-Info|Comment|Version):[^\n\\]{0,200})*+"
    r"(?:[A-Za-z0-9+/=\s]|\\[nr])*+"
    r"(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----)?"
)
_IN_ADDRESS = re.compile(
    r"(?<![A-Za-z0-9+.\-])([A-Za-z][A-Za-z0-9+.\-]{0,30}://[^\s:/@'\"<>]{0,200}:)"
    r"([^\s/@'\"<>]{1,300})(?=@[^\s/@]{1,253})"
)
_AUTHORISATION = re.compile(
    r"(?i)\b((?:authorization|proxy-authorization)['\"]?[ \t]{0,5}[:=][ \t]{0,5}['\"]?"
    r"(?:bearer|basic|token)[ \t]{1,5}|(?:bearer|x-api-key['\"]?[ \t]{0,5}[:=])[ \t]{1,5}['\"]?)"
    r"([A-Za-z0-9._~+/=\-]{8,4000})"
)
_OWNERS = (
    "access|account|admin|anthropic|api|auth|aws|azure|client|comet|database|db|encryption|gcp|"
    "github|gitlab|hf|kaggle|license|neptune|openai|private|root|secret|signing|user|wandb"
)
_ASSIGNED = re.compile(
    rf"""(?ix)(?<![a-z0-9])
    (?P<before>(?:[a-z0-9]{{1,30}}[_\-]){{0,4}}
      (?:(?P<word>[a-z0-9]{{0,12}}(?:password|passwd|passphrase)|secret)
        |(?P<key>(?:{_OWNERS})[_\-]?(?:key|token|secret)(?:[_\-]id)?)
        |key|token)
      ['"]?[ \t]{{0,5}}(?::[ \t]{{0,5}}str[ \t]{{0,5}})?[:=][ \t]{{0,5}})
    (?:(?P<quote>['"])(?P<quoted>[^'"\n]{{6,500}})(?P=quote)
      |(?P<bare>[^\s'"(){{}}\[\],;]{{8,500}}))""",
)
_PLACEHOLDERS = ("<", "[", "$", "{", "%", "os.", "getenv", "None")
_RANDOM_CHANGES = 4
"""As often as this a random string goes from letters to digits or back; names seldom do."""


def redact(text: str, environment: Mapping[str, str] | None = None) -> str:
    """The text without secrets of known shapes, nor those that the environment holds."""
    for value in secret_values(os.environ if environment is None else environment):
        text = text.replace(value, REDACTED)
    text = _PRIVATE_KEY.sub(REDACTED, text)
    text = _SHAPES.sub(REDACTED, text)
    text = _IN_ADDRESS.sub(rf"\1{REDACTED}", text)
    text = _AUTHORISATION.sub(rf"\1{REDACTED}", text)
    return _ASSIGNED.sub(_without_value, text)


def secret_values(environment: Mapping[str, str]) -> Iterable[str]:
    """The values of variables whose names speak of secrets, the longest first."""
    found = {
        value
        for name, value in environment.items()
        if _SECRET_NAME.search(name)
        and name.upper() not in _NOT_SECRETS
        and len(value) >= SHORTEST_VALUE
        and value.lower() not in _COMMON_VALUES
    }
    return sorted(found, key=len, reverse=True)


def _without_value(match: re.Match[str]) -> str:
    if not _holds_secret(match):
        return match[0]
    quote = match["quote"] or ""
    return f"{match['before']}{quote}{REDACTED}{quote}"


def _holds_secret(match: re.Match[str]) -> bool:
    """Keys and tokens are everywhere in models: only what looks random is taken for a secret."""
    value = match["quoted"] or match["bare"]
    if REDACTED in value or value.startswith(_PLACEHOLDERS):
        return False
    if match["word"] and match["quoted"]:
        return True
    if match["word"] or match["key"]:
        return bool(re.search(r"\d", value)) and not re.fullmatch(r"[\d_.]+|[^=]*\(.*", value)
    return len(re.findall(r"(?<=\d)(?=[A-Za-z])|(?<=[A-Za-z])(?=\d)", value)) >= _RANDOM_CHANGES
