"""Methods of text, run on constants."""

from __future__ import annotations

import string
from collections.abc import Callable
from typing import Any

from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.library import Library, Model
from seismograd.source.evaluate.python.folding import fold
from seismograd.source.evaluate.values import Unknown, Value

_METHODS = (
    "capitalize", "casefold", "count", "endswith", "find", "format", "index", "isalnum", "isalpha",
    "isdecimal", "isdigit", "isidentifier", "islower", "isnumeric", "isspace", "istitle",
    "isupper", "join", "lower", "lstrip", "partition", "removeprefix", "removesuffix", "replace",
    "rfind", "rindex", "rpartition", "rsplit", "rstrip", "split", "splitlines", "startswith",
    "strip", "swapcase", "title", "upper",
)  # fmt: skip


def register(library: Library) -> None:
    for name in _METHODS:
        library.methods[f"builtins.str.{name}"] = _text_method(getattr(str, name))
    for name in ("ascii_letters", "ascii_lowercase", "ascii_uppercase", "digits", "punctuation"):
        library.constants[f"string.{name}"] = getattr(string, name)


def _text_method(method: Callable[..., Any]) -> Model:
    def model(call: Call) -> Value | None:
        receiver = call.receiver
        if receiver is None or call.open:
            return Unknown(call.place)
        operands = [receiver, *[argument.value for argument in call.positional]]
        named = {name: argument.value for name, argument in call.keywords.items()}
        return fold(call, method, operands, named) or Unknown(call.place)

    return model
