"""A training that a script can start, and how long it lasts."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass

from seismograd.reproduce.context.project_view import Symbol
from seismograd.reproduce.generate.offline.inputs.bench import Bench
from seismograd.reproduce.generate.offline.inputs.making import Maker

EPOCHS = ("epochs", "num_epochs", "n_epochs", "max_epochs")
_SET_EPOCHS = re.compile(r"(\b(?:num_|n_|max_)?epochs['\"]?(?:=|: ))(\d+)\b")


@dataclass(frozen=True, slots=True)
class Training:
    bench: Bench
    statements: tuple[str, ...]
    """The last of them trains."""
    idea: str
    has_model: bool = False
    """Whether the model is at hand as `model` afterwards."""
    goes_on: bool = True
    """Whether training once more goes on with the same model."""
    is_script: bool = False
    is_own: bool = False
    """Whether its data is the project's: nobody knows what can be learnt from it."""


def trains_in_place(maker: Maker, symbol: Symbol) -> bool:
    """False where a copy may be what is trained."""
    node = maker.trees.function(symbol)
    return node is not None and "copy(" not in ast.unparse(node)


def with_epochs(statement: str, epochs: int) -> str:
    """Also where they are in the settings."""
    return _SET_EPOCHS.sub(lambda found: f"{found[1]}{max(epochs, int(found[2]))}", statement)
