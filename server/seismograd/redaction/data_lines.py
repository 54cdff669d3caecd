"""Lines of environment files and of YAML: what stands there is data, whatever it looks like."""

from __future__ import annotations

import re

from seismograd.redaction import REDACTED
from seismograd.redaction.values import is_placeholder, looks_random
from seismograd_sandbox.secret_names import Strength, strength_of

_LINE = re.compile(
    r"(?m)^(?P<before>[ \t>|#+\-0-9]{0,20}+(?:export[ \t]+|set[ \t]+|declare -x[ \t]+)?)"
    r"(?P<name>[A-Za-z_][A-Za-z0-9_.\-]{1,100}+)(?P<sign>=|:[ \t]{1,5})"
    r"(?P<value>[^\s\"'`#({\[<][^\s#\"'`]{3,1000}+)(?=[ \t]{0,20}(?:#[^\n]{0,300})?$)"
)
_NO_KEY = re.compile(r"[/.:]")
_CODE = re.compile(r"[()\[\]{}]|,$")


def redact_data_lines(text: str) -> str:
    return _LINE.sub(_without_value, text)


def _without_value(match: re.Match[str]) -> str:
    strength, value = strength_of(match["name"]), match["value"]
    is_secret = strength is Strength.STRONG or (
        strength is Strength.MEDIUM
        and len(value) >= 8
        and (looks_random(value) or not _NO_KEY.search(value))
    )
    if not is_secret or not _is_data(match) or is_placeholder(value) or _CODE.search(value):
        return match[0]
    return match[0][: match.start("value") - match.start()] + REDACTED


def _is_data(match: re.Match[str]) -> bool:
    if match["sign"] == "=":
        return match["name"].isupper() or "export" in match["before"]
    # Types in annotations begin with a capital letter.
    return not match["value"].isalpha() or match["value"].islower()
