"""What a value must look like to be a secret."""

from __future__ import annotations

import re

_PLACEHOLDER = re.compile(
    r"(?i)(?:<[^\n]{0,200}>|<[^>\n]{0,200}|\[[^\]\n]{0,200}\]?|\$\{?[a-z_]\w{0,100}\}?|%\w{1,60}%|%s|\*+|\.+|…)$"
    r"|\{[a-z_][\w.\[\]\"']{0,60}\}?|%[(s]|\$[({]"
    r"|.{0,60}(?:your[ _-]|x{4}|\*{4}|\.{4}|os\.environ|getenv|\{[a-z_][\w.]{0,40}\}|\[redacted)"
)
_TYPES = {
    "any", "array", "bool", "boolean", "bytes", "dict", "empty", "false", "final", "float", "int",
    "integer", "list", "nil", "no", "none", "null", "object", "optional", "required", "secretstr",
    "str", "string", "text", "true", "undefined", "varchar", "yes",
}  # fmt: skip
_UUID = re.compile(r"(?i)[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}")
_CHANGES = re.compile(r"(?<=[0-9])(?=[A-Za-z])|(?<=[A-Za-z])(?=[0-9])|(?<=[a-z])(?=[A-Z])")
_HEX = re.compile(r"(?i)[0-9a-f]{20,}")
_PIECES = re.compile(r"[A-Za-z0-9]{16,}")
_REFERENCE = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*")
_FILE = re.compile(
    r"(?i)(?:[./~]|[a-z0-9+]{1,10}:/).{0,300}|.{1,300}\.(?:json|pem|key|pub|crt|cer|p12|pfx|txt|"
    r"ya?ml|toml|env|ini|cfg|py)"
)
_NO_WORD = re.compile(r"[0-9!@#$%^&*+=~?]")
LEAST_CHANGES = 4
"""As often as this a random string goes from letters to digits or back; names seldom do."""
LEAST_CHANGES_OF_LETTERS = 6
LEAST_SHARE = 0.2
"""Of changes among the characters of a random string; names in CamelCase have longer words."""
LONGEST_WORD = 31
"""Letters without a break; what is longer is no word of any language that code is written in."""


def is_placeholder(value: str) -> bool:
    """Whether something else is to stand there, or a program will put it there."""
    return bool(_PLACEHOLDER.match(value)) or value.lower() in _TYPES


def looks_random(value: str) -> bool:
    """Whether somebody drew it by lot: a long piece that is neither words nor one number."""
    if _UUID.fullmatch(value):
        return True
    return any(_is_random_piece(piece) for piece in _PIECES.findall(value))


def is_literal_secret(value: str) -> bool:
    """For keys and tokens in quotes: no words, no path, no model's name of letters alone."""
    if len(value) < 8 or " " in value or is_placeholder(value):
        return False
    if looks_random(value):
        return True
    if _FILE.fullmatch(value):
        return False
    is_one_word = value.isalnum() and (value.islower() or value.isupper())
    return has_signs(value) or (len(value) >= 20 and is_one_word)


def is_bare_secret(value: str) -> bool:
    """As `is_literal_secret` without quotes, where a name of a variable may stand."""
    if not is_literal_secret(value) or value.replace("_", "").replace(".", "").isdigit():
        return False
    return looks_random(value) or not _REFERENCE.fullmatch(value) or value.isalnum()


def is_password(value: str) -> bool:
    """For passwords in quotes: anything but a sentence or a path."""
    is_sentence = value.count(" ") > 5 or value.startswith(("/", "~/", "./", "../"))
    return len(value) >= 4 and not is_sentence and not is_placeholder(value)


def is_bare_password(value: str) -> bool:
    """As `is_password`; names of variables and types have neither digits nor signs."""
    return is_password(value) and not re.fullmatch(r"[A-Za-z_][A-Za-z_.]*|[0-9]{1,4}", value)


def has_signs(value: str) -> bool:
    """Whether there is something in it that words do not have."""
    return bool(_NO_WORD.search(value))


def _is_random_piece(piece: str) -> bool:
    if piece.isdigit():
        return False
    if _HEX.fullmatch(piece):
        return any(map(str.isdigit, piece))
    if len(piece) > LONGEST_WORD and (piece.islower() or piece.isupper()):
        return True
    changes = len(_CHANGES.findall(piece))
    least = LEAST_CHANGES if any(map(str.isdigit, piece)) else LEAST_CHANGES_OF_LETTERS
    return changes >= least and changes >= LEAST_SHARE * len(piece)
