"""Functions that an experiment brings along, under names that the project's data does not have."""

from __future__ import annotations

import ast
import re

from seismograd.reproduce.generate.offline.inputs.slicing import stored_names

_HELPER = re.compile(r"^def (\w+)\(", re.M)
Texts = tuple[str, ...]


def kept_apart(setup: Texts, statements: Texts) -> tuple[Texts, Texts]:
    """A variable of the same name is data, and is never called."""
    taken = stored_names(ast.parse("\n".join(statements)))
    for name in _HELPER.findall("\n".join(setup)):
        if name in taken:
            call = re.compile(rf"(?<![\w.]){name}\(")
            setup = tuple(call.sub(f"{name}_of(", text) for text in setup)
            statements = tuple(call.sub(f"{name}_of(", text) for text in statements)
    return setup, statements
