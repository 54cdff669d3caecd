"""Values as YAML, TOML and JSON write them."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping

from seismograd.repair.edits.config_leaves import Syntax
from seismograd.repair.parameter import CannotWrite

WORDS: Mapping[bool | None, frozenset[str]] = {
    True: frozenset({"true", "yes", "on"}),
    False: frozenset({"false", "no", "off"}),
    None: frozenset({"null", "~"}),
}
"""In lower case; YAML has several for each."""
_NO_DOT = re.compile(r"^([+-]?\d+)(e[+-]?\d+)$")


def spelled(text: str, old: str, syntax: Syntax) -> str:
    """A literal of Python, or a bare name, in the place of what is written there now.

    Raises `CannotWrite`.
    """
    value = _value(text)
    if old[0] in "\"'":
        return f"{old[0]}{value if isinstance(value, str) else text}{old[0]}"
    if isinstance(value, bool):
        return str(value).lower()
    if value is None:
        return _null(syntax)
    if isinstance(value, str) and value != text:
        return value if syntax is Syntax.YAML else f'"{value}"'
    return _number(text, syntax)


def _value(text: str) -> object:
    if text.isidentifier() and text not in {"True", "False", "None"}:
        return text
    try:
        value: object = ast.literal_eval(text)
    except (ValueError, SyntaxError):
        value = ()
    if not isinstance(value, str | int | float | None):
        raise CannotWrite("a configuration file cannot hold code")
    return value


def _null(syntax: Syntax) -> str:
    if syntax is Syntax.TOML:
        raise CannotWrite("TOML has no word for None")
    return "null"


def _number(text: str, syntax: Syntax) -> str:
    """YAML 1.1 reads `1e-05` as text: a number needs a dot there."""
    return _NO_DOT.sub(r"\1.0\2", text) if syntax is Syntax.YAML else text
