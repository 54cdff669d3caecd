"""The built-in functions as a guarded script gets them: names that are computed are checked."""

from __future__ import annotations

import builtins
from collections.abc import Callable
from types import FunctionType, ModuleType
from typing import Any

from .forbidden_names import is_forbidden

MISSING = ("breakpoint", "compile", "eval", "exec", "globals", "memoryview")
Refuse = Callable[[str], None]


def guarded_builtins(refuse: Refuse) -> dict[str, Any]:
    """For the script alone: the project and packages have those of the interpreter."""

    def checked(name: Any) -> None:
        if isinstance(name, str) and is_forbidden(name):
            refuse(f"asks for the attribute {name}")

    def own_getattr(*arguments: Any) -> Any:
        checked(arguments[1] if len(arguments) > 1 else "")
        return getattr(*arguments)

    def own_setattr(target: Any, name: str, value: Any) -> None:
        checked(name)
        if _is_shared(target):
            refuse(f"puts something else in the place of {name}")
        setattr(target, name, value)

    def own_vars(*arguments: Any) -> Any:
        if arguments and _is_shared(arguments[0]):
            refuse("looks into a module or a class")
        return vars(*arguments)

    found = {name: value for name, value in vars(builtins).items() if name not in MISSING}
    return {**found, "getattr": own_getattr, "setattr": own_setattr, "vars": own_vars}


def _is_shared(target: Any) -> bool:
    """What all code sees: modules, functions, and classes that are not the script's own."""
    if isinstance(target, type):
        return target.__module__ != "__main__"
    return isinstance(target, (ModuleType, FunctionType))
